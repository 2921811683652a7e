import { startWorkers } from '@geoinsights/geometry/web-workers';
import { compareWorkers } from './compare-workers.ts';

document.body.append(await compareWorkers(startWorkers).catch((error: unknown) => String(error)));
document.title = 'done';
