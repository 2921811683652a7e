import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/**
 * Files that take longer than nine seconds in a whole run, longest first: started last, one of them would occupy one core while the
 * others are idle.
 */
const LONGEST = [
  'apps/server/test/process.integration.test.ts',
  'apps/server/test/s3-cluster.integration.test.ts',
  'apps/server/test/embedded-faults.integration.test.ts',
  'apps/server/test/s3-server.integration.test.ts',
  'apps/cli/test/admin.integration.test.ts',
  'apps/cli/test/layers.integration.test.ts',
  'apps/server/test/tasks.integration.test.ts',
  'packages/tools/src/buffer/buffer.integration.test.ts',
  'apps/server/test/task-processes.integration.test.ts',
  'apps/server/test/s3-cut-network.integration.test.ts',
  'apps/server/test/frozen-process.integration.test.ts',
  'apps/server/test/clock.integration.test.ts',
  'packages/tools/test/odd-files.integration.test.ts',
  'apps/server/test/broken-database.integration.test.ts',
  'packages/tools/src/fix-geometry/agreement.integration.test.ts',
  'packages/geometry/test/fuzz.test.ts',
  'apps/server/test/idle-runner.integration.test.ts',
  'apps/server/test/starting.integration.test.ts',
  'apps/server/test/postgres-outage.integration.test.ts',
  'packages/formats/test/foreign/one-fault.integration.test.ts',
  'apps/server/test/resumable.integration.test.ts',
  'packages/tools/src/split/split.integration.test.ts',
  'apps/server/test/costly-files.integration.test.ts',
  'packages/formats/src/geopackage/gdal.integration.test.ts',
  'packages/geometry/test/pieces.test.ts',
  'apps/cli/test/real-files.integration.test.ts',
  'packages/tools/src/convert/pairs.integration.test.ts',
  'apps/server/test/ogc-api.integration.test.ts',
  'apps/cli/test/completion.integration.test.ts',
  'apps/server/test/ids.integration.test.ts',
  'packages/tools/src/reproject/reproject.integration.test.ts',
  'packages/formats/test/fire.integration.test.ts',
  'testing/dev.integration.test.ts',
  'apps/cli/test/import-wms.integration.test.ts',
  'packages/formats/test/foreign/round-trip.integration.test.ts',
  'apps/cli/test/s3-layers.integration.test.ts',
  'packages/tools/src/features/degrees.integration.test.ts',
  'packages/geometry/test/land-geos.integration.test.ts',
  'apps/cli/test/s3-backup.integration.test.ts',
  'apps/server/test/downloads.integration.test.ts',
  'testing/packages.integration.test.ts',
  'packages/tools/src/extract/extract.integration.test.ts',
  'apps/cli/test/layer-groups.integration.test.ts',
  'apps/server/test/attacks/limits.integration.test.ts',
  'apps/server/test/first-start-durability.integration.test.ts',
  'apps/server/test/s3-limits.integration.test.ts',
  'packages/crs/test/stated-systems.integration.test.ts',
  'packages/tools/src/simplify/simplify.integration.test.ts',
  'packages/crs/test/agreement-with-proj.integration.test.ts',
  'apps/server/test/attacks/other-accounts.integration.test.ts',
  'packages/formats/src/kmz/gdal.integration.test.ts',
  'packages/tools/src/merge/merge.integration.test.ts',
  'apps/server/test/catalogue-sweep.integration.test.ts',
  'apps/server/test/garbage.integration.test.ts',
  'packages/tools/src/fix-geometry/five-formats.integration.test.ts',
  'apps/cli/test/older-layers.integration.test.ts',
  'apps/cli/test/standard-streams.integration.test.ts',
  'apps/server/test/tracing.integration.test.ts',
  'apps/server/test/render-pool.integration.test.ts',
  'apps/cli/test/layer-codes.integration.test.ts',
];

/** Projects whose files share processes, in turn: a process is kept for the next file only if that is of the same project. Those with the longest files come first. */
const SHARING = ['s3', 'postgres', 'integration', 'unit'];

/** Vitest orders files by their times in an earlier run, which a bare clone does not have. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return found < 0 ? LONGEST.length : found;
    };
    const turn = ({ project }: TestSpecification) => (project.config.isolate ? -1 : SHARING.indexOf(project.name));
    return (await super.sort(files)).toSorted((a, b) => turn(a) - turn(b) || place(a) - place(b));
  }
}
