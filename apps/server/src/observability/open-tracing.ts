import { NO_TRACING } from './tracing.ts';
import type { Tracing } from './tracing.ts';

/** @param endpoint where a collector takes OTLP by HTTP, without `/v1/traces`; null to trace nothing, for which nothing is loaded */
export async function openTracing(endpoint: string | null): Promise<Tracing> {
  if (endpoint === null) return NO_TRACING;
  const { traceTo } = await import('./opentelemetry.ts');
  return traceTo(endpoint);
}
