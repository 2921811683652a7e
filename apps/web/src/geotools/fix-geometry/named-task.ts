/** The task that an address names. Without a value, as in a link that was cut off, it names none. */
export function namedTask(address: URLSearchParams): string | null {
  const task = address.get('task');
  return task === '' ? null : task;
}
