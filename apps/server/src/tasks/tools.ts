import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { ToolDefinition } from '@geoinsights/tools';
import { z } from 'zod';

const toolSchema = z.custom<ToolDefinition>(
  (value) => z.object({ name: z.string(), optionsSchema: z.instanceof(z.ZodType), run: z.custom((run) => typeof run === 'function') }).safeParse(value).success,
);
const moduleSchema = z.object({ TOOLS: z.map(z.string(), toolSchema) });

/** The module of the product's tools; tests name another one. */
export function defaultToolsModule(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('@geoinsights/tools')).href;
}

/** The tools that a module exports as `TOOLS`, by name. Both the server and a task's process load them here. */
export async function loadTools(module: string): Promise<ReadonlyMap<string, ToolDefinition>> {
  return moduleSchema.parse(await import(module)).TOOLS;
}
