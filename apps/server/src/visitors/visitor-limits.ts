import type { Access } from '../access-settings.ts';
import type { SharedCount } from './shared-counts.ts';
import { WindowCounts } from './window-counts.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** What is counted for each visitor, with its limit. */
export interface VisitorLimits {
  readonly requests: SharedCount;
  readonly maps: SharedCount;
  readonly uploadedBytes: SharedCount;
}

export function visitorLimits({ requestsPerMinute, tilesPerMinute, uploadBytesPerHour }: Access): VisitorLimits {
  return {
    requests: { counts: new WindowCounts('requests', MINUTE), limit: requestsPerMinute },
    maps: { counts: new WindowCounts('maps', MINUTE), limit: tilesPerMinute },
    uploadedBytes: { counts: new WindowCounts('uploaded-bytes', HOUR), limit: uploadBytesPerHour },
  };
}
