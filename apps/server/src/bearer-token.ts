import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * A check for requests that must carry a token, as `Authorization: Bearer …`.
 * @returns a function that says whether the value of such a header is that of the token
 */
export function bearerCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(`Bearer ${token}`);
  // Digests have the same length and are compared in constant time, so that the response time reveals nothing about the token.
  return (authorization = '') => timingSafeEqual(digest(authorization), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
