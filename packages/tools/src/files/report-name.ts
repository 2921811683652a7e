/** Name of the report that goes with a result. */
export function reportName(result: string): string {
  return `${result.replace(/\.[^.]+$/, '')}-report.json`;
}
