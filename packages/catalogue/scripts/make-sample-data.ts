/**
 * Makes the sample of rural properties, their reserves and deforestation alerts: `node packages/catalogue/scripts/make-sample-data.ts`.
 * Nothing in it is real. The places are believable (farmland in six states), the shapes drawn by a seeded generator, so that
 * every run writes the same files. A reserve shares its river bank with its property vertex by vertex.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Position = readonly [x: number, y: number];

interface Farm {
  readonly name: string;
  readonly municipality: string;
  readonly state: string;
  readonly biome: string;
  /** Longitude and latitude of its middle. */
  readonly centre: Position;
  readonly hectares: number;
  /** Share that the forest code asks to be kept: 80 % in the Amazon forest, 35 % in the Cerrado of the Legal Amazon, else 20 %. */
  readonly reserve: number;
  readonly corners: number;
  readonly seed: number;
}

const FARMS: readonly Farm[] = [
  { name: 'CAR - Fazenda Santa Clara', municipality: 'Sorriso', state: 'MT', biome: 'Cerrado', centre: [-55.83, -12.61], hectares: 1840, reserve: 0.35, corners: 6, seed: 11 },
  { name: 'CAR - Sitio Boa Vista', municipality: 'Patos de Minas', state: 'MG', biome: 'Cerrado', centre: [-46.61, -18.47], hectares: 46, reserve: 0.2, corners: 5, seed: 23 },
  { name: 'CAR - Area Experimental Sul', municipality: 'Passo Fundo', state: 'RS', biome: 'Mata Atlântica', centre: [-52.38, -28.21], hectares: 128, reserve: 0.2, corners: 4, seed: 37 },
  { name: 'CAR - Fazenda Primavera', municipality: 'Rio Verde', state: 'GO', biome: 'Cerrado', centre: [-51.12, -17.93], hectares: 965, reserve: 0.2, corners: 7, seed: 41 },
  { name: 'CAR - Chacara Esperanca', municipality: 'Piracicaba', state: 'SP', biome: 'Mata Atlântica', centre: [-47.71, -22.79], hectares: 8.4, reserve: 0.2, corners: 4, seed: 53 },
  { name: 'CAR - Vale do Rio Verde', municipality: 'Paragominas', state: 'PA', biome: 'Amazônia', centre: [-47.49, -3.12], hectares: 3120, reserve: 0.8, corners: 6, seed: 67 },
];

/** Numbers from 0 to 1, the same for the same seed (Park and Miller's generator). */
function generator(seed: number): () => number {
  let state = seed * 48_271;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** A convex outline around the origin, in metres of no certain scale; its first side is the river. */
function outline({ corners, seed }: Farm): Position[] {
  const random = generator(seed);
  const turn = random() * Math.PI;
  return Array.from({ length: corners }, (_, corner) => {
    const angle = turn + ((corner + 0.25 * (random() - 0.5)) / corners) * 2 * Math.PI;
    const distance = 1 + 0.12 * (random() - 0.5);
    return [distance * Math.cos(angle) * 1.25, distance * Math.sin(angle)] as const;
  });
}

function area(ring: readonly Position[]): number {
  return ring.reduce((sum, [x, y], at) => sum + (x * ring[(at + 1) % ring.length][1] - ring[(at + 1) % ring.length][0] * y), 0) / 2;
}

/** The side of a convex ring on which `distance` to the line through its first side is less than `limit`. */
function nearSide(ring: readonly Position[], limit: number): Position[] {
  const distances = ring.map((position) => distanceToFirstSide(ring, position));
  return ring.flatMap((position, at) => {
    const next = (at + 1) % ring.length;
    const kept = distances[at] <= limit ? [position] : [];
    if (distances[at] <= limit === distances[next] <= limit) return kept;
    const share = (limit - distances[at]) / (distances[next] - distances[at]);
    return [...kept, [position[0] + share * (ring[next][0] - position[0]), position[1] + share * (ring[next][1] - position[1])] as const];
  });
}

function distanceToFirstSide([a, b]: readonly Position[], [x, y]: Position): number {
  return ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** Both rings of a farm in metres: the property with the reserve's corners in its border, and the reserve. */
function rings(farm: Farm): { property: Position[]; reserve: Position[] } {
  const whole = outline(farm);
  let [low, high] = [0, 3];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (area(nearSide(whole, middle)) < farm.reserve * area(whole)) low = middle;
    else high = middle;
  }
  const reserve = nearSide(whole, low);
  const corners = new Set(whole.map(String));
  const property = whole.flatMap((position, at) => {
    const next = whole[(at + 1) % whole.length];
    const cut = reserve.find((candidate) => !corners.has(String(candidate)) && isBetween(candidate, position, next));
    return cut === undefined ? [position] : [position, cut];
  });
  const river = meanders(farm, whole[0], whole[1]);
  const withRiver = (ring: readonly Position[]): Position[] => ring.flatMap((position) => (position === whole[0] ? [position, ...river] : [position]));
  const scale = Math.sqrt((farm.hectares * 10_000) / area(withRiver(property)));
  const scaled = (ring: readonly Position[]): Position[] => ring.map(([x, y]) => [x * scale, y * scale]);
  return { property: scaled(withRiver(property)), reserve: scaled(withRiver(reserve)) };
}

function isBetween(candidate: Position, from: Position, to: Position): boolean {
  const across = (to[0] - from[0]) * (candidate[1] - from[1]) - (to[1] - from[1]) * (candidate[0] - from[0]);
  const along = (candidate[0] - from[0]) * (to[0] - from[0]) + (candidate[1] - from[1]) * (to[1] - from[1]);
  return Math.abs(across) < 1e-9 && along > 0 && along < (to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2;
}

/** Bends of a river between two corners, which lie to the outside of the side for the most part. */
function meanders({ seed }: Farm, from: Position, to: Position): Position[] {
  const random = generator(seed + 1000);
  const [along, across] = [[to[0] - from[0], to[1] - from[1]], [to[1] - from[1], from[0] - to[0]]];
  const bends = 24;
  const phase = random() * Math.PI;
  return Array.from({ length: bends - 1 }, (_, bend) => {
    const share = (bend + 1) / bends;
    const swing = Math.sin(share * Math.PI) * (0.035 * Math.sin(share * 17 + phase) + 0.03 + 0.02 * (random() - 0.5));
    return [from[0] + along[0] * share + across[0] * swing, from[1] + along[1] * share + across[1] * swing] as const;
  });
}

/** A patch of cleared land: round, ragged, or cut along straight lines as machines do. */
function clearing(random: () => number, centre: Position, hectares: number): Position[] {
  const corners = 9 + Math.floor(random() * 7);
  const raw = Array.from({ length: corners }, (_, corner) => {
    const angle = (corner / corners) * 2 * Math.PI;
    const distance = 0.75 + 0.5 * random();
    return [1.3 * distance * Math.cos(angle), distance * Math.sin(angle)] as const;
  });
  const scale = Math.sqrt((hectares * 10_000) / area(raw));
  return raw.map(([x, y]) => [centre[0] + x * scale, centre[1] + y * scale]);
}

const METRES_PER_DEGREE = 111_320;

function toDegrees([longitude, latitude]: Position, ring: readonly Position[]): number[][] {
  const degrees = ring.map(([x, y]) => [
    Number((longitude + x / (METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))).toFixed(7)),
    Number((latitude + y / METRES_PER_DEGREE).toFixed(7)),
  ]);
  return [...degrees, degrees[0]];
}

function feature(properties: Record<string, string | number>, coordinates: number[][]): object {
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [coordinates] } };
}

const NOTE = 'dados de exemplo, sem valor legal';
const properties: object[] = [];
const reserves: object[] = [];
const alerts: object[] = [];
for (const [number, farm] of FARMS.entries()) {
  const { property, reserve } = rings(farm);
  const place = { municipio: farm.municipality, uf: farm.state, bioma: farm.biome };
  const code = `${farm.state}-EXEMPLO-${String(number + 1).padStart(4, '0')}`;
  properties.push(feature({ nome: farm.name, codigo: code, ...place, area_ha: farm.hectares, situacao: 'Ativo', observacao: NOTE }, toDegrees(farm.centre, property)));
  const reserveHectares = Number((area(reserve) / 10_000).toFixed(2));
  reserves.push(feature({ nome: `Reserva legal - ${farm.name.slice('CAR - '.length)}`, imovel: farm.name, ...place, area_ha: reserveHectares, exigida_pct: farm.reserve * 100, observacao: NOTE }, toDegrees(farm.centre, reserve)));
  const random = generator(farm.seed + 2000);
  const reach = Math.sqrt(farm.hectares * 10_000);
  for (let alert = 0; alert < (farm.hectares > 500 ? 3 : 1); alert++) {
    const hectares = Number(Math.min(60, farm.hectares * (0.008 + 0.02 * random())).toFixed(2));
    const centre: Position = [(random() - 0.5) * reach * 0.7, (random() - 0.5) * reach * 0.5];
    const date = `2024-${String(2 + Math.floor(random() * 10)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
    alerts.push(feature({ alerta: `EXEMPLO-${number + 1}${alert + 1}`, imovel: farm.name, ...place, detectado_em: date, area_ha: hectares, classe: random() > 0.4 ? 'desmatamento corte raso' : 'degradação', observacao: NOTE }, toDegrees(farm.centre, clearing(random, centre, hectares))));
  }
}

const folder = path.join(import.meta.dirname, '..', 'data');
mkdirSync(folder, { recursive: true });
for (const [name, features] of [['rural-properties', properties], ['legal-reserves', reserves], ['deforestation-alerts', alerts]] as const) {
  writeFileSync(path.join(folder, `${name}.geojson`), `{"type":"FeatureCollection","features":[\n${features.map((each) => JSON.stringify(each)).join(',\n')}\n]}\n`);
}
