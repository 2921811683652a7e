import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema } from '../../db/uuid.ts';
import { answerError, sendProblem } from '../../errors.ts';
import { publicAddress } from '../../public-address.ts';
import type { Services } from '../../services.ts';
import { toolNamed } from '../../tasks/tools.ts';
import { OPTIONS_BODY_LIMIT } from '../../visitors/long-bodies.ts';
import { collectMethods, refuseOtherMethods } from '../other-methods.ts';
import { requireTask } from '../require-task.ts';
import { allowAllOrigins, answerPreflights } from '../v1/all-origins.ts';
import { createTask } from '../v1/create-task.ts';
import { CONFORMANCE, landingPage, processDescription, processList, results, statusInfo } from './documents.ts';

const processParameters = z.object({ process: z.string() });
const jobParameters = z.object({ job: idSchema });
/** Of the list of processes. */
const pageSchema = z.object({ limit: z.coerce.number().int().min(1).max(10_000).default(10_000), offset: z.coerce.number().int().min(0).max(10_000).default(0) });
/** An input may be a bare value or a qualified value. */
const fileSchema = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)], {
  error: ({ input }) => (input === undefined ? 'is needed' : 'takes the uuid of one upload, as a text; files come by POST /api/v1/tools/files first'),
});
const optionsSchema = z.union([z.strictObject({ value: z.record(z.string(), z.unknown()) }).transform(({ value }) => value), z.record(z.string(), z.unknown())]);
/** Other members that a client may send (outputs, response, subscriber) have no effect: both outputs are returned by reference. */
const executeSchema = z.looseObject({ inputs: z.strictObject({ input_file: fileSchema, options: optionsSchema.optional() }) });

const EXCEPTIONS = 'http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0';
/** The standard's exception types for problems that our table has, too. */
const TYPES: Readonly<Record<string, string>> = { 'unknown-tool': `${EXCEPTIONS}/no-such-process`, 'unknown-task': `${EXCEPTIONS}/no-such-job`, 'result-not-ready': `${EXCEPTIONS}/result-not-ready` };

/** OGC API Processes 1.0, Core: our tools as processes and our tasks as jobs. It keeps no state of its own. */
export function ogcApiRoutes(app: FastifyInstance, services: Services): void {
  const { config, tools, tasks, worker } = services;
  const methods = collectMethods(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, ({ code, type }) => TYPES[code] ?? type));
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const forAll = { schema: { hide: true }, onRequest: allowAllOrigins };

  routes.get('/', forAll, (request) => landingPage(baseOf(request), apiOf(request)));
  routes.get('/conformance', forAll, () => ({ conformsTo: CONFORMANCE }));
  routes.get('/processes', { schema: { hide: true, querystring: pageSchema }, onRequest: allowAllOrigins }, (request) => processList(baseOf(request), [...tools.values()], request.query));
  routes.get('/processes/:process', { schema: { hide: true, params: processParameters }, onRequest: allowAllOrigins }, (request) => {
    return processDescription(baseOf(request), toolNamed(request.params.process, tools));
  });

  const execution = { schema: { hide: true, params: processParameters, body: executeSchema }, bodyLimit: OPTIONS_BODY_LIMIT, preParsing: services.longBodies };
  routes.post('/processes/:process/execution', execution, async (request, reply) => {
    const { input_file: inputFile, options = {} } = request.body.inputs;
    const { task } = await createTask({ tool: request.params.process, inputFile, options }, request, services);
    const base = baseOf(request);
    return reply.code(201).headers({ 'location': `${base}/jobs/${task.uuid}`, 'preference-applied': 'respond-async', 'cache-control': 'no-store' }).send(statusInfo(base, task));
  });

  const job = { schema: { hide: true, params: jobParameters } };
  routes.get('/jobs/:job', job, async (request, reply) => reply.header('cache-control', 'no-store').send(statusInfo(baseOf(request), await requireTask(request.params.job, tasks))));
  routes.get('/jobs/:job/results', job, async (request, reply) => {
    const task = await requireTask(request.params.job, tasks);
    if (task.error !== null) return sendProblem(reply, task.error);
    if (task.progress_status !== 'COMPLETED') throw new ProblemError('result-not-ready');
    return reply.header('cache-control', 'no-store').send(results(apiOf(request), task));
  });
  routes.delete('/jobs/:job', job, async (request, reply) => {
    await requireTask(request.params.job, tasks);
    await worker.cancel(request.params.job);
    return reply.header('cache-control', 'no-store').send(statusInfo(baseOf(request), await requireTask(request.params.job, tasks)));
  });

  for (const place of ['/', '/conformance', '/processes', '/processes/:process']) answerPreflights(app, place);
  refuseOtherMethods(app, methods, tools);

  function baseOf(request: FastifyRequest): string {
    return `${publicAddress(request, config.access.publicUrl)}${app.prefix}`;
  }

  function apiOf(request: FastifyRequest): string {
    return `${publicAddress(request, config.access.publicUrl)}/api/v1`;
  }
}
