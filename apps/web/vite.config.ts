import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { compressedCopies } from './compressed-copies.config.ts';
import { offlineCopy } from './offline-copy.config.ts';
import { firstScreens } from './first-screens.config.ts';
import { wholeImports } from './whole-imports.config.ts';

export default defineConfig(({ mode }) => {
  const { PORT = '3000' } = loadEnv(mode, '.', 'PORT');
  const proxy = { '/api': `http://127.0.0.1:${PORT}` };
  return {
    plugins: [react(), firstScreens(), offlineCopy(), wholeImports(), compressedCopies()],
    // Images stay files: a strict content security policy then needs no `data:`.
    build: {
      outDir: 'dist',
      assetsInlineLimit: 0,
      // A module that is preloaded in vain is missing until the page is reloaded. Code on demand requests what it needs itself (`wholeImports`).
      modulePreload: { polyfill: false, resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []) },
    },
    // Workers are modules, so that they can load parts on demand.
    worker: { format: 'es' },
    // It expects its WebAssembly next to its own file.
    optimizeDeps: { exclude: ['@sqlite.org/sqlite-wasm'] },
    server: { proxy },
    preview: { proxy },
  };
});
