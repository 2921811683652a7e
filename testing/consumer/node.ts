import { startWorkers } from '@geoinsights/geometry/threads';
import { compareWorkers } from './compare-workers.ts';

console.log(await compareWorkers(startWorkers));
