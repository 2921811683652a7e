import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';

const documentSchema = z.looseObject({ paths: z.record(z.string(), z.partialRecord(z.string(), z.looseObject({}))).default({}) });

/** Adds what no schema says because no schema reads it: the multipart body of an upload, and that a download is bytes. */
export const describeUpload: typeof jsonSchemaTransformObject = (input) => {
  const document = jsonSchemaTransformObject(input);
  const { paths } = documentSchema.parse(document);
  for (const [address, operations] of Object.entries(paths)) {
    if (address.endsWith('/tools/files') && operations['post'] !== undefined) {
      operations['post']['requestBody'] = {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', description: 'Each file under its own name.', additionalProperties: { type: 'string', format: 'binary' } },
          },
        },
      };
    }
  }
  return { ...document, paths };
};
