import type { Import } from './imports.ts';

/** Sibling files or folders that import each other in a circle, and the imports involved. */
export interface Circle {
  /** The folder they are in; empty for the repository itself. */
  readonly folder: string;
  readonly members: readonly string[];
  readonly imports: readonly Import[];
}

/**
 * The circles in a graph of imports, folder by folder. The direct members of a folder, files or subfolders with all their files, may use
 * each other in one direction only. So no files import each other in a circle, no two folders do, and no file in a folder reaches up
 * to a file that depends on that folder.
 */
export function circlesOf(imports: readonly Import[]): Circle[] {
  const byFolder = new Map<string, { from: string; to: string; by: Import }[]>();
  for (const each of imports) {
    const from = each.from.split('/');
    const to = each.to.split('/');
    let depth = 0;
    while (depth < from.length && from[depth] === to[depth]) depth++;
    if (depth === from.length) continue;
    const folder = from.slice(0, depth).join('/');
    const edges = byFolder.get(folder) ?? [];
    byFolder.set(folder, edges);
    edges.push({ from: from[depth], to: to[depth], by: each });
  }
  return [...byFolder].flatMap(([folder, edges]) =>
    groupsOf(edges).map((members) => ({ folder, members: [...members].sort(), imports: edges.filter(({ from, to }) => members.has(from) && members.has(to)).map(({ by }) => by) })),
  );
}

/** The groups of more than one node in which each reaches every other (Tarjan's strongly connected components). */
function groupsOf(edges: readonly { readonly from: string; readonly to: string }[]): Set<string>[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const groups: Set<string>[] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): number => {
    const number = order.size;
    order.set(node, number);
    open.push(node);
    let low = number;
    for (const each of next.get(node) ?? []) {
      if (!order.has(each)) low = Math.min(low, visit(each));
      else if (open.includes(each)) low = Math.min(low, order.get(each) ?? number);
    }
    if (low === number) {
      const group = new Set(open.splice(open.indexOf(node)));
      if (group.size > 1) groups.push(group);
    }
    return low;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return groups;
}
