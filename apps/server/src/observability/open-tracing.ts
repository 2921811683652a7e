import { NO_TRACING } from './tracing.ts';
import type { Tracing } from './tracing.ts';

/**
 * @param endpoint where a collector takes OTLP by HTTP, without `/v1/traces`; null to trace nothing, for which nothing is loaded
 * @param onMissing gets a sentence for the operator when the packages that trace are not installed; nothing is traced then
 */
export async function openTracing(endpoint: string | null, onMissing: (sentence: string) => void): Promise<Tracing> {
  if (endpoint === null) return NO_TRACING;
  try {
    const { traceTo } = await import('./opentelemetry.ts');
    return traceTo(endpoint);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    onMissing('Nothing is traced: the optional packages of OpenTelemetry are not installed; "npm ci" with the optional packages brings them.');
    return NO_TRACING;
  }
}
