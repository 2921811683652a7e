import { createToolsClient } from '@geoinsights/contract';
import { sendForm } from './send-form.ts';

/** The tool's name in the addresses of the API. */
export const FIX_GEOMETRY = 'fix-geometry';
/** Its companion, which only says what would be measured with. */
export const PREVIEW_TOLERANCES = 'preview-tolerances';

export const tools = createToolsClient({ sendForm });
