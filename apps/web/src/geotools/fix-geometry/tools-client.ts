import { createToolsClient } from '@geoinsights/contract';
import { sendForm } from './send-form.ts';

/** The companion of the repair, which only says what would be measured with. */
export const PREVIEW_TOLERANCES = 'preview-tolerances';

export const tools = createToolsClient({ sendForm });
