const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** Whether the system reported that there is no room, on the disk or for this account. */
export function isOfFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.includes(error.code);
}
