import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { layerGroupsSchema } from '@geoinsights/contract';
import { nodeEnvironment } from '../node-environment.ts';
import { operatorProgram } from '../server-programs.ts';

const GROUP = 'Struck';
/** Sides of the squares; every second layer gets new data once it exists. */
const SIDES = { first: 40, second: 55 } as const;

/** The layers published while a server was struck, and how they are drawn. */
export interface Publications {
  /** Commands that reported success. */
  readonly acknowledged: number;
  /** Commands that did not report success, although they may have succeeded. */
  readonly refused: number;
  readonly layersThere: number;
  /** Acknowledged, but missing or without its newest data. */
  readonly lost: number;
  /** Present, but drawn with neither its old nor its new data. */
  readonly half: number;
}

/**
 * An operator who publishes one layer after the other with `geotools layers publish`, and new data for every second one, while a server
 * runs, is killed, or starts on the data folder.
 */
export class Publisher {
  readonly #address: string;
  readonly #dataFolder: string;
  readonly #files: Readonly<Record<keyof typeof SIDES, string>>;
  readonly #pauseMilliseconds: number;
  readonly #work: Promise<void>;
  /** What the command reported about each layer's data, in the order of publishing. */
  readonly #told = new Map<string, { data: keyof typeof SIDES; isAcknowledged: boolean }[]>();
  #isOver = false;
  #isPublishing = false;

  /**
   * @param folder for its own files
   * @param pauseMilliseconds between two layers
   */
  constructor(address: string, dataFolder: string, folder: string, pauseMilliseconds: number) {
    this.#pauseMilliseconds = pauseMilliseconds;
    this.#address = address;
    this.#dataFolder = dataFolder;
    const [first, second] = [path.join(folder, 'first.geojson'), path.join(folder, 'second.geojson')];
    this.#files = { first, second };
    writeFileSync(first, squares(SIDES.first));
    writeFileSync(second, squares(SIDES.second));
    this.#work = this.#publishAll();
  }

  get isPublishing(): boolean {
    return this.#isPublishing;
  }

  /** Ends after the layer being published. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** What a page gets of it now. Publishes two more layers, to know how their data is drawn. */
  async look(): Promise<Publications> {
    for (const data of ['first', 'second'] as const) if (!(await this.#publish(`sample ${data}`, data))) throw new Error('A layer cannot be published although nothing is struck any more.');
    const groups = layerGroupsSchema.parse(await (await fetch(`${this.#address}/api/v1/layers/layer_groups`)).json());
    const layers = groups.find(({ name }) => name === GROUP)?.layers ?? [];
    const pictures = new Map<string, string>();
    for (const { name, code } of layers) pictures.set(name, await this.#picture(code));
    const drawn = { first: pictures.get('sample first'), second: pictures.get('sample second') };
    if (drawn.first === undefined || drawn.second === undefined || drawn.first === drawn.second) throw new Error('The two kinds of data cannot be told apart.');
    const counts = { acknowledged: 0, refused: 0, layersThere: layers.length - 2, lost: 0, half: 0 };
    for (const [name, told] of this.#told) {
      for (const { isAcknowledged } of told) counts[isAcknowledged ? 'acknowledged' : 'refused']++;
      const picture = pictures.get(name);
      if (picture !== undefined && picture !== drawn.first && picture !== drawn.second) counts.half++;
      const lastAcknowledged = told.findLastIndex(({ isAcknowledged }) => isAcknowledged);
      // Later commands may have succeeded without reporting it.
      const mayBe = told.slice(lastAcknowledged).map(({ data }) => drawn[data]);
      if (lastAcknowledged >= 0 && !mayBe.includes(picture)) counts.lost++;
    }
    return counts;
  }

  async #publishAll(): Promise<void> {
    for (let number = 1; !this.#isOver; number++) {
      const name = `layer ${String(number)}`;
      const told: { data: keyof typeof SIDES; isAcknowledged: boolean }[] = [];
      this.#told.set(name, told);
      for (const data of number % 2 === 0 ? (['first', 'second'] as const) : (['first'] as const)) told.push({ data, isAcknowledged: await this.#publish(name, data) });
      await pause(this.#pauseMilliseconds);
    }
  }

  async #publish(name: string, data: keyof typeof SIDES): Promise<boolean> {
    this.#isPublishing = true;
    const args = ['--disable-warning=ExperimentalWarning', operatorProgram(), 'layers', 'publish', this.#files[data], '--group', GROUP, '--name', name, '--color', '#cc0000', '--visible', '--quiet'];
    const child = spawn(process.execPath, args, { env: { ...nodeEnvironment(), DATA_DIR: this.#dataFolder }, stdio: 'ignore' });
    const status = await new Promise((resolve) => child.once('exit', resolve));
    this.#isPublishing = false;
    return status === 0;
  }

  async #picture(code: string): Promise<string> {
    const asked = new URLSearchParams({ SERVICE: 'WMS', VERSION: '1.1.1', REQUEST: 'GetMap', LAYERS: code, STYLES: '', SRS: 'EPSG:4326', BBOX: '-51,-16,-49,-14', WIDTH: '128', HEIGHT: '128', FORMAT: 'image/png', TRANSPARENT: 'TRUE' });
    const answer = await fetch(`${this.#address}/api/v1/wms?${asked.toString()}`);
    const isPicture = answer.headers.get('content-type') === 'image/png';
    return isPicture ? createHash('sha256').update(new Uint8Array(await answer.arrayBuffer())).digest('hex') : `no picture: ${(await answer.text()).slice(0, 500)}`;
  }
}

/** A grid with this many squares per side that covers the examined place. */
function squares(side: number): string {
  const width = 2 / side;
  const features = Array.from({ length: side * side }, (_, number) => {
    const [west, south] = [-51 + (number % side) * width, -16 + Math.floor(number / side) * width];
    const [east, north] = [west + width / 2, south + width / 2];
    return { type: 'Feature', properties: { number }, geometry: { type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] } };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}
