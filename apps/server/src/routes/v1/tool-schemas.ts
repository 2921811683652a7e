import type { ToolDefinition } from '@geoinsights/tools';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** What a task of the tool may be given as options. */
export function optionsJsonSchema({ optionsSchema }: ToolDefinition): JsonSchema {
  return jsonSchemaOf(optionsSchema, 'input');
}

/** What a task of the tool ends with. */
export function reportJsonSchema({ reportSchema }: ToolDefinition): JsonSchema {
  return jsonSchemaOf(reportSchema, 'output');
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const described: JsonSchema = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // Marks of ours: by their names as JSON Schema and OpenAPI let others have some.
      if ('input' in jsonSchema) {
        jsonSchema['x-input'] = jsonSchema['input'];
        delete jsonSchema['input'];
      }
      // It is for the command line alone.
      delete jsonSchema['outputFormat'];
    },
  });
  delete described['$schema'];
  return described;
}
