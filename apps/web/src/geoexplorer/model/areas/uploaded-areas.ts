import LayerGroup from 'ol/layer/Group.js';
import type OpenLayersMap from 'ol/Map.js';
import type { FlatStyle } from 'ol/style/flat.js';
import { moreSentence, NoAnswerError } from '../map/look.ts';
import type { PlaceAnswer } from '../map/look.ts';
import type { LayerService } from '../map/layer-service.ts';
import { createMarksLayer } from '../../../map-drawing/marks-layer.ts';
import { createShapesLayer } from '../../../map-drawing/shapes-layer.ts';
import { AreasReader, ReaderClosedError } from './areas-reader.ts';
import type { AreasRead } from './areas-reader.ts';
import type { ReadOutcome } from './messages.ts';
import { NotLoadedError } from '../../../ui/late-code.ts';
import { Listeners } from '../../../ui/listeners.ts';
import { namesForReload } from './names-for-reload.ts';
import { formatOf, mainFileOf, readableFiles } from './pick.ts';

/** The outcome for a listed file. */
export type FileOutcome =
  | ReadOutcome
  | { readonly state: 'drawn'; readonly read: Extract<ReadOutcome, { state: 'read' }> }
  /** Read, but not on the map. */
  | { readonly state: 'undrawn' }
  /** Read together with the shapefile of this name. */
  | { readonly state: 'companion'; readonly of: string }
  /** Only listed: dropped, or of a kind that is not read. */
  | { readonly state: 'listed'; readonly isDropped: boolean };

export interface ListedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly outcome: FileOutcome;
  /** Codes of the systems that its coordinates may be in, if only the visitor can tell; otherwise empty. */
  readonly systems: readonly string[];
}

export interface AreasState {
  readonly files: readonly ListedFile[];
  /** What failed: `loading` and `reading` concern the list, `drawing` the map. */
  readonly failure: 'loading' | 'reading' | 'drawing' | null;
  /** Names of files that are not listed any more and whose areas are on the map, unless others are about to replace them. */
  readonly earlier: readonly string[];
  /** Names of the files that the visitor has removed from the map since files were last listed. */
  readonly removed: readonly string[];
  /** Names of the files whose areas this tab showed before the page was reloaded or left, until files are listed. */
  readonly lost: readonly string[];
}

interface Pick {
  readonly reader: AreasReader;
  /** What follows the map. */
  layers: readonly { readonly stop: () => void }[];
  /** Names of the files that are drawn. */
  drawn: readonly string[];
  /** Its failure has been reported. */
  isOver: boolean;
}

const STYLE: FlatStyle = {
  'fill-color': 'rgba(138, 79, 29, 0.22)',
  'stroke-color': '#8a4f1d',
  'stroke-width': 2,
  'circle-radius': 6,
  'circle-fill-color': '#8a4f1d',
  'circle-stroke-color': '#ffffff',
  'circle-stroke-width': 2,
};

const WAITING: FileOutcome = { state: 'reading', share: 0 };
const BROKEN: FileOutcome = { state: 'unreadable', reason: 'este navegador não conseguiu processar o arquivo. Recarregue a página e tente de novo.' };

const NOTHING: PlaceAnswer = { features: [], more: null };

/** The files selected last, and the one map layer made from them. */
export class UploadedAreas {
  readonly #map: OpenLayersMap;
  readonly #layerService: LayerService;
  readonly #listeners = new Listeners();
  #state: AreasState = { files: [], failure: null, earlier: [], removed: [], lost: [] };
  /** For the next selection. */
  #next: AreasReader | null = null;
  /** The listed selection. */
  #listed: Pick | null = null;
  /** The selection on the map: the previous one until another has been read. */
  #shown: Pick | null = null;
  readonly #wholeListeners = new Listeners();

  constructor(map: OpenLayersMap, layerService: LayerService) {
    this.#map = map;
    this.#layerService = layerService;
  }

  get state(): AreasState {
    return this.#state;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Called when the files of a selection are about to be drawn, if none of them was left out. @returns a function that ends the subscription. */
  readonly whenWhole = this.#wholeListeners.subscribe;

  /** Loads the code that reads files, so that it is available without a network. */
  prepare(): void {
    if (this.#next?.isUsable !== true) this.#next = new AreasReader();
  }

  /** Whether this tab has shown areas that are gone, of which nothing has been said yet. */
  get hasLost(): boolean {
    return namesForReload.read().length > 0;
  }

  /** Says once which areas are gone. */
  tellLost(): void {
    const lost = namesForReload.read();
    namesForReload.keep([]);
    if (lost.length > 0) this.#tell({ ...this.#state, lost });
  }

  /** Files from the file dialogue: listed, and read if they are of one of the two formats. */
  choose(files: readonly File[]): void {
    const readable = readableFiles(files);
    this.#list(
      files.map(({ name, size }) => {
        const main = mainFileOf(name, files);
        if (main !== null) return { name, size, outcome: { state: 'companion', of: main }, systems: [] };
        return { name, size, outcome: formatOf(name) === null ? { state: 'listed', isDropped: false } : WAITING, systems: [] };
      }),
    );
    if (readable.length === 0) return;
    const pick: Pick = {
      reader: this.#takeReader(),
      layers: [],
      drawn: [],
      isOver: false,
    };
    this.#listed = pick;
    const reading = pick.reader.read(readable, {
      onOutcome: (index, outcome) => {
        if (this.#listed === pick) this.#setOutcomes((_, at) => (at === index ? outcome : null));
      },
      onFailure: (error) => {
        this.#failed(pick, error);
      },
    });
    this.#show(pick, reading);
  }

  /** Dropped files: only listed. */
  drop(files: readonly File[]): void {
    this.#list(files.map(({ name, size }) => ({ name, size, outcome: { state: 'listed', isDropped: true }, systems: [] })));
  }

  /** The visitor states the reference system of a listed file's coordinates. */
  place(index: number, system: string): void {
    const pick = this.#listed;
    if (pick === null) return;
    if (!pick.reader.isUsable) {
      // Its end was reported when it came, perhaps as one that only concerned the map.
      this.#setOutcomes(({ state }, at) => (at === index && state === 'unplaced' ? BROKEN : null));
      this.#tell({ ...this.#state, failure: 'reading' });
      return;
    }
    // What was reported before was about an earlier system.
    pick.isOver = false;
    this.#show(pick, pick.reader.place(index, system));
  }

  /** Removes areas from the map whose files are no longer listed. */
  removeEarlier(): void {
    if (this.#shown === this.#listed) return;
    const { failure, earlier } = this.#state;
    this.#end(this.#shown);
    this.#shown = null;
    this.#layerService.remove();
    namesForReload.keep([]);
    this.#tell({ ...this.#state, failure: failure === 'drawing' ? null : failure, removed: earlier });
  }

  /** The features of the drawn files at a map position. */
  async look(x: number, y: number, tolerance: number): Promise<PlaceAnswer> {
    if (this.#shown === null) return NOTHING;
    try {
      const { features, hasMore } = await this.#shown.reader.look(x, y, tolerance);
      return { features, more: hasMore ? moreSentence('das suas áreas', features.length, '; todas estão nos seus arquivos') : null };
    } catch (error) {
      // These files are no longer on the map.
      if (error instanceof ReaderClosedError) return NOTHING;
      // The reader has logged it.
      throw new NoAnswerError('The uploaded areas cannot be asked.', { cause: error });
    }
  }

  /** Ends all workers. */
  close(): void {
    this.#end(this.#listed);
    this.#end(this.#shown);
    this.#next?.close();
    this.#listed = null;
    this.#shown = null;
    this.#next = null;
  }

  #takeReader(): AreasReader {
    // Without a network, another one would not even be as complete as this.
    if (this.#next?.isIncomplete === true && navigator.onLine) {
      this.#next.close();
      this.#next = null;
    }
    const reader = this.#next?.isUsable === true ? this.#next : new AreasReader();
    this.#next = null;
    this.prepare();
    return reader;
  }

  #list(files: readonly ListedFile[]): void {
    if (this.#listed !== this.#shown) this.#end(this.#listed);
    this.#listed = null;
    this.#tell({ files, failure: null, removed: [], lost: [] });
  }

  #show(pick: Pick, reading: Promise<AreasRead>): void {
    reading
      .then((read) => this.#draw(pick, read))
      .catch((error: unknown) => {
        // A closed reader was replaced, and a broken worker has reported it itself.
        if (error instanceof ReaderClosedError || this.#listed !== pick || pick.isOver) return;
        console.error('The areas could not be drawn:', error);
        this.#failed(pick, error);
      });
  }

  async #draw(pick: Pick, read: AreasRead): Promise<void> {
    if (this.#listed !== pick) return;
    if (read.extent === null) {
      // Another system was chosen, in which nothing in the file has a position.
      if (this.#shown !== pick) return;
      pick.drawn = [];
      namesForReload.keep([]);
      this.#layerService.remove();
      return;
    }
    const names = this.#state.files.filter(({ outcome: { state } }) => isOnItsWay(state) || state === 'drawn').map(({ name }) => name);
    const shapes = createShapesLayer(pick.reader, { ...read, style: STYLE });
    const marks = createMarksLayer(pick.reader, STYLE);
    if (this.#shown !== null) stopLayers(this.#shown);
    if (this.#shown !== pick) this.#end(this.#shown);
    this.#shown = pick;
    pick.layers = [shapes, marks];
    if (this.#state.files.every(({ outcome: { state } }) => !['unreadable', 'unloaded', 'unplaced'].includes(state))) this.#wholeListeners.tell();
    namesForReload.keep(names);
    this.#layerService.add({ layer: new LayerGroup({ layers: [shapes.layer, marks.layer] }), extent: read.extent });
    const onFailure = (error: unknown) => {
      if (error instanceof ReaderClosedError || pick.isOver) return;
      console.error('The areas could not be drawn for this view:', error);
      if (this.#shown === pick) this.#tell({ ...this.#state, failure: 'drawing' });
    };
    await shapes.follow(this.#map, onFailure);
    marks.follow(this.#map, onFailure).catch(onFailure);
    pick.drawn = names;
    if (this.#listed !== pick) {
      this.#tell(this.#state);
      return;
    }
    // Whatever failed before was about areas that these replace, or about an earlier drawing of them.
    this.#tell({ ...this.#state, failure: null });
    this.#setOutcomes((outcome) => (outcome.state === 'read' ? { state: 'drawn', read: outcome } : null));
    // For the benchmark and tests outside the page, which wait for it.
    this.#map.once('rendercomplete', () => {
      this.#map.getTargetElement()?.setAttribute('data-drawn', '');
    });
  }

  /** Ends a selection: files not yet read stay unread, and those already read are not drawn. */
  #failed(pick: Pick, error: unknown): void {
    if (this.#listed !== pick && this.#shown !== pick) return;
    pick.isOver = true;
    // The areas on the map may be those of an earlier selection, while the files of another are being read.
    const isReading = this.#listed === pick && this.#state.files.some(({ outcome: { state } }) => state === 'reading');
    const isLost = error instanceof NotLoadedError;
    if (this.#listed === pick) this.#setOutcomes(({ state }) => (state === 'reading' ? (isLost ? { state: 'unloaded' } : BROKEN) : state === 'read' ? { state: 'undrawn' } : null));
    this.#tell({ ...this.#state, failure: !isReading ? 'drawing' : isLost ? 'loading' : 'reading' });
  }

  /** Changes the outcomes of files; null leaves a file unchanged. */
  #setOutcomes(change: (outcome: FileOutcome, index: number) => FileOutcome | null): void {
    const files = this.#state.files.map((file, index) => {
      const outcome = change(file.outcome, index) ?? file.outcome;
      return { ...file, outcome, systems: outcome.state === 'unplaced' ? outcome.systems : file.systems };
    });
    this.#tell({ ...this.#state, files });
  }

  #tell(state: Omit<AreasState, 'earlier'>): void {
    const areReplaced = this.#shown === this.#listed || state.files.some(({ outcome }) => isOnItsWay(outcome.state));
    this.#state = { ...state, earlier: areReplaced ? [] : (this.#shown?.drawn ?? []) };
    this.#listeners.tell();
  }

  #end(pick: Pick | null): void {
    if (pick === null) return;
    stopLayers(pick);
    pick.reader.close();
  }
}

function stopLayers({ layers }: Pick): void {
  for (const layer of layers) layer.stop();
}

function isOnItsWay(state: FileOutcome['state']): boolean {
  return state === 'reading' || state === 'read';
}
