import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { answerNotFound, sendProblem } from '../errors.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The methods of each address below the prefix of `app`, as its routes are added from now on. */
export function collectMethods(app: FastifyInstance): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url: written, method }) => {
    // A slash at the end makes no other address.
    const url = written.replace(/\/$/, '');
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  return methods;
}

/** An existing address answers 405 instead of 404 to a method it does not support, and to OPTIONS with those it does. Comes after the routes. */
export function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>): void {
  app.setNotFoundHandler(answerUnmatched(methods));
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
        void reply.header('allow', allowed);
        done(new ProblemError('method-not-allowed', { method: request.method, allowed }));
      },
      handler: () => undefined,
    });
    if (!answersOptions) app.options(place, { schema: { hide: true } }, (_request, reply) => reply.code(204).header('allow', allowed).send());
  }
}

function allowedWith(known: ReadonlySet<string>): string {
  return [...new Set([...known, 'OPTIONS'])].join(', ');
}

/** Answers what no route takes: 404, or 405 to a method of which the router knows nothing (TRACE, those of WebDAV) at an existing address. */
function answerUnmatched(methods: ReadonlyMap<string, ReadonlySet<string>>): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const ofRouter = new Set<string>([...METHODS, 'OPTIONS']);
  const addresses = [...methods].map(([url, known]) => ({ form: url.split('/'), allowed: allowedWith(known) }));
  return (request, reply) => {
    const place = request.url.split('?', 1)[0]?.replace(/\/$/, '').split('/') ?? [];
    const found = ofRouter.has(request.method) ? undefined : addresses.find(({ form }) => isOfForm(place, form));
    if (found === undefined) return answerNotFound(request, reply);
    return sendProblem(reply.header('allow', found.allowed), new ProblemError('method-not-allowed', { method: request.method, allowed: found.allowed }).toProblem());
  };
}

/** @param form the parts of a route's address, of which `:name` stands for any one. */
function isOfForm(place: readonly string[], form: readonly string[]): boolean {
  return place.length === form.length && form.every((part, index) => part === place[index] || (part.startsWith(':') && place[index] !== ''));
}
