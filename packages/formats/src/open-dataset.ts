import type { Patch } from '@geoinsights/geometry';
import type { AttributeReader } from './attributes.ts';
import type { Dataset, DatasetContent, OutputFolder, WrittenFiles } from './driver.ts';

/** How a format writes and reads what it has opened. */
export interface FormatAccess<Content extends DatasetContent> {
  apply(content: Content, patches: readonly (Patch | null)[], to: OutputFolder): Promise<WrittenFiles>;
  attributes(content: Content, layer: number): AttributeReader;
}

/**
 * The open dataset of what a format has read. What the format knows of its files beside the layers is seen by `access`
 * alone, so that nothing of another format can be handed to it.
 */
export function openDataset<Content extends DatasetContent>(content: Content, access: FormatAccess<Content>): Dataset {
  const { format, name, layers, notes, shellWinding } = content;
  return {
    format,
    name,
    layers,
    notes,
    shellWinding,
    apply: (patches, to) => access.apply(content, patches, to),
    attributes: (layer) => access.attributes(content, layer),
    close: () => content.close(),
  };
}
