import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ProblemError } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import { z } from 'zod';

const definitionSchema = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  optionsSchema: z.instanceof(z.ZodType),
  reportSchema: z.instanceof(z.ZodType),
  run: z.custom((run) => typeof run === 'function'),
});
const toolSchema = z.custom<ToolDefinition>((value) => definitionSchema.safeParse(value).success);
const moduleSchema = z.object({ TOOLS: z.map(z.string(), toolSchema) });

/** The module of the product's tools; tests name another one. */
export function defaultToolsModule(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('@geoinsights/tools')).href;
}

/** The tools that a module exports as `TOOLS`, by name. Both the server and task processes load them here. */
export async function loadTools(module: string): Promise<ReadonlyMap<string, ToolDefinition>> {
  return moduleSchema.parse(await import(module)).TOOLS;
}

/** @throws ProblemError unknown-tool, which lists the existing ones */
export function toolNamed(name: string, tools: ReadonlyMap<string, ToolDefinition>): ToolDefinition {
  const tool = tools.get(name);
  if (tool === undefined) throw new ProblemError('unknown-tool', { tool: name, tools: [...tools.keys()].join(', ') });
  return tool;
}
