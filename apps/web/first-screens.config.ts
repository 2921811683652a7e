import { createServer, isRunnableDevEnvironment } from 'vite';
import type { Plugin, Rolldown } from 'vite';

interface FirstScreen {
  readonly address: string;
  readonly file: string;
  /** The modules that the address loads, first the one of its route. */
  readonly modules: readonly RegExp[];
  readonly language?: 'pt-BR';
}

/** The pages of the site that begin as HTML. Every other address has the bare `index.html`. */
const SCREENS: readonly FirstScreen[] = [
  { address: '/', file: 'home.html', modules: [/\/home-page\.tsx$/] },
  { address: '/geotools', file: 'geotools.html', modules: [/\/tools-page\.tsx$/] },
  { address: '/geotools/fix-geometry', file: 'fix-geometry.html', modules: [/\/fix-geometry-with-review\.tsx$/] },
  { address: '/geoexplorer', file: 'geoexplorer.html', modules: [/\/explorer-page\.tsx$/, /\/explorer-columns\.tsx$/], language: 'pt-BR' },
];

/** What `index.html` says itself, and how it says it in Portuguese. */
const PORTUGUESE: readonly (readonly [english: string, portuguese: string])[] = [
  ['<html lang="en">', '<html lang="pt-BR">'],
  [
    'GeoInsights is still loading: on a slow connection this takes a while. If this sentence stays, reload the page; your browser may be too old for it.',
    'O GeoInsights ainda está carregando: numa conexão lenta isso demora um pouco. Se esta frase não sair, recarregue a página; seu navegador pode ser antigo demais.',
  ],
  ['GeoInsights needs JavaScript. Allow it for this site and reload the page.', 'O GeoInsights precisa de JavaScript. Permita-o neste site e recarregue a página.'],
];

/** The part of the font that English and Portuguese need. */
const FONT = /-latin-wght-normal-[^/]*\.woff2$/;
const ROOT = '<div id="root">';
/** That of the page which all addresses share; the script gives each its own. */
const TITLE = '<title>GeoInsights</title>';
const HEADING = /<h1[^>]*>([^<]+)<\/h1>/;
/** The first words need the styles and no script: on a slow line these come first. */
const SCRIPT = /<(?:script type="module"|link rel="modulepreload") /g;
/** An image as the components name it when they run outside the build. */
const SOURCE_IMAGE = /\/(src\/[^"]+\.svg)/g;

/**
 * Makes a file of each page out of the one page of the site. It names what the page needs, so that a browser fetches it beside the entry, not
 * after the entry has run, and it has as HTML what can be read before the script is there. On a telephone's line the first words come in a
 * quarter of the time.
 */
export function firstScreens(): Plugin {
  let root = '';
  return {
    name: 'first-screens',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const page = outputs.find(({ fileName }) => fileName === 'index.html');
      if (page?.type !== 'asset') throw new Error('The page of the site was not built.');
      const source = String(page.source);
      if (!source.includes(ROOT) || !source.includes(TITLE)) throw new Error('The page has no place for its first screen or its title.');
      const rendered = await renderScreens(root);
      for (const [index, screen] of SCREENS.entries()) {
        const html = withBuiltImages(rendered[index] ?? '', outputs);
        const heading = HEADING.exec(html)?.[1];
        if (heading === undefined) throw new Error(`The first screen of ${screen.address} has no heading.`);
        const links = linksOf(screen, source, outputs);
        this.emitFile({
          type: 'asset',
          fileName: screen.file,
          source: inLanguage(screen, source)
            .replaceAll(SCRIPT, '$&fetchpriority="low" ')
            .replace(TITLE, () => `<title>${heading} – GeoInsights</title>`)
            .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
            .replace(ROOT, () => `<div id="root" data-address="${screen.address}">${html}`),
        });
      }
    },
  };
}

function inLanguage({ language }: FirstScreen, source: string): string {
  if (language === undefined) return source;
  let translated = source;
  for (const [english, portuguese] of PORTUGUESE) {
    if (!translated.includes(english)) throw new Error(`The page does not say any more: ${english}`);
    translated = translated.replace(english, () => portuguese);
  }
  return translated;
}

function linksOf({ address, modules }: FirstScreen, source: string, outputs: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): string[] {
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const starts = modules.map((module) => chunks.find(({ facadeModuleId }) => module.test(facadeModuleId ?? '')));
  const found = starts.filter((start) => start !== undefined);
  const font = outputs.find(({ fileName }) => FONT.test(fileName));
  if (found.length < modules.length || font === undefined) throw new Error(`What ${address} needs was not built.`);
  const needed = withImports(found, chunks).filter(({ fileName }) => !source.includes(fileName));
  const sheets = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
  return [
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`,
    ...needed.map(({ fileName }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${fileName}">`),
    ...[...sheets].map((fileName) => `<link rel="stylesheet" crossorigin href="/${fileName}">`),
  ];
}

/** Images under their names in the built site. */
function withBuiltImages(html: string, outputs: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): string {
  return html.replaceAll(SOURCE_IMAGE, (_whole, original: string) => {
    const built = outputs.find((output) => output.type === 'asset' && output.originalFileNames.some((name) => name.endsWith(original)));
    if (built === undefined) throw new Error(`The image ${original} was not built.`);
    return `/${built.fileName}`;
  });
}

/** Runs the components in Node, with the same names of classes as in the built styles. */
async function renderScreens(root: string): Promise<string[]> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    mode: 'production',
    // As in the build: images are files.
    build: { assetsInlineLimit: 0 },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { ssr } = server.environments;
    if (!isRunnableDevEnvironment(ssr)) throw new Error('The first screens cannot be made.');
    const first = await ssr.runner.import<{ firstScreenOf: (address: string) => Promise<string> }>('/src/app/first-screen.tsx');
    const screens: string[] = [];
    for (const { address } of SCREENS) screens.push(await first.firstScreenOf(address));
    return screens;
  } finally {
    await server.close();
  }
}

/** Chunks and all that they import, but for the entry, which is in the page already. */
function withImports(starts: readonly Rolldown.OutputChunk[], chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set(starts);
  for (const chunk of found) for (const other of chunks) if (chunk.imports.includes(other.fileName) && !other.isEntry) found.add(other);
  return [...found];
}
