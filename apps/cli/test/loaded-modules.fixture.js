// Passed to Node with --import: prints the address of every loaded module to standard error; of a built file, its name and those of the modules in it.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const BUILT = path.resolve(import.meta.dirname, '..', 'dist');
const LIST = path.join(BUILT, 'modules.json');
const modules = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : {};

registerHooks({
  load(url, context, nextLoad) {
    const isBuilt = url.startsWith('file:') && path.dirname(fileURLToPath(url)) === BUILT;
    const loaded = isBuilt ? modules[path.basename(fileURLToPath(url))].map((file) => pathToFileURL(file).href) : [url];
    if (isBuilt) process.stderr.write(`file ${path.basename(fileURLToPath(url))}\n`);
    for (const each of loaded) process.stderr.write(`loaded ${each}\n`);
    return nextLoad(url, context);
  },
});
