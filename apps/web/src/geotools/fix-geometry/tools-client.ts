import { createToolsClient } from '@geoinsights/contract';
import { z } from 'zod';
import { sendForm } from './send-form.ts';

// The schemas must not be compiled with `new Function`, which a strict content security policy forbids and reports.
z.config({ jitless: true });

/** The tool's name in the addresses of the API. */
export const FIX_GEOMETRY = 'fix-geometry';

export const tools = createToolsClient({ sendForm });
