import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { z } from 'zod';

const OTHER_ACCOUNTS = 0o077;

type SetAttributes = (target: unknown, attributes: { mode?: number }) => void;
interface Operations {
  setattr?: SetAttributes;
  fsync?: (stream: unknown) => number;
}
/** The parts of Emscripten's Node file system that we change. */
const operationsSchema = z.custom<Operations>((value) => typeof value === 'object' && value !== null);
const moduleSchema = z.object({ FS: z.object({ filesystems: z.object({ NODEFS: z.object({ node_ops: operationsSchema, stream_ops: operationsSchema }) }) }) });
const streamSchema = z.object({ nfd: z.number().int() });

/**
 * PGlite's own file system on disk acknowledges PostgreSQL's fsync without doing it. This one does it, so that an acknowledged row
 * survives a power failure. PGlite also gives all accounts of the machine access to every file it creates, whatever the
 * process's umask; here no other account may read or change one.
 */
export class DurableNodeFilesystem extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...given);
    const change = (module: unknown) => {
      const { node_ops: ofNodes, stream_ops: ofStreams } = moduleSchema.parse(module).FS.filesystems.NODEFS;
      keepOthersOut(ofNodes);
      keepOthersOut(ofStreams);
      ofStreams.fsync = (stream) => {
        fsyncSync(streamSchema.parse(stream).nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), change] } };
  }
}

function keepOthersOut(operations: Operations): void {
  const { setattr } = operations;
  if (setattr === undefined) return;
  operations.setattr = (target, attributes) => setattr.call(operations, target, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~OTHER_ACCOUNTS });
}
