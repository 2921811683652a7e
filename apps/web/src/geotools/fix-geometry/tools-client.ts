import { createToolsClient } from '@geoinsights/contract';
import { sendForm } from './send-form.ts';

/** The tool's name in the addresses of the API. */
export const FIX_GEOMETRY = 'fix-geometry';

export const tools = createToolsClient({ sendForm });
