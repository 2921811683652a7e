import { CallFailed, retryOf } from '@geoinsights/contract';
import { layerStyleSchema } from '@geoinsights/contract';
import { z } from 'zod';

/**
 * The layer groups as the page reads them. Only what the map needs is required; a missing or malformed field counts as empty, so that one
 * faulty layer does not take down the whole list.
 */

const text = z.string().catch('');
const position = z.number().catch(Number.MAX_SAFE_INTEGER);
const optionalText = z
  .string()
  .min(1)
  .optional()
  .catch(undefined);

const layerTaskSchema = z.object({ provider_date: text, source_date: text, details: text });

const layerSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  code: z.string(),
  position,
  is_visible: z.boolean().catch(false),
  color: text,
  description: text,
  source: text,
  // With a text that is no address, also none below this page, the map could not be made.
  webmap: z.object({ url: z.string().refine((url) => URL.canParse(url, 'https://page.invalid')) }),
  layer_tasks: z.array(layerTaskSchema).catch([]),
  minimum_zoom: z.number().optional().catch(undefined),
  style: layerStyleSchema.catch('filled'),
  revision: optionalText,
  licence: optionalText,
  attribution: optionalText,
  last_checked: optionalText,
});
export type ListedLayer = z.output<typeof layerSchema>;

/** A layer without the essential parts is left out; the others stay. */
const layersSchema = z
  .array(z.unknown())
  .catch([])
  .transform((list) =>
    list.flatMap((given) => {
      const layer = layerSchema.safeParse(given);
      if (!layer.success) console.error('A layer of the catalogue could not be understood:', layer.error);
      return layer.success ? [layer.data] : [];
    }),
  );

const layerGroupSchema = z.object({
  name: z.string(),
  position,
  is_visible: z.boolean().catch(false),
  layers: layersSchema,
});
export type ListedGroup = z.output<typeof layerGroupSchema>;

const layerGroupsSchema = z.array(layerGroupSchema);

/** Specification, section 7, call 5. */
const LAYER_GROUPS = '/api/v1/layers/layer_groups';

/**
 * The groups by position, the layers of each by position.
 * @throws every error that prevents loading the list; the visitor does not see why.
 */
export async function fetchLayerGroups(signal: AbortSignal): Promise<ListedGroup[]> {
  const answer = await fetch(LAYER_GROUPS, { headers: { 'Content-Type': 'application/json' }, signal });
  if (!answer.ok) throw new CallFailed(`The layer groups were answered with status ${answer.status}.`, answer.status, { retry: retryOf(answer.headers.get('retry-after')) });
  const groups = layerGroupsSchema.safeParse(await answer.json());
  if (!groups.success) {
    // The list is requested again, which would hide the reason.
    console.error('The list of layers could not be understood:', groups.error);
    throw groups.error;
  }
  return byPosition(groups.data).map((group) => ({ ...group, layers: byPosition(group.layers) }));
}

function byPosition<Positioned extends { readonly position: number }>(list: readonly Positioned[]): Positioned[] {
  return list.toSorted((one, other) => one.position - other.position);
}
