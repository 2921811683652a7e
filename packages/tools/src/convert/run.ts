import type { FormatName } from '@geoinsights/contract';
import type { FeaturesResult } from '../features/deliver-datasets.ts';
import { runOnEach } from '../features/run-on-each.ts';
import type { ToolContext } from '../tool.ts';

export const TOOL_NAME = 'convert';

interface ConvertOptions {
  readonly to: FormatName;
  readonly from?: string | undefined;
  readonly decimals?: number | undefined;
}

/** Writes every dataset in another format. */
export function runConvert(context: ToolContext<ConvertOptions>): Promise<FeaturesResult<typeof TOOL_NAME>> {
  const { to, from, decimals } = context.options;
  return runOnEach(context, {
    tool: TOOL_NAME,
    suffix: '-converted',
    to,
    from,
    create: decimals === undefined ? {} : { decimals },
    archiveName: 'converted-files.zip',
    // Only rounding needs the kernel.
    derive: async (dataset, file, onProgress) => [decimals === undefined ? { dataset } : await (await import('./rounded-for.ts')).roundedFor(to, dataset, decimals, file, onProgress)],
  }, {});
}
