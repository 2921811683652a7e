import { failureSchema, layerFeaturesSchema, layerGroupSchema, layerGroupsSchema, layerSchema, problemSchema, taskSchema, toolDescriptionSchema, uploadSchema } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import { z } from 'zod';

type NamedSchemas = ReturnType<typeof namedSchemas>;

/** Schemas that appear once in the API description, under these names; the reports of the tools among them. */
export function namedSchemas(tools: Iterable<ToolDefinition>) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id });
  for (const tool of tools) if (!registry.has(tool.reportSchema)) registry.add(tool.reportSchema, { id: schemaNamesOf(tool).report });
  return registry;
}

/** The name of the schema of a tool's report; tools that share a schema share its name. */
export function nameOfReport({ reportSchema }: ToolDefinition, named: NamedSchemas): string {
  return named.get(reportSchema)?.id ?? '';
}

/** The names of the schemas of a tool's options and report, such as `SimplifyOptions` for `simplify`, unless its definition gives others. */
export function schemaNamesOf({ name, schemaNames }: ToolDefinition): { readonly options: string; readonly report: string } {
  const words = name.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return schemaNames ?? { options: `${words}Options`, report: `${words}Report` };
}

const SCHEMAS = {
  Problem: problemSchema,
  Failure: failureSchema,
  Upload: uploadSchema,
  Task: taskSchema,
  Tool: toolDescriptionSchema,
  LayerGroups: layerGroupsSchema,
  LayerGroup: layerGroupSchema,
  Layer: layerSchema,
  LayerFeatures: layerFeaturesSchema,
};

const UPLOAD = '3f8e2c1a-9b7d-4e5f-8a6b-1c2d3e4f5a6b';
const TASK = '8d1f0b6e-52c4-4c0e-9a3d-7e6f5a4b3c2d';
const CREATED = '2026-11-23T08:00:00.000Z';
const EXPIRES = '2026-11-24T08:00:00.000Z';

/** Examples for the schemas. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  Problem: {
    type: 'urn:geoinsights:problem:unknown-task',
    title: 'Unknown task',
    status: 404,
    detail: 'There is no such task. It may have been deleted or have expired; upload the files again.',
    code: 'unknown-task',
  },
  Upload: { uuid: UPLOAD, files: [{ name: 'farm.kml', size: 18_211 }], expires_at: EXPIRES },
  NewTask: { input_file: UPLOAD, options: { snapDistance: 'auto', overlaps: 'fix' } },
  Task: {
    uuid: TASK,
    tool: 'fix-geometry',
    progress_status: 'RUNNING',
    progress: 0.4,
    stage: 'Repairing farm.kml',
    place_in_queue: null,
    input_file: UPLOAD,
    output_file: null,
    report_file: null,
    report: null,
    error: null,
    created_at: CREATED,
    started_at: CREATED,
    finished_at: null,
    expires_at: EXPIRES,
  },
  LayerFeatures: { features: [{ label: 'Fazenda Santa Clara', attributes: [{ name: 'area_ha', value: '812.4' }], more_attributes: 0 }], has_more: false },
};
