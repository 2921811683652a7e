import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** Fonts and most pictures are compressed already. */
const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm)$/;
/** Smaller files fit into one packet, compressed or not. The server compresses none of them either. */
const FEWEST_BYTES = 1024;

/**
 * Writes a copy compressed by Brotli beside each file of the site. A build may take seconds for what the server would have to do
 * anew, and less well, for each visitor.
 */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const contents = Object.values(bundle).map((output) => ({ file: output.fileName, content: Buffer.from(output.type === 'chunk' ? output.code : output.source) }));
      const chosen = contents.filter(({ file, content }) => COMPRESSIBLE.test(file) && content.length >= FEWEST_BYTES);
      await Promise.all(chosen.map(async ({ file, content }) => writeFile(path.join(dir, `${file}.br`), await compress(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))));
    },
  };
}
