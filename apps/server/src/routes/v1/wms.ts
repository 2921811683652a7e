import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerPreflights, FOR_ALL_ORIGINS } from './all-origins.ts';
import { publicAddress } from '../../public-address.ts';
import type { Services } from '../../services.ts';
import { whenGone } from '../../visitors/when-gone.ts';

const queryStringSchema = z
  .looseObject({ SERVICE: z.string().optional(), VERSION: z.string().optional(), REQUEST: z.string().optional(), LAYERS: z.string().optional() })
  .describe('The parameters of WMS 1.1.1 or 1.3.0; their names are read without regard to case.');

/** Our own Web Map Service. It parses its query itself: WMS has its own rules for that, and for errors. */
export function wmsRoutes(app: FastifyInstance, { wms, config }: Services): void {
  const { publicUrl } = config.access;
  app.get(
    '/wms',
    {
      schema: { operationId: 'askWms', summary: 'Maps of the layers that this server draws (OGC WMS)', description: 'GetCapabilities, GetMap, GetFeatureInfo and GetLegendGraphic of WMS 1.1.1 and 1.3.0.', tags: ['layers'], querystring: queryStringSchema, response: { 200: z.unknown(), 304: z.undefined().describe('The picture or document has not changed.'), 503: z.unknown().describe('Too many pictures are being drawn; as XML.') } },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      spellContentType(reply.raw);
      const gone = new AbortController();
      whenGone(reply, () => gone.abort(new Error('The client is gone.')));
      const [path = '', search = ''] = splitOnce(request.raw.url ?? '', '?');
      const answer = await wms.answer({
        query: new URLSearchParams(search),
        address: `${publicAddress(request, publicUrl)}${path}`,
        known: request.headers['if-none-match'],
        signal: gone.signal,
      });
      void reply.code(answer.status).headers({ ...FOR_ALL_ORIGINS, ...answer.headers });
      if (answer.status === 304) {
        // There is no content, so there is no content type.
        reply.raw.removeHeader('content-type');
        return reply.send(undefined);
      }
      return reply.send(typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength));
    },
  );
  // Other people's pages and programs show our maps, too.
  answerPreflights(app, '/wms');
}

/**
 * QGIS looks for `Content-Type` in exactly this spelling and mistakes JSON about features for GML if it does not find it. Fastify
 * writes header names in lower case; Node keeps the spelling of `setHeader`, which it uses for all headers once one is set.
 */
function spellContentType(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => setHeader(name === 'content-type' ? 'Content-Type' : name, value);
  response.setHeader('content-type', 'text/xml');
}

function splitOnce(text: string, separator: string): string[] {
  const place = text.indexOf(separator);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + separator.length)];
}
