import type { Position } from './geodesic.ts';

/** Rings, lines and points of a GeoJSON geometry, a list of positions each; collections are traversed. */
export function chainsOf(geometry: unknown): Position[][] {
  if (typeof geometry !== 'object' || geometry === null) return [];
  if ('geometries' in geometry && Array.isArray(geometry.geometries)) return geometry.geometries.flatMap(chainsOf);
  if (!('coordinates' in geometry)) return [];
  const chains: Position[][] = [];
  visit(geometry.coordinates, chains);
  return chains;
}

function visit(node: unknown, chains: Position[][]): void {
  if (!Array.isArray(node)) return;
  if (isPosition(node)) chains.push([[node[0], node[1]]]);
  else if (node.length > 0 && node.every(isPosition)) chains.push(node.map(([x, y]) => [x, y]));
  else for (const child of node) visit(child, chains);
}

function isPosition(node: unknown): node is [number, number] {
  return Array.isArray(node) && typeof node[0] === 'number' && typeof node[1] === 'number';
}
