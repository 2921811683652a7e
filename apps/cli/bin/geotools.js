#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// The command line's first file, which decides on which Node it runs. Not TypeScript: an older Node reads it too, and the
// mere loading of Node's TypeScript reader takes a third as long as all the rest of a start.
import { fileURLToPath } from 'node:url';

/** The first Node that runs the product's TypeScript as it is and has SQLite. */
const OLDEST_NODE = 24;

if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) {
  const { askForLargePages } = await import('./large-pages.js');
  askForLargePages(process.argv.slice(2));
  await import('./keep-compiled-code.js');
  const { builtProgram } = await import('./built-program.js');
  const args = process.argv.slice(2);
  const { geotools } = await import(builtProgram(args) ?? '../src/geotools.ts');
  process.exitCode = await geotools(args);
} else {
  const { runWithLockedNode } = await import('./locked-node.js');
  process.exitCode = await runWithLockedNode(fileURLToPath(import.meta.url), process.argv.slice(2), OLDEST_NODE);
}
