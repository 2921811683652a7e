import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { GeoJsonError, pathText } from './geojson-error.ts';
import { LayerColumns } from './layer-columns.ts';

/** Maximum depth of nested collections. An object in memory may even contain itself. */
const DEEPEST_COLLECTION = 100;
/** Maximum number of members of collections, counted each time one is met, because one object may occur in many places. */
const MOST_MEMBERS = 2 ** 22;

/**
 * Reads the features of a collection into a layer; feature i of one is feature i of the other. A position without numbers is a
 * vertex of NaN. Nothing about the object is assumed without checking it.
 * @throws GeoJsonError with the path of the fault.
 */
export function readCollection(collection: unknown): Layer {
  return new CollectionReader().read(collection);
}

class CollectionReader {
  readonly #columns = new LayerColumns();
  readonly #path: (string | number)[] = [];
  #depth = 0;
  #members = 0;

  read(collection: unknown): Layer {
    if (memberOf(collection, 'type') !== 'FeatureCollection') this.#refuse('is not an object with the type "FeatureCollection"');
    this.#within('features', () => {
      this.#eachOf(memberOf(collection, 'features'), 'is not a list of features', (feature) => this.#feature(feature));
    });
    return this.#columns.takeLayer();
  }

  #feature(feature: unknown): void {
    if (memberOf(feature, 'type') !== 'Feature') this.#refuse('is not an object with the type "Feature"');
    this.#columns.beginFeature();
    const geometry = memberOf(feature, 'geometry');
    if (geometry === null || geometry === undefined) return;
    this.#within('geometry', () => this.#geometry(geometry));
  }

  #geometry(geometry: unknown): void {
    const type = memberOf(geometry, 'type');
    if (type === 'GeometryCollection') this.#within('geometries', () => this.#collection(memberOf(geometry, 'geometries')));
    else this.#within('coordinates', () => this.#coordinates(type, memberOf(geometry, 'coordinates')));
  }

  #collection(geometries: unknown): void {
    if (this.#depth === DEEPEST_COLLECTION) this.#refuse(`lie more than ${DEEPEST_COLLECTION} deep in each other`);
    this.#depth++;
    this.#eachOf(geometries, 'is not a list of geometries', (geometry) => {
      if (++this.#members > MOST_MEMBERS) this.#refuse(`is one of more than ${MOST_MEMBERS} members of collections`);
      this.#geometry(geometry);
    });
    this.#depth--;
  }

  #coordinates(type: unknown, coordinates: unknown): void {
    // Files write an empty geometry in this way.
    const isEmpty = coordinates === null || (Array.isArray(coordinates) && coordinates.length === 0);
    switch (type) {
      case 'Point':
        if (!isEmpty) this.#part(PartKind.Point, () => this.#ring(() => this.#position(coordinates, false)));
        return;
      case 'MultiPoint':
      case 'LineString':
        if (!isEmpty) this.#part(type === 'LineString' ? PartKind.Line : PartKind.Point, () => this.#positions(coordinates, false));
        return;
      case 'MultiLineString':
        if (!isEmpty) this.#eachOf(coordinates, 'is not a list of lines', (line) => this.#part(PartKind.Line, () => this.#positions(line, false)));
        return;
      case 'Polygon':
        if (!isEmpty) this.#polygon(coordinates);
        return;
      case 'MultiPolygon':
        if (!isEmpty) this.#eachOf(coordinates, 'is not a list of polygons', (polygon) => this.#polygon(polygon));
        return;
      default:
        this.#path.pop();
        this.#refuse(`has the type ${typeof type === 'string' ? `"${type.slice(0, 40)}"` : 'of no geometry'}`);
    }
  }

  #polygon(rings: unknown): void {
    if (Array.isArray(rings) && rings.length === 0) return;
    this.#part(PartKind.Polygon, () => this.#eachOf(rings, 'is not a list of rings', (ring) => this.#positions(ring, true)));
  }

  #part(kind: PartKind, read: () => void): void {
    this.#columns.beginPart(kind);
    read();
  }

  #ring(read: () => void): void {
    this.#columns.beginRing();
    read();
  }

  #positions(positions: unknown, isPolygon: boolean): void {
    this.#ring(() => this.#eachOf(positions, 'is not a list of positions', (position) => this.#position(position, isPolygon)));
  }

  #position(position: unknown, isPolygon: boolean): void {
    if (position !== null && !Array.isArray(position)) this.#refuse('is not a position: a list of numbers');
    const ordinates: readonly unknown[] = position ?? [];
    const x = this.#ordinate(ordinates, 0);
    // Without this vertex, it would be a different polygon.
    if (isPolygon && ordinates.length === 1 && Number.isFinite(x)) this.#refuse('is a position of one number');
    if (!this.#columns.addVertex(x, this.#ordinate(ordinates, 1), this.#ordinate(ordinates, 2), this.#ordinate(ordinates, 3))) this.#refuse('is one position more than can be repaired at once; split the collection');
  }

  /** NaN if the ordinate is missing, or null, which is how JSON writes NaN. */
  #ordinate(ordinates: readonly unknown[], index: number): number {
    const value = index < ordinates.length ? ordinates[index] : null;
    if (value === null) return NaN;
    if (typeof value !== 'number') this.#refuse('is not a position: a list of numbers');
    return value;
  }

  #eachOf(list: unknown, reason: string, read: (element: unknown) => void): void {
    if (!Array.isArray(list)) this.#refuse(reason);
    const depth = this.#path.length;
    for (let index = 0; index < list.length; index++) {
      this.#path[depth] = index;
      const element: unknown = list[index];
      read(element);
    }
    this.#path.length = depth;
  }

  #within(name: string, read: () => void): void {
    this.#path.push(name);
    read();
    this.#path.pop();
  }

  #refuse(reason: string): never {
    throw new GeoJsonError(pathText(this.#path), reason);
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
