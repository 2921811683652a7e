import type { CampaignReport } from './campaigns.ts';

const COLUMNS = ['what was tried', 'times', 'uploads acknowledged', 'tasks acknowledged', 'completed, bytes as sent', 'lost', 'broken', 'ended otherwise', 'calls that failed and were tried again', 'slowest call that was refused (503)'];

/** Two lines of Markdown, followed by the rows. */
export const HEADER = `| ${COLUMNS.join(' | ')} |\n|---|---:|---:|---:|---:|---:|---:|---:|---|---|`;

/** The result of one campaign. */
export function rowOf({ name, times, outcome }: CampaignReport): string {
  const { uploads, tasks, completed, lost, broken, failed, faults, slowestRefusal } = outcome;
  const otherwise = [...failed.values()].reduce((sum, one) => sum + one, 0);
  const failures = [...faults].map(([fault, often]) => `${fault} (${String(often)})`).join(', ');
  const slowest = slowestRefusal === 0 ? 'none' : `${(slowestRefusal / 1000).toFixed(1)} s`;
  return `| ${[name, times, uploads, tasks, completed, lost, broken, otherwise, failures || 'none', slowest].join(' | ')} |`;
}
