import { Int32List } from '../arrays/growable.ts';
import { orderByGroup } from '../arrays/order.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';

/** Splits each listed edge at all vertices listed for it, in their order along the edge. @returns the new edges. */
export function applySplits(vertices: VertexTable, edges: EdgeTable, splitEdge: Int32List, splitVertex: Int32List): Int32List {
  const fresh = new Int32List(2 * splitEdge.length);
  const { x, y } = vertices;
  const along = new Float64Array(splitEdge.length);
  for (let i = 0; i < along.length; i++) {
    // Measured from the end that is first by coordinates, so that nothing depends on the order of
    // ids.
    const isForward = runsForward(vertices, edges, splitEdge.data[i]);
    const a = isForward ? edges.a[splitEdge.data[i]] : edges.b[splitEdge.data[i]];
    const b = isForward ? edges.b[splitEdge.data[i]] : edges.a[splitEdge.data[i]];
    const v = splitVertex.data[i];
    along[i] = (x[v] - x[a]) * (x[b] - x[a]) + (y[v] - y[a]) * (y[b] - y[a]);
  }
  const [edgeOf, vertexOf] = [splitEdge.data, splitVertex.data];
  const compare = (i: number, j: number): number => along[i] - along[j] || comparePoints(x[vertexOf[i]], y[vertexOf[i]], x[vertexOf[j]], y[vertexOf[j]]);
  const order = orderByGroup(edgeOf, splitEdge.length, compare);
  // All edges are removed before any piece is added. So a piece that equals an edge of this batch is a new edge, whatever
  // the order of ids.
  const firstUse = new Int32Array(order.length).fill(-1);
  for (let i = 0; i < order.length; i++) {
    const edge = edgeOf[order[i]];
    if (!edges.isDead(edge)) firstUse[i] = edges.kill(edge);
  }
  const chain = new Int32List();
  const onNew = (child: number): void => {
    fresh.push(child);
  };
  for (let i = 0; i < order.length; ) {
    const first = firstUse[i];
    const edge = edgeOf[order[i]];
    chain.length = 0;
    for (; i < order.length && edgeOf[order[i]] === edge; i++) {
      const vertex = vertexOf[order[i]];
      if (chain.length === 0 || chain.data[chain.length - 1] !== vertex) chain.push(vertex);
    }
    if (!runsForward(vertices, edges, edge)) chain.data.subarray(0, chain.length).reverse();
    if (first >= 0) edges.putChain(edge, first, chain.data, chain.length, onNew);
  }
  return fresh;
}

/** Whether the first end of an edge, by x then y, is its `a`. */
export function runsForward(vertices: VertexTable, edges: EdgeTable, edge: number): boolean {
  const { x, y } = vertices;
  return comparePoints(x[edges.a[edge]], y[edges.a[edge]], x[edges.b[edge]], y[edges.b[edge]]) < 0;
}
