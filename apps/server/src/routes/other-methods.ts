import { ProblemError } from '@geoinsights/contract';
import type { ToolDefinition } from '@geoinsights/tools';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { answerNotFound, sendProblem } from '../errors.ts';
import { toolNamed } from '../tasks/tools.ts';

/** The parameters of addresses that name a tool, in either API. */
const toolParametersSchema = z.object({ tool: z.string().optional(), process: z.string().optional() });

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The methods of each address below the prefix of `app`, as its routes are added from now on. */
export function collectMethods(app: FastifyInstance): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url: written, method }) => {
    // A trailing slash makes no difference.
    const url = written.replace(/\/$/, '');
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  return methods;
}

/**
 * An existing address answers 405 instead of 404 to a method that it does not support, and OPTIONS with the methods that it does. The address of a
 * tool that does not exist is not an existing one. Must be called after the routes are added.
 */
export function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>, tools: ReadonlyMap<string, ToolDefinition>): void {
  const requireTool = (parameters: unknown) => {
    const { tool, process } = toolParametersSchema.parse(parameters);
    const name = tool ?? process;
    if (name !== undefined) toolNamed(name, tools);
  };
  app.setNotFoundHandler(answerUnmatched(methods, requireTool));
  for (const [url, known] of [...methods]) {
    const allowed = allowedWith(known);
    const others = METHODS.filter((method) => !known.has(method) && !(method === 'HEAD' && known.has('GET')));
    const answersOptions = known.has('OPTIONS');
    if (others.length === 0 || !url.startsWith(app.prefix)) continue;
    const place = url.slice(app.prefix.length) || '/';
    app.route({
      method: others,
      url: place,
      schema: { hide: true },
      // Before the body is parsed: whatever it contains does not matter here.
      onRequest: (request, reply, done) => {
        requireTool(request.params);
        void reply.header('allow', allowed);
        done(new ProblemError('method-not-allowed', { method: request.method, allowed }));
      },
      handler: () => undefined,
    });
    if (answersOptions) continue;
    app.options(place, { schema: { hide: true } }, (request, reply) => {
      requireTool(request.params);
      return reply.code(204).header('allow', allowed).send();
    });
  }
}

function allowedWith(known: ReadonlySet<string>): string {
  return [...new Set([...known, 'OPTIONS'])].join(', ');
}

/** Answers what no route takes: 404, or 405 if the address exists and the router does not know the method (TRACE, those of WebDAV). */
function answerUnmatched(methods: ReadonlyMap<string, ReadonlySet<string>>, requireTool: (parameters: unknown) => void): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const ofRouter = new Set<string>([...METHODS, 'OPTIONS']);
  // As in the router, literal parts of an address have precedence over parameters.
  const addresses = [...methods].map(([url, known]) => ({ form: url.split('/'), allowed: allowedWith(known) })).sort((one, other) => parametersIn(one.form) - parametersIn(other.form));
  return (request, reply) => {
    const place = request.url.split('?', 1)[0]?.replace(/\/$/, '').split('/') ?? [];
    const found = ofRouter.has(request.method) ? undefined : addresses.find(({ form }) => isOfForm(place, form));
    if (found === undefined) return answerNotFound(request, reply);
    requireTool(parametersOf(place, found.form));
    return sendProblem(reply.header('allow', found.allowed), new ProblemError('method-not-allowed', { method: request.method, allowed: found.allowed }).toProblem());
  };
}

/** @param form the parts of a route's address; `:name` matches any part. */
function isOfForm(place: readonly string[], form: readonly string[]): boolean {
  return place.length === form.length && form.every((part, index) => part === place[index] || (part.startsWith(':') && place[index] !== ''));
}

function parametersIn(form: readonly string[]): number {
  return form.filter((part) => part.startsWith(':')).length;
}

function parametersOf(place: readonly string[], form: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(form.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), place[index]]] : [])));
}
