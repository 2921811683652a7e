/** Kills a process that leads a group, and all of the group. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended between the look and the kill.
  }
}
