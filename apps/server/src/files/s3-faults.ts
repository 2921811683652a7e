import { S3ServiceException } from '@aws-sdk/client-s3';

/** There is no such object, or no such upload of one. */
export class NotThere extends Error {}

const NAMES_OF_NOT_THERE = ['NoSuchKey', 'NoSuchUpload', 'NotFound'];
export const REFUSED = 403;
/** Insufficient Storage. */
export const FULL = 507;

export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Errors of the library contain the whole request; only this much may go into a log. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = statusOf(error);
  return `${error.name}: ${error.message}${status === undefined ? '' : ` (${String(status)})`}`;
}

export function saysNotThere(error: unknown): boolean {
  return error instanceof S3ServiceException && NAMES_OF_NOT_THERE.includes(error.name);
}
