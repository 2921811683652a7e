const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** Whether the system reported that the disk, or this account's quota, is full. */
export function isOfFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.includes(error.code);
}
