import { createContext, runInContext } from 'node:vm';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
const outputSchema = z.array(z.object({ output: z.array(z.object({ code: z.string(), imports: z.array(z.string()), moduleIds: z.array(z.string()) })).min(1) })).min(1);

describe('the package in a browser', () => {
  it('is one bundle of its own modules and what they depend on, and runs where nothing of Node exists', async () => {
    const result = await build({ configFile: false, logLevel: 'silent', build: { write: false, minify: false, lib: { entry, name: 'geometry', formats: ['iife'] } } });
    const [{ output: [bundle] }] = outputSchema.parse(result);
    expect(bundle.imports).toEqual([]);
    expect(bundle.moduleIds.filter((id) => !/geometry\/src\/|flatbush|flatqueue|robust-predicates|^\0/.test(id.replaceAll('\\', '/')))).toEqual([]);
    expect(bundle.moduleIds.length).toBeGreaterThan(20);

    // A context has the language itself and nothing else: no process, no Buffer, no require.
    const sandbox: { found?: unknown } = createContext({});
    const bowtie = '{ xy: Float64Array.of(0, 0, 2, 2, 2, 0, 0, 2, 0, 0), z: null, m: null, ringOffsets: Int32Array.of(0, 5), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(3) }';
    const options = "{ units: { kind: 'planar' }, snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 }";
    runInContext(`${bundle.code}\nfound = [...geometry.countByKind(geometry.repairNow(${bowtie}, ${options}).findings).keys()].join();`, sandbox);
    expect(sandbox.found).toBe('self-intersection');
  });
});
