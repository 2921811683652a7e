import type { Plugin, Rolldown } from 'vite';

/** A request for code on demand, as the built site has it. */
const IMPORT = /\bimport\((["'`])\.\/([\w.-]+\.js)\1\)/g;

/**
 * Has the built site load code on demand by `importWhole` (`src/ui/import-whole.ts`), with the names of all files that it needs. Where that is not
 * installed, as in the pages that the build itself renders, `import()` stays what it is.
 */
export function wholeImports(): Plugin {
  return {
    name: 'whole-imports',
    apply: 'build',
    generateBundle: {
      // After Vite has added the stylesheets that each import needs.
      order: 'post',
      handler(_options, bundle) {
        const folder = (file: string) => file.slice(0, file.lastIndexOf('/') + 1);
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replace(IMPORT, (_all, _quote, name: string) => {
            const needed = [...neededBy(folder(chunk.fileName) + name, bundle)].map((file) => here(file.slice(folder(chunk.fileName).length)));
            return `(globalThis.importWhole??(a=>import(a)))(${here(name)},[${needed.join(',')}])`;
          });
        }
      },
    },
  };
}

function here(name: string): string {
  return `new URL("./${name}",import.meta.url).href`;
}

/** The files that a file imports, and those that these import; not the first script of the site, which runs by then. */
function neededBy(file: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const chunk = bundle[file];
  for (const needed of chunk.type === 'chunk' ? chunk.imports : []) {
    const other = bundle[needed];
    if (found.has(needed) || other.type !== 'chunk' || other.isEntry) continue;
    found.add(needed);
    neededBy(needed, bundle, found);
  }
  return found;
}
