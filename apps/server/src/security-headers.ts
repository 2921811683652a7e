import type { FastifyInstance } from 'fastify';

/** Map tiles come from the catalogue's services, over https (isPictureAddress); nothing else comes from elsewhere. */
function contentSecurityPolicy(styleElements: string, scripts = ''): string {
  return [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    // Components and the map set element styles by script (CSSOM), which this does not forbid.
    `style-src 'self'${styleElements}`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Swagger UI writes one style element into its page, identified by its hash; e2e/specs/api-page.spec.ts notices when it changes. */
export const API_PAGE_POLICY = contentSecurityPolicy(" 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='");

/** WebAssembly may be compiled; text may not be run as a script. */
export const SQLITE_WORKER_POLICY = contentSecurityPolicy('', " 'wasm-unsafe-eval'");

/** A report is a standalone document that contains names from files: it loads nothing, runs nothing and has an opaque origin. Its style is inline. */
export const REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

export const SECURITY_HEADERS = {
  'content-security-policy': contentSecurityPolicy(''),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** One year, as browsers require. Other names of the domain are not ours to decide about. */
const BY_TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** On every response, errors included. Clients that use TLS are instructed to use only TLS from now on. */
export function sendSecurityHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const isKnownByTls = publicUrl?.startsWith('https:') === true;
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(SECURITY_HEADERS);
    if (isKnownByTls || request.protocol === 'https') void reply.headers(BY_TLS_ONLY);
    done();
  });
}
