import { ProblemError } from '@geoinsights/contract';

/** RFC 2046, section 5.1.1. */
const LONGEST_BOUNDARY = 70;

/**
 * The multipart parser takes a body without a usable boundary for one that ends early, and fails on a very long one.
 * @returns the boundary.
 * @throws ProblemError invalid-request
 */
export function requireBoundary(contentType: string | undefined): string {
  const boundary = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType ?? '')?.slice(1).find(Boolean) ?? '';
  if (boundary === '') throw new ProblemError('invalid-request', { reason: 'its Content-Type does not name a boundary between the files.' });
  if (boundary.length > LONGEST_BOUNDARY) throw new ProblemError('invalid-request', { reason: `the boundary that its Content-Type names has more than ${String(LONGEST_BOUNDARY)} characters.` });
  return boundary;
}
