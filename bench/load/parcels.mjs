/** Adjacent parcels with curved borders, every tenth of which overlaps its neighbour a little, as GeoJSON of about a kilobyte each. */
export function writeParcels(count) {
  const columns = Math.ceil(Math.sqrt(count));
  const features = Array.from({ length: count }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const excess = index % 10 === 0 ? 1e-6 : 0;
    const ring = [...side(column, row, 1, 0), ...side(column + 1, row, 0, 1, excess), ...side(column + 1, row + 1, -1, 0), ...side(column, row + 1, 0, -1)];
    return JSON.stringify({ type: 'Feature', properties: { id: index }, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } });
  });
  return Buffer.from(`{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}`);
}

/** The vertices of one side, without its end. Both neighbours get the same vertices. */
function side(column, row, dx, dy, excess = 0) {
  const steps = 8;
  return Array.from({ length: steps }, (_, step) => {
    const [x, y] = [column + (dx * step) / steps, row + (dy * step) / steps];
    const bend = 0.08 * Math.sin(Math.PI * (dx === 0 ? y : x)) * (dx === 0 ? Math.cos(3 * x) : Math.cos(5 * y));
    const [east, north] = dx === 0 ? [x + bend, y] : [x, y + bend];
    return [round(-50 + east * 0.002 + (step > 0 ? excess : 0)), round(-15 + north * 0.002)];
  });
}

function round(value) {
  return Math.round(value * 1e8) / 1e8;
}
