import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance, HTTPMethods } from 'fastify';

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

/** An existing address answers 405 instead of 404 to a method it does not support, and to OPTIONS with those it does. */
export function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, known] of [...methods]) {
    const allowed = [...new Set([...known, 'OPTIONS'])].join(', ');
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
        done(new ProblemError('method-not-allowed', { method: request.method }));
      },
      handler: () => undefined,
    });
    if (!answersOptions) app.options(place, { schema: { hide: true } }, (_request, reply) => reply.code(204).header('allow', allowed).send());
  }
}
