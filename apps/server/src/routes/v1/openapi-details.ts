import { repairOptionsSchema } from '@geoinsights/contract';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { EXAMPLES, NAMED_SCHEMAS } from './openapi-schemas.ts';

const contentSchema = z.record(z.string(), z.unknown());
const operationSchema = z.looseObject({
  operationId: z.string().optional(),
  requestBody: z.looseObject({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string().default(''), content: contentSchema.optional() })).default({}),
});
type Operation = z.output<typeof operationSchema>;
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.partialRecord(z.string(), operationSchema)).default({}),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})).default({}) }),
});

const taskBodySchema = z.looseObject({ schema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) });

/** What is said of the API as a whole. */
export const API_DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'GeoInsights',
    version: '1',
    description: 'Upload files, run a tool on them, poll its task, download the result. Errors are problem details (RFC 9457) with a stable code.',
    contact: { name: 'GeoInsights' },
    license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
  },
  servers: [{ url: '/', description: 'This server' }],
  // Nobody logs in: who knows the id of a task or a file may work with it.
  security: [],
  tags: [
    { name: 'files', description: 'Uploads and results' },
    { name: 'tasks', description: 'Tools at work on uploads' },
    { name: 'layers', description: 'Layers of the map' },
  ],
};

export const describeRoute = createJsonSchemaTransform({ skipList: [], schemaRegistry: NAMED_SCHEMAS });
const describeComponents = createJsonSchemaTransformObject({ schemaRegistry: NAMED_SCHEMAS });

const NO_CONTENT_STATUSES = new Set(['204', '304']);
const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const BAD_REQUEST = { description: 'The request cannot be read.', content: PROBLEM };
const STATUS_WORDS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Done; there is nothing to tell.',
  206: 'The part of the file that was asked for.',
  304: 'What the asker has is what there is.',
  400: 'The request is not of the expected form.',
  404: 'There is no such thing, or it is not kept any more.',
  413: 'Too large, or too many files.',
  415: 'Not a media type that this address takes.',
  416: 'The range lies outside the file.',
  422: 'What was sent cannot be used.',
  502: 'The service that has the layer does not answer as it should.',
  503: 'Not possible at the moment; Retry-After says when to come again.',
  507: 'The server has no room at the moment.',
};

/** Adds what no schema of a route says: multipart bodies, the options of the tool there is, that errors are problem documents, and examples. */
export const describeDetails: typeof describeComponents = (input) => {
  const document = documentSchema.parse(describeComponents(input));
  // Of what is sent, nothing is named but the new task, which is described below.
  const schemas = Object.fromEntries(Object.entries(document.components.schemas).filter(([name]) => !name.endsWith('Input')));
  for (const [address, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) if (operation !== undefined) describeOperation(method, operation);
    const { post, get } = operations;
    if (post !== undefined && address.endsWith('/tools/files')) post.requestBody = UPLOAD_BODY;
    if (post !== undefined && address.endsWith('/tools/{tool}')) describeNewTask(post, schemas);
    if (get !== undefined && address.endsWith('/wms')) get.responses['200'] = MAPS;
  }
  for (const [name, example] of Object.entries(EXAMPLES)) Object.assign(schemas[name] ?? {}, { examples: [example] });
  closeTuples(schemas);
  return { ...document, components: { ...document.components, schemas } };
};

const UPLOAD_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        description: 'Each file as a part with its name, in fields of any name.',
        properties: { files: { type: 'array', items: { type: 'string', format: 'binary' }, description: 'All files of one dataset or several: a shapefile with its .shx, .dbf and .prj, say.' } },
        additionalProperties: { type: 'string', format: 'binary' },
      },
    },
  },
};

const MAPS = {
  description: 'A picture, or what was asked for; errors too are answers of this status, as XML.',
  content: Object.fromEntries(['image/png', 'image/jpeg', 'text/xml', 'application/json', 'text/html', 'text/plain'].map((type) => [type, { schema: { type: 'string' } }])),
};

function describeOperation(method: string, operation: Operation): void {
  // One route answers both.
  if (method === 'head' && operation.operationId !== undefined) operation.operationId = `${operation.operationId}Headers`;
  for (const [status, response] of Object.entries(operation.responses)) {
    const body = Object.values(response.content ?? {})[0];
    if (Number(status) >= 400 && body !== undefined) response.content = { 'application/problem+json': body };
    if (NO_CONTENT_STATUSES.has(status) || method === 'head') delete response.content;
    if (response.description === '' || response.description === 'Default Response') response.description = STATUS_WORDS[status] ?? 'An answer.';
  }
  if (!Object.keys(operation.responses).some((status) => status.startsWith('4'))) operation.responses['400'] = BAD_REQUEST;
}

/** Of the options of tools, those of the one that there is are told. */
function describeNewTask(post: Operation, schemas: Record<string, object>): void {
  const body = taskBodySchema.parse(post.requestBody?.content['application/json']);
  const options = z.toJSONSchema(repairOptionsSchema, { io: 'input' });
  delete options.$schema;
  schemas['RepairOptions'] = options;
  schemas['NewTask'] = { ...body.schema, properties: { ...body.schema.properties, options: { $ref: '#/components/schemas/RepairOptions' } } };
  post.requestBody = { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/NewTask' } } } };
}

/** A list of fixed length has nothing behind its last member, which is to be said. */
function closeTuples(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('prefixItems' in value && Array.isArray(value.prefixItems)) Object.assign(value, { items: {}, minItems: value.prefixItems.length, maxItems: value.prefixItems.length });
  for (const member of Object.values(value)) closeTuples(member);
}
