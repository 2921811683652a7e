/**
 * `npm run pictures:house [-- FOLDER OUT.svg [ROOT]]`: draws the members of a folder and their imports, from the bottom up.
 * Without a folder it draws the kernel into docs/pictures, where a test compares it with the code. With ROOT, another checkout is drawn.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importsIn, ROOT } from './imports.ts';

const OF_TESTS = /\.test\./;
const [ROW, HEIGHT, LETTER, PADDING, GAP, MARGIN] = [74, 34, 7.4, 22, 22, 24];

interface Room {
  readonly name: string;
  /** The siblings that it imports. */
  readonly uses: Set<string>;
}

/** The direct members of a folder, each with everything in it. @param root of the checkout that contains `folder`. */
export function roomsOf(folder: string, root: string = ROOT): Room[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: path.join(root, folder) }).map((file) => file.replaceAll('\\', '/')).filter((file) => !OF_TESTS.test(file)).sort();
  const rooms = new Map<string, Room>();
  const roomAt = (file: string): Room => {
    const name = file.split('/')[0] ?? file;
    const room = rooms.get(name) ?? { name, uses: new Set<string>() };
    rooms.set(name, room);
    return room;
  };
  for (const file of files) roomAt(file);
  const known = new Set(files);
  for (const file of files) {
    const from = path.posix.join(folder, file);
    for (const imported of importsIn(from, readFileSync(path.join(root, from), 'utf8'))) {
      const to = path.posix.relative(folder, imported);
      if (known.has(to) && roomAt(to) !== roomAt(file)) roomAt(file).uses.add(roomAt(to).name);
    }
  }
  return [...rooms.values()];
}

/** Each room is above all those it uses; circular uses are drawn in red. Lines implied by others are left out. */
export function drawHouse(title: string, rooms: readonly Room[]): string {
  const byName = new Map(rooms.map((room) => [room.name, room]));
  const { floorOf, backwards } = floorsOf(byName);
  const floors = Math.max(...floorOf.values()) + 1;
  const rows = Array.from({ length: floors }, (_, floor) => rooms.filter(({ name }) => floorOf.get(name) === floor));
  const widthOf = ({ name }: Room): number => captionOf(name).length * LETTER + PADDING;
  const rowWidth = (row: readonly Room[]): number => row.reduce((sum, room) => sum + widthOf(room) + GAP, -GAP);
  const width = Math.ceil(Math.max(title.length * 9, ...rows.map(rowWidth)) + 2 * MARGIN);
  const height = floors * ROW + 2 * MARGIN + 20;
  const boxes = new Map<string, { x: number; y: number; width: number }>();
  rows.forEach((row, floor) => {
    let x = (width - rowWidth(row)) / 2;
    for (const room of row) {
      boxes.set(room.name, { x, y: height - MARGIN - floor * ROW - HEIGHT, width: widthOf(room) });
      x += widthOf(room) + GAP;
    }
  });
  const lines = rooms.flatMap((room) =>
    [...room.uses].sort().flatMap((to) => {
      const isBackwards = backwards.has(`${room.name} > ${to}`);
      const [from, target] = [boxes.get(room.name), boxes.get(to)];
      if (from === undefined || target === undefined || (!isBackwards && isImplied(byName, backwards, room.name, to))) return [];
      const [x0, y0] = [from.x + from.width / 2, isBackwards ? from.y : from.y + HEIGHT];
      const [x1, y1] = [target.x + target.width / 2, isBackwards ? target.y + HEIGHT : target.y];
      const bend = isBackwards ? -ROW / 2 : ROW / 2;
      return [`<path d="M${num(x0)} ${num(y0)}C${num(x0)} ${num(y0 + bend)} ${num(x1)} ${num(y1 - bend)} ${num(x1)} ${num(y1)}" fill="none" stroke="${isBackwards ? '#b3261e' : '#7a8794'}" stroke-width="${isBackwards ? 2 : 1}"/>`];
    }),
  );
  const drawn = rooms.flatMap((room) => {
    const box = boxes.get(room.name);
    if (box === undefined) return [];
    return [
      `<rect x="${num(box.x)}" y="${num(box.y)}" width="${num(box.width)}" height="${HEIGHT}" rx="4" fill="${room.name.endsWith('.ts') ? '#ffffff' : '#e3eef6'}" stroke="#345"/>`,
      `<text x="${num(box.x + box.width / 2)}" y="${num(box.y + 22)}" text-anchor="middle">${captionOf(room.name)}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="13" fill="#222">`,
    `<title>${title}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${MARGIN}" y="${MARGIN}" font-size="15">${title}</text>`,
    ...lines,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function captionOf(name: string): string {
  return name.includes('.') ? name : `${name}/`;
}

/** The maximum number of rooms below each, and the imports that close a circle: those of a room whose own imports are being followed. */
function floorsOf(rooms: ReadonlyMap<string, Room>): { floorOf: Map<string, number>; backwards: Set<string> } {
  const floorOf = new Map<string, number>();
  const backwards = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string): number => {
    const known = floorOf.get(name);
    if (known !== undefined) return known;
    open.add(name);
    let floor = 0;
    for (const to of [...(rooms.get(name)?.uses ?? [])].sort()) {
      if (open.has(to)) backwards.add(`${name} > ${to}`);
      else floor = Math.max(floor, visit(to) + 1);
    }
    open.delete(name);
    floorOf.set(name, floor);
    return floor;
  };
  for (const name of [...rooms.keys()].sort()) visit(name);
  return { floorOf, backwards };
}

/** Whether a room can also be reached by way of another one that is used. */
function isImplied(rooms: ReadonlyMap<string, Room>, backwards: ReadonlySet<string>, from: string, to: string): boolean {
  const forwards = (name: string): string[] => [...(rooms.get(name)?.uses ?? [])].filter((used) => !backwards.has(`${name} > ${used}`));
  const seen = new Set<string>();
  const open = forwards(from).filter((name) => name !== to);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === to) return true;
    if (!seen.has(name)) open.push(...forwards(name));
    seen.add(name);
  }
  return false;
}

function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export const KERNEL = { folder: 'packages/geometry/src', picture: 'docs/pictures/kernel-house.svg', title: 'packages/geometry/src: each room uses only what stands below it' } as const;

if (import.meta.main) {
  const [folder = KERNEL.folder, out = path.join(ROOT, KERNEL.picture), root = ROOT] = process.argv.slice(2);
  writeFileSync(out, drawHouse(root === ROOT ? KERNEL.title : `${folder} as it was; red: an import that runs back up`, roomsOf(folder, root)));
}
