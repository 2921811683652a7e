import type { DatasetReport, LayerReport, Report } from '@geoinsights/contract';

/** The report in words, for a terminal. */
export function summaryOf(report: Report): string {
  const lines = report.datasets.flatMap(datasetLines);
  for (const note of report.notes) lines.push(`note: ${note.text}`);
  return lines.join('\n');
}

function datasetLines(dataset: DatasetReport): string[] {
  const lines = [`${dataset.name} (${dataset.format})`];
  if (dataset.layers.length === 0) lines.push('  nothing in it that could be repaired');
  for (const layer of dataset.layers) lines.push(...layerLines(layer));
  for (const note of dataset.notes) lines.push(`  note: ${note.text}`);
  return lines;
}

function layerLines(layer: LayerReport): string[] {
  const { tolerances } = layer;
  const unit = tolerances.unit === 'metre' ? 'm' : 'units';
  const lines = [
    `  ${layer.name}: ${layer.features} features, ${layer.vertices} vertices, ${layer.crs.name}`,
    `    snap distance ${distance(tolerances.snap_distance)} ${unit}${auto(tolerances.snap_distance_auto)}, ` +
      `gap width ${distance(tolerances.max_gap_width)} ${unit}${auto(tolerances.max_gap_width_auto)}`,
  ];
  const kinds = Object.entries(layer.found);
  if (kinds.length === 0) lines.push('    nothing to repair');
  for (const [kind, count] of kinds) {
    const left = Object.hasOwn(layer.remaining, kind) ? layer.remaining[kind] : 0;
    lines.push(`    ${String(count).padStart(8)}  ${kind}${left > 0 ? ` (${left} left)` : ''}`);
  }
  for (const [kind, count] of Object.entries(layer.remaining)) {
    if (!Object.hasOwn(layer.found, kind)) lines.push(`    ${String(count).padStart(8)}  ${kind} left`);
  }
  if (layer.changed_features > 0) lines.push(`    ${layer.changed_features} ${layer.changed_features === 1 ? 'feature' : 'features'} changed, ${layer.emptied_features} without land of their own are now empty`);
  return lines;
}

function distance(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function auto(isAuto: boolean): string {
  return isAuto ? ' (auto)' : '';
}
