import { NO_TRACING } from './tracing.ts';
import type { Tracing } from './tracing.ts';

/** @param endpoint of an OTLP collector over HTTP, without `/v1/traces`; null for no tracing, in which case nothing is loaded */
export async function openTracing(endpoint: string | null): Promise<Tracing> {
  if (endpoint === null) return NO_TRACING;
  const { traceTo } = await import('./opentelemetry.ts');
  return traceTo(endpoint);
}
