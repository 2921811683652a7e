import '../../ui/no-compiled-schemas.ts';
import { createToolsClient } from '@geoinsights/contract';
import { sendForm } from './send-form.ts';

/** Loaded by `tools-client.ts` with the first call. */
export const client = createToolsClient({ sendForm });
