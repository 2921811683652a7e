import type { ToolDefinition } from '@geoinsights/tools';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { describeAnswers } from './openapi-answers.ts';
import { EXAMPLES, namedSchemas, nameOfReport, schemaNamesOf } from './openapi-schemas.ts';
import { optionsJsonSchema } from './tool-schemas.ts';

const contentSchema = z.record(z.string(), z.unknown());
const operationSchema = z.looseObject({
  operationId: z.string().optional(),
  requestBody: z.looseObject({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string().default(''), content: contentSchema.optional(), headers: z.unknown().optional() })).default({}),
});
type Operation = z.output<typeof operationSchema>;
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.partialRecord(z.string(), operationSchema)).default({}),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})).default({}) }),
});

const withPropertiesSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
const taskBodySchema = z.looseObject({ schema: withPropertiesSchema });

/** What the description is served as, and what links to it announce. */
export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.1';

/** The description of the API as a whole. */
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
  // There is no login: whoever knows the id of a task or a file may work with it.
  security: [],
  tags: [
    { name: 'files', description: 'Uploads and results' },
    { name: 'tasks', description: 'Running tools on uploads' },
    { name: 'layers', description: 'Layers of the map' },
  ],
};

/** How the description is generated from the routes and the existing tools. */
export function describeApi(tools: ReadonlyMap<string, ToolDefinition>) {
  const schemaRegistry = namedSchemas(tools.values());
  const describeComponents = createJsonSchemaTransformObject({ schemaRegistry });
  const reports = [...new Set([...tools.values()].map((tool) => nameOfReport(tool, schemaRegistry)))];
  const transformObject: typeof describeComponents = (input) => describeDetails(describeComponents(input), [...tools.values()], reports);
  return { transform: createJsonSchemaTransform({ skipList: [], schemaRegistry }), transformObject };
}

const NO_CONTENT_STATUSES = new Set(['204', '304']);
const STATUS_WORDS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  204: 'Done; there is no content.',
  206: 'The part of the file that was asked for.',
  304: 'It has not changed.',
  400: 'The request is not of the expected form.',
  404: 'It does not exist, or is no longer kept.',
  409: 'The request conflicts with the current state.',
  410: 'This has expired.',
  412: 'A header asks for something that is not available: another version of the protocol, or another file.',
  413: 'Too large, or too many files.',
  415: 'This address does not accept the media type.',
  416: 'The range lies outside the file.',
  422: 'The content cannot be used.',
  429: 'The limit for one address is reached; Retry-After says when to try again.',
  502: 'The service of the layer does not answer as it should.',
  503: 'Not possible at the moment; Retry-After says when to try again.',
  507: 'The server has no room at the moment.',
};

/** Adds what no schema of a route expresses: multipart bodies, the options and reports of the tools, problem documents for errors, and examples. */
function describeDetails(described: object, tools: readonly ToolDefinition[], reports: readonly string[]) {
  const document = documentSchema.parse(described);
  // The only named schema of a request is the new task, which is described below.
  const schemas = Object.fromEntries(Object.entries(document.components.schemas).filter(([name]) => !name.endsWith('Input')));
  for (const [address, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) if (operation !== undefined) describeOperation(method, operation);
    const { post, get, patch } = operations;
    if (patch !== undefined && address.endsWith('/tools/uploads/{uuid}')) patch.requestBody = PART_BODY;
    if (post !== undefined && address.endsWith('/tools/files')) post.requestBody = UPLOAD_BODY;
    if (post !== undefined && address.endsWith('/tools/{tool}')) describeNewTask(post, schemas, tools);
    if (get !== undefined && address.endsWith('/wms')) Object.assign(get.responses['200'] ?? {}, MAPS);
  }
  for (const [name, example] of Object.entries(EXAMPLES)) Object.assign(schemas[name] ?? {}, { examples: [example] });
  describeReports(schemas, reports);
  closeTuples(schemas);
  return { ...document, components: { ...document.components, schemas } };
}

const PART_BODY = { required: true, content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } } };

const UPLOAD_BODY = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        description: 'Each file as a part with its name, in fields of any name.',
        properties: { files: { type: 'array', items: { type: 'string', format: 'binary' }, description: 'All files of one dataset or several: for example a shapefile with its .shx, .dbf and .prj.' } },
        additionalProperties: { type: 'string', format: 'binary' },
      },
    },
  },
};

const MAPS = {
  description: 'A picture, or the requested document; errors also have this status, as XML.',
  content: Object.fromEntries(['image/png', 'image/jpeg', 'text/xml', 'application/vnd.ogc.wms_xml', 'application/vnd.ogc.se_xml', 'application/json', 'text/html', 'text/plain'].map((type) => [type, { schema: { type: 'string' } }])),
};

const LONE_HEAD = '-head';

/** What is only answered with content, or instead of it: a HEAD request has no ranges (RFC 9110, section 14.2), and is not sent elsewhere for what it does not fetch. */
const WITH_CONTENT = new Set(['206', '307', '416']);

function describeOperation(method: string, operation: Operation): void {
  if (method === 'head') operation.responses = Object.fromEntries(Object.entries(operation.responses).filter(([status]) => !WITH_CONTENT.has(status)));
  describeAnswers(operation);
  // One route may answer both; the describing library appends "-head" to the name of a HEAD route.
  if (method === 'head' && operation.operationId !== undefined) operation.operationId = operation.operationId.endsWith(LONE_HEAD) ? operation.operationId.slice(0, -LONE_HEAD.length) : `${operation.operationId}Headers`;
  for (const [status, response] of Object.entries(operation.responses)) {
    const body = Object.values(response.content ?? {})[0];
    if (Number(status) >= 400 && body !== undefined) response.content = { 'application/problem+json': body };
    if (NO_CONTENT_STATUSES.has(status) || method === 'head') delete response.content;
    if (response.description === '' || response.description === 'Default Response') response.description = STATUS_WORDS[status] ?? 'An answer.';
  }
}

/** The options of a new task are those of its tool, which the address names. */
function describeNewTask(post: Operation, schemas: Record<string, object>, tools: readonly ToolDefinition[]): void {
  const body = taskBodySchema.parse(post.requestBody?.content['application/json']);
  const names = tools.map((tool) => {
    const { options } = schemaNamesOf(tool);
    schemas[options] = optionsJsonSchema(tool);
    return options;
  });
  const options = { description: 'The options of the tool that the address names.', anyOf: names.map(reference) };
  schemas['NewTask'] = { ...body.schema, properties: { ...body.schema.properties, options } };
  post.requestBody = { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/NewTask' } } } };
}

/** The report of a task is that of its tool. */
function describeReports(schemas: Record<string, object>, reports: readonly string[]): void {
  const task = withPropertiesSchema.parse(schemas['Task']);
  schemas['Task'] = { ...task, properties: { ...task.properties, report: { anyOf: [...reports.map(reference), { type: 'null' }] } } };
}

function reference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** State explicitly that a fixed-length list has nothing after its last member. */
function closeTuples(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('prefixItems' in value && Array.isArray(value.prefixItems)) Object.assign(value, { items: {}, minItems: value.prefixItems.length, maxItems: value.prefixItems.length });
  for (const member of Object.values(value)) closeTuples(member);
}
