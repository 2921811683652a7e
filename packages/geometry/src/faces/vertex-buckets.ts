import { addTo } from '../arrays/multimap.ts';
import type { VertexTable } from '../edges/vertices.ts';

/** The coordinates of vertices. */
export type Places = Pick<VertexTable, 'x' | 'y'>;

/** The vertices of a polygon in square buckets, about one per bucket. */
export class VertexBuckets {
  private readonly vertices: Places;
  private readonly buckets = new Map<number, number[]>();
  private readonly columns: number;
  private readonly size: number;
  private readonly minX: number;
  private readonly minY: number;

  constructor(vertices: Places, vertexAt: Int32Array) {
    const { x, y } = vertices;
    this.vertices = vertices;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const vertex of vertexAt) {
      [minX, maxX] = [Math.min(minX, x[vertex]), Math.max(maxX, x[vertex])];
      [minY, maxY] = [Math.min(minY, y[vertex]), Math.max(maxY, y[vertex])];
    }
    this.minX = minX;
    this.minY = minY;
    this.size = Math.max(Math.sqrt(((maxX - minX) * (maxY - minY)) / vertexAt.length), (maxX - minX) / vertexAt.length, (maxY - minY) / vertexAt.length);
    this.columns = Math.floor((maxX - minX) / this.size) + 1;
    vertexAt.forEach((vertex, corner) => {
      const key = this.row(y[vertex]) * this.columns + this.column(x[vertex]);
      addTo(this.buckets, key, corner);
    });
  }

  private column(x: number): number {
    return Math.floor((x - this.minX) / this.size);
  }

  private row(y: number): number {
    return Math.floor((y - this.minY) / this.size);
  }

  /** The first vertex in the extent of a triangle that `isSought` accepts, or null. */
  find(p: number, q: number, r: number, isSought: (corner: number) => boolean): number | null {
    const { x, y } = this.vertices;
    const [column0, column1] = [this.column(Math.min(x[p], x[q], x[r])), this.column(Math.max(x[p], x[q], x[r]))];
    const [row0, row1] = [this.row(Math.min(y[p], y[q], y[r])), this.row(Math.max(y[p], y[q], y[r]))];
    for (let row = row0; row <= row1; row++) {
      for (let column = column0; column <= column1; column++) {
        for (const corner of this.buckets.get(row * this.columns + column) ?? []) if (isSought(corner)) return corner;
      }
    }
    return null;
  }
}
