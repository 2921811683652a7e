import { changesOf } from '@geoinsights/geometry';
import type { ChangedFeatures, Patch } from '@geoinsights/geometry';
import type { AttributeReader } from './attributes.ts';
import { withPlausibleUnits } from './plausible-units.ts';
import type { Dataset, DatasetContent, OutputFolder, WrittenFiles } from './driver.ts';

/** How a format writes and reads what it has opened. */
interface FormatAccess<Content extends DatasetContent> {
  /** @param changes of each layer; null for an unchanged layer */
  apply(content: Content, changes: readonly (ChangedFeatures | null)[], to: OutputFolder): Promise<WrittenFiles>;
  attributes(content: Content, layer: number): AttributeReader;
}

/**
 * Builds the open dataset from what a format has read. Only `access` sees what the format knows of its files beyond the
 * layers, so that it can never receive content of another format.
 */
export function openDataset<Content extends DatasetContent>(content: Content, access: FormatAccess<Content>): Dataset {
  const { format, name, layers, notes, shellWinding } = withPlausibleUnits(content);
  return {
    format,
    name,
    layers,
    notes,
    shellWinding,
    apply: (patches, to) => access.apply(content, patches.map(changesIn), to),
    attributes: (layer) => access.attributes(content, layer),
    close: () => content.close(),
  };
}

function changesIn(patch: Patch | ChangedFeatures | null): ChangedFeatures | null {
  const changes = patch !== null && 'geometry' in patch ? changesOf(patch) : patch;
  return changes === null || changes.features.length === 0 ? null : changes;
}
