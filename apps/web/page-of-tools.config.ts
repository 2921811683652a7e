import type { Plugin, Rolldown } from 'vite';

const MODULE = /\/fix-geometry-with-review\.tsx$/;

/**
 * Makes `fix-geometry.html` of the one page of the site, which names what the page of the tools needs: a browser fetches it beside the
 * entry, not after the entry has run. On a telephone's line that is a third of the time to the first words.
 */
export function pageOfTools(): Plugin {
  return {
    name: 'page-of-tools',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const chunks = outputs.filter((output) => output.type === 'chunk');
      const page = outputs.find(({ fileName }) => fileName === 'index.html');
      const start = chunks.find(({ facadeModuleId }) => MODULE.test(facadeModuleId ?? ''));
      if (start === undefined || page?.type !== 'asset') throw new Error('The page of the tools was not built.');
      const source = String(page.source);
      const needed = withImports(start, chunks).filter(({ fileName }) => !source.includes(fileName));
      const links = [
        ...needed.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
        ...needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]).map((fileName) => `<link rel="stylesheet" crossorigin href="/${fileName}">`),
      ];
      this.emitFile({ type: 'asset', fileName: 'fix-geometry.html', source: source.replace('</head>', `  ${links.join('\n    ')}\n  </head>`) });
    },
  };
}

/** A chunk and all that it imports, but for the entry, which is in the page already. */
function withImports(start: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set([start]);
  for (const chunk of found) for (const other of chunks) if (chunk.imports.includes(other.fileName) && !other.isEntry) found.add(other);
  return [...found];
}
