import { repairOptionsSchema } from '@geoinsights/contract';
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';

const contentSchema = z.record(z.string(), z.unknown());
const operationSchema = z.looseObject({
  requestBody: z.looseObject({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: contentSchema.optional() })).default({}),
});
const documentSchema = z.looseObject({ paths: z.record(z.string(), z.partialRecord(z.string(), operationSchema)).default({}) });
const taskBodySchema = z.looseObject({ schema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) });

/** Adds what no schema of a route says: multipart bodies, the options of the tool there is, and that errors are problem documents. */
export const describeDetails: typeof jsonSchemaTransformObject = (input) => {
  const document = jsonSchemaTransformObject(input);
  const { paths } = documentSchema.parse(document);
  for (const [address, operations] of Object.entries(paths)) {
    for (const operation of Object.values(operations)) if (operation !== undefined) sendProblems(operation);
    const post = operations['post'];
    if (post === undefined) continue;
    if (address.endsWith('/tools/files')) post.requestBody = UPLOAD_BODY;
    if (address.endsWith('/tools/{tool}')) describeOptions(post);
  }
  return { ...document, paths };
};

const UPLOAD_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', description: 'Each file under its own name.', additionalProperties: { type: 'string', format: 'binary' } },
    },
  },
};

function sendProblems(operation: z.output<typeof operationSchema>): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    const body = Object.values(response.content ?? {})[0];
    if (Number(status) >= 400 && body !== undefined) response.content = { 'application/problem+json': body };
  }
}

function describeOptions(post: z.output<typeof operationSchema>): void {
  const body = taskBodySchema.safeParse(post.requestBody?.content['application/json']);
  if (!body.success || post.requestBody === undefined) return;
  const options = z.toJSONSchema(repairOptionsSchema, { io: 'input' });
  delete options.$schema;
  const properties = { ...body.data.schema.properties, options };
  post.requestBody.content['application/json'] = { ...body.data, schema: { ...body.data.schema, properties } };
}
