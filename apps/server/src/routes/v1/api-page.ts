import type { FastifyInstance } from 'fastify';
import swaggerUi from '@fastify/swagger-ui';
import { API_PAGE_POLICY } from '../../security-headers.ts';

/**
 * The colours of the library have too little contrast. Its column of links between answers is always empty and makes the page wider than a phone. Its
 * licence link leads to a page of SPDX, which exists only for licences in their list. It takes the ring off some of its buttons, and shows the one that
 * copies an address only to a pointer.
 */
const STYLE = `
.swagger-ui .info a, .swagger-ui .info .link { color: #22607d }
.swagger-ui .info .title small.version-stamp { background-color: #1c6048 }
.swagger-ui .info .title small { background-color: #55605c }
.swagger-ui .opblock[class] .opblock-summary .opblock-summary-method { background-color: #1b2a25 }
.swagger-ui .json-schema-2020-12-expand-deep-button { color: #1b2a25 }
.swagger-ui .info__license { display: none }
.swagger-ui .parameter__in, .swagger-ui .parameter__extension, .swagger-ui .prop-format { color: #4a5a54 }
.swagger-ui .parameter__name.required span, .swagger-ui .parameter__name.required:after { color: #a3271c }
.swagger-ui .response-col_links { display: none }
.swagger-ui .download-contents[class] { background-color: #22607d }
.swagger-ui .btn.execute { border-color: #22607d; background-color: #22607d }
.swagger-ui .btn.cancel { border-color: #a3271c; color: #a3271c }
.swagger-ui .response-control-media-type__accept-message { color: #1c6048 }
.swagger-ui button[class]:focus-visible { outline: 3px solid #22607d; outline-offset: 2px }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard:focus-within { width: 24px; margin: 0 5px }
`;

/**
 * What the library has no options for: its headings skip a level, its fields have labels only beside them, its header is in no landmark, and each
 * call is a link inside a button. React does not reset these attributes, and the address of the page still names the opened call.
 */
const SCRIPT = `
const page = document.getElementById('swagger-ui');
const textOf = (element) => element?.textContent.replace(/\\s*\\*\\s*$/, '').trim() ?? '';
const nameOf = (field) => (field.matches('.body-param__text') ? 'Body of the request' : textOf(field.closest('tr')?.querySelector('.parameter__name')) || 'Value');
const give = (place, attributes) => {
  for (const element of page.querySelectorAll(place)) for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
};

function mend() {
  give('.information-container', { role: 'banner' });
  give('.scheme-container', { 'role': 'region', 'aria-label': 'Server' });
  give('#servers', { 'aria-label': 'Server' });
  // What scrolls is reached by the keyboard, and a table is one.
  give('pre.microlight', { tabindex: '0' });
  give('table[role=region]', { role: 'table' });
  for (const heading of page.querySelectorAll('h3, h4, h5, h6')) heading.setAttribute('aria-level', String(Number(heading.localName.slice(1)) - 1));
  for (const link of page.querySelectorAll('button a[href]')) link.removeAttribute('href');
  for (const field of page.querySelectorAll('input, select, textarea')) {
    if (field.labels?.length === 0 && !field.hasAttribute('aria-label')) field.setAttribute('aria-label', nameOf(field));
  }
}

new MutationObserver(mend).observe(page, { childList: true, subtree: true });
`;

/** The page to read the API on and to try it. */
export async function apiPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: app.prefix,
    staticCSP: false,
    logLevel: 'warn',
    theme: { title: 'GeoInsights API', css: [{ filename: 'geoinsights.css', content: STYLE }], js: [{ filename: 'geoinsights.js', content: SCRIPT }] },
    // Without the library's header bar, which shows its name and asks for the address of another API. And without coloured answers: they create an
    // element for each word, and the list of tools has thousands of words.
    uiConfig: { layout: 'BaseLayout', syntaxHighlight: false },
    uiHooks: {
      onRequest: (_request, reply, done) => {
        void reply.header('content-security-policy', API_PAGE_POLICY);
        done();
      },
    },
  });
}
