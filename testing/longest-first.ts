import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Files that take longer than ten seconds, the longest first: begun last, one of them would keep one core while the others rest. */
const LONGEST = [
  'apps/cli/test/layers.integration.test.ts',
  'apps/cli/test/real-files.integration.test.ts',
  'testing/packages.integration.test.ts',
  'apps/server/test/process.integration.test.ts',
  'packages/geometry/test/fuzz.test.ts',
  'packages/formats/test/foreign/one-fault.integration.test.ts',
  'packages/formats/src/geopackage/gdal.integration.test.ts',
  'packages/tools/src/fix-geometry/agreement.integration.test.ts',
  'packages/tools/test/odd-files.integration.test.ts',
  'packages/tools/src/convert/pairs.integration.test.ts',
  'packages/tools/src/buffer/buffer.integration.test.ts',
  'apps/cli/test/completion.integration.test.ts',
  'apps/server/test/task-processes.integration.test.ts',
  'apps/server/test/starting.integration.test.ts',
  'apps/cli/test/older-layers.integration.test.ts',
  'apps/server/test/garbage.integration.test.ts',
  'apps/server/test/start-script.integration.test.ts',
  'packages/formats/test/foreign/round-trip.integration.test.ts',
  'apps/cli/test/garbage.integration.test.ts',
  'packages/geometry/test/pieces.test.ts',
  'packages/crs/test/reference-systems.integration.test.ts',
];

/** A bare clone knows no times of an earlier run, by which Vitest would order the files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return found < 0 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
