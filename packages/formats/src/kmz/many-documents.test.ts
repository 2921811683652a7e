import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { fileOfBytes } from '../files/memory.ts';
import { needs } from '../../../../testing/needs.ts';
import { createKmzDriver } from './index.ts';

const workFolder = mkdtempSync(join(tmpdir(), 'many-documents-'));
afterAll(() => rmSync(workFolder, { recursive: true }));

const DOCUMENTS = 40;

async function archive(): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (let number = 0; number < DOCUMENTS; number++) zip.addBuffer(Buffer.from(`<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Point><coordinates>${number},0</coordinates></Point></Placemark></kml>`), `${number}.kml`);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A system lets a program have some thousand files open, and some archives have more documents. */
test('documents that are expanded into files hold none of them open, and leave none behind', needs(existsSync('/proc/self/fd'), 'which files are open is seen on Linux only'), async () => {
  const dataset = await createKmzDriver(0).open({ format: 'kmz', name: 'a', files: [fileOfBytes('a.kmz', await archive())] }, { workFolder });
  const openHere = readdirSync('/proc/self/fd').filter((descriptor) => {
    const path = `/proc/self/fd/${descriptor}`;
    return existsSync(path) && readlinkSync(path).startsWith(workFolder);
  });
  expect([dataset.layers.length, readdirSync(workFolder).length, openHere.length]).toEqual([DOCUMENTS, DOCUMENTS, 0]);
  await dataset.close();
  expect(readdirSync(workFolder)).toEqual([]);
});
