import { createServer, isRunnableDevEnvironment } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const ADDRESS = '/geotools/fix-geometry';
const MODULE = /\/fix-geometry-with-review\.tsx$/;
/** The part of the font that English and Portuguese need. */
const FONT = /-latin-wght-normal-[^/]*\.woff2$/;
const ROOT = '<div id="root">';
/** That of the page which all addresses share; the script gives each its own. */
const TITLE = '<title>GeoInsights</title>';
const HEADING = /<h1[^>]*>([^<]+)<\/h1>/;
/** The first words need the styles and no script: on a slow line these come first. */
const SCRIPT = /<(?:script type="module"|link rel="modulepreload") /g;

/**
 * Makes `fix-geometry.html` of the one page of the site. It names what the page of the tools needs, so that a browser fetches it beside the
 * entry, not after the entry has run, and it has the heading and the introduction as HTML. On a telephone's line the first words are there
 * after half the time.
 */
export function pageOfTools(): Plugin {
  let root = '';
  return {
    name: 'page-of-tools',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((output) => output.type === 'chunk');
      const page = outputs.find(({ fileName }) => fileName === 'index.html');
      const start = chunks.find(({ facadeModuleId }) => MODULE.test(facadeModuleId ?? ''));
      if (start === undefined || page?.type !== 'asset') throw new Error('The page of the tools was not built.');
      const source = String(page.source);
      if (!source.includes(ROOT) || !source.includes(TITLE)) throw new Error('The page has no place for its first screen or its title.');
      const needed = withImports(start, chunks).filter(({ fileName }) => !source.includes(fileName));
      const font = outputs.find(({ fileName }) => FONT.test(fileName));
      if (font === undefined) throw new Error('The font of the page was not built.');
      const links = [
        `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`,
        ...needed.map(({ fileName }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${fileName}">`),
        ...needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]).map((fileName) => `<link rel="stylesheet" crossorigin href="/${fileName}">`),
      ];
      const firstScreen = await firstScreenOf(root);
      const heading = HEADING.exec(firstScreen)?.[1];
      if (heading === undefined) throw new Error('The first screen of the tools has no heading.');
      this.emitFile({ type: 'asset', fileName: 'fix-geometry.html', source: source.replaceAll(SCRIPT, '$&fetchpriority="low" ').replace(TITLE, () => `<title>${heading} – GeoInsights</title>`).replace('</head>', `  ${links.join('\n    ')}\n  </head>`).replace(ROOT, () => `${ROOT}${firstScreen}`) });
    },
  };
}

/** Runs the components in Node, with the same names of classes as in the built styles. */
async function firstScreenOf(root: string): Promise<string> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    mode: 'production',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { ssr } = server.environments;
    if (!isRunnableDevEnvironment(ssr)) throw new Error('The first screen of the tools cannot be made.');
    const first = await ssr.runner.import<{ firstScreenOf: (address: string) => Promise<string> }>('/src/app/first-screen.tsx');
    return await first.firstScreenOf(ADDRESS);
  } finally {
    await server.close();
  }
}

/** A chunk and all that it imports, but for the entry, which is in the page already. */
function withImports(start: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set([start]);
  for (const chunk of found) for (const other of chunks) if (chunk.imports.includes(other.fileName) && !other.isEntry) found.add(other);
  return [...found];
}
