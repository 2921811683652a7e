// Passed to Node with --import: prints the address of every loaded module to standard error; of a built file, its own and those of the modules in it.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The modules of each built file, by its address. */
const built = new Map();
for (const room of ['cli', 'server']) {
  const folder = path.resolve(import.meta.dirname, '..', '..', room, 'dist');
  const list = path.join(folder, 'modules.json');
  if (!existsSync(list)) continue;
  for (const [name, files] of Object.entries(JSON.parse(readFileSync(list, 'utf8')))) built.set(pathToFileURL(path.join(folder, name)).href, files);
}

registerHooks({
  load(url, context, nextLoad) {
    const files = built.get(url);
    if (files !== undefined) process.stderr.write(`file ${url}\n`);
    for (const each of files?.map((file) => pathToFileURL(file).href) ?? [url]) process.stderr.write(`loaded ${each}\n`);
    return nextLoad(url, context);
  },
});
