import type { ProgressStatus, Task } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import { OPENAPI_TYPE } from '../v1/openapi-details.ts';
import { optionsJsonSchema } from '../v1/tool-schemas.ts';

/** The conformance classes of OGC API Processes, part 1, that we meet. */
export const CONFORMANCE = ['core', 'json', 'ogc-process-description'].map((name) => `http://www.opengis.net/spec/ogcapi-processes-1/1.0/conf/${name}`);

interface Link {
  readonly rel: string;
  readonly type: string;
  readonly href: string;
  readonly title?: string;
}

const JSON_TYPE = 'application/json';
const RELATIONS = 'http://www.opengis.net/def/rel/ogc/1.0';
const STATUSES: Readonly<Record<ProgressStatus, string>> = { READY: 'accepted', RUNNING: 'running', COMPLETED: 'successful', FAILED: 'failed', CANCELLED: 'dismissed' };

function link(rel: string, href: string, type = JSON_TYPE): Link {
  return { rel, type, href };
}

/** @param base the address of this service, without a trailing slash; @param api that of our own API */
export function landingPage(base: string, api: string) {
  return {
    title: 'GeoInsights',
    description: 'Tools for geometry files. Files are uploaded by the API that service-desc describes; their uuid is the input of a process.',
    links: [
      link('self', `${base}/`),
      link('service-desc', `${api}/openapi.json`, OPENAPI_TYPE),
      link('service-doc', `${api}/docs`, 'text/html'),
      link(`${RELATIONS}/conformance`, `${base}/conformance`),
      link('conformance', `${base}/conformance`),
      link(`${RELATIONS}/processes`, `${base}/processes`),
    ],
  };
}

/** At most `limit` processes from `offset` on, and where the next ones are. */
export function processList(base: string, tools: readonly ToolDefinition[], { limit, offset }: { readonly limit: number; readonly offset: number }) {
  const end = offset + limit;
  const next = end < tools.length ? [link('next', `${base}/processes?limit=${String(limit)}&offset=${String(end)}`)] : [];
  return { processes: tools.slice(offset, end).map((tool) => processSummary(base, tool)), links: [link('self', `${base}/processes`), ...next] };
}

function processSummary(base: string, { name, title, summary }: ToolDefinition) {
  return {
    id: name,
    title,
    description: summary,
    version: '1',
    jobControlOptions: ['async-execute', 'dismiss'],
    outputTransmission: ['reference'],
    links: [link('self', `${base}/processes/${name}`), link(`${RELATIONS}/execute`, `${base}/processes/${name}/execution`)],
  };
}

export function processDescription(base: string, tool: ToolDefinition) {
  const file = { type: 'string', format: 'uri', contentMediaType: 'application/octet-stream' };
  return {
    ...processSummary(base, tool),
    inputs: {
      input_file: { title: 'Upload', description: 'The uuid of an upload: POST /api/v1/tools/files answers with it.', minOccurs: 1, maxOccurs: 1, schema: { type: 'string', format: 'uuid' } },
      options: { title: 'Options', minOccurs: 0, maxOccurs: 1, schema: optionsJsonSchema(tool) },
    },
    outputs: {
      result: { title: 'The file, or an archive of the files', schema: file },
      report: { title: 'What was found and done, with every finding', schema: { ...file, contentMediaType: JSON_TYPE } },
    },
  };
}

export function statusInfo(base: string, task: Task) {
  const place = `${base}/jobs/${task.uuid}`;
  const { started_at: started, finished_at: finished } = task;
  return {
    jobID: task.uuid,
    processID: task.tool,
    type: 'process',
    status: STATUSES[task.progress_status],
    message: task.error?.detail ?? task.stage ?? STATUSES[task.progress_status],
    progress: Math.floor(100 * task.progress),
    created: task.created_at,
    ...(started === null ? {} : { started }),
    ...(finished === null ? {} : { finished }),
    updated: finished ?? started ?? task.created_at,
    links: [link('self', place), ...(task.progress_status === 'COMPLETED' ? [link(`${RELATIONS}/results`, `${place}/results`)] : [])],
  };
}

/** Files deleted since are left out. */
export function results(api: string, { output_file: output, report_file: report }: Task) {
  const file = (uuid: string, type: string) => ({ href: `${api}/tools/files/${uuid}`, type });
  return { ...(output === null ? {} : { result: file(output, 'application/octet-stream') }), ...(report === null ? {} : { report: file(report, JSON_TYPE) }) };
}
