import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { z } from 'zod';

/** The part of Emscripten's Node file system that is given what it lacks. */
const streamOperationsSchema = z.custom<{ fsync?: (stream: unknown) => number }>((value) => typeof value === 'object' && value !== null);
const moduleSchema = z.object({ FS: z.object({ filesystems: z.object({ NODEFS: z.object({ stream_ops: streamOperationsSchema }) }) }) });
const streamSchema = z.object({ nfd: z.number().int() });

/**
 * PGlite's own file system on disk takes an fsync of PostgreSQL for done without doing it. This one does it, so that a
 * row which was acknowledged is still there after the power fails.
 */
export class DurableNodeFilesystem extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...given);
    const giveFsync = (module: unknown) => {
      moduleSchema.parse(module).FS.filesystems.NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(streamSchema.parse(stream).nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), giveFsync] } };
  }
}
