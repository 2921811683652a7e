import type { ToolDefinition } from '@geoinsights/tools';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** The schema of the options of a tool's tasks. */
export function optionsJsonSchema({ optionsSchema }: ToolDefinition): JsonSchema {
  return jsonSchemaOf(optionsSchema, 'input');
}

/** The schema of the report of a tool's tasks. */
export function reportJsonSchema({ reportSchema }: ToolDefinition): JsonSchema {
  return jsonSchemaOf(reportSchema, 'output');
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const described: JsonSchema = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // Our extensions, named as JSON Schema and OpenAPI allow for extensions.
      if ('input' in jsonSchema) {
        jsonSchema['x-input'] = jsonSchema['input'];
        delete jsonSchema['input'];
      }
      // It is only for the command line.
      delete jsonSchema['outputFormat'];
    },
  });
  delete described['$schema'];
  return described;
}
