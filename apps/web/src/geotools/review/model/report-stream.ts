/** Elements of a layer of the report that are told one by one: there may be a million of them. */
const ONE_BY_ONE = ['findings', 'balance', 'changed'] as const;
export type StreamedMember = (typeof ONE_BY_ONE)[number];

/** One of those elements: of which dataset and layer of the report it is (from 0 on), and its JSON. */
export type ElementVisitor = (member: StreamedMember, dataset: number, layer: number, json: string) => void;

/** Of everything beside the streamed elements, and of one such element: characters. Beyond them it is no report of ours. */
const LONGEST_REST = 64 * 2 ** 20;
const LONGEST_ELEMENT = 256 * 2 ** 20;
const DEEPEST = 200;

interface Frame {
  readonly isArray: boolean;
  /** Of an object: the member that is being read. */
  key: string;
  /** Of an array: the element that is being read. */
  index: number;
  expectsKey: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Reads a report as it arrives, and holds neither its text nor its findings: `datasets[].layers[].findings[]` and the like are
 * handed out as pieces of JSON, the rest is kept. It follows strings and brackets only, so that it reads a report however its
 * lines are broken; whatever is no JSON is found by `JSON.parse` of the piece, or of the rest.
 */
export class ReportStream {
  readonly #visit: ElementVisitor;
  readonly #frames: Frame[] = [];
  #rest = '';
  /** What the element, or the key, that is being read had in earlier chunks. */
  #pending = '';
  #isInString = false;
  #isEscaped = false;
  /** Brackets open within the element that is being read; 0: none is. */
  #depth = 0;

  constructor(visit: ElementVisitor) {
    this.#visit = visit;
  }

  push(chunk: string): void {
    // Where the text begins that has not been put anywhere yet.
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) {
          this.#isInString = false;
          if (this.#depth === 0) from = this.#endString(chunk, from, at + 1);
        }
        continue;
      }
      if (code === QUOTE) {
        this.#isInString = true;
        if (this.#depth === 0 && !this.#isStreaming()) from = this.#keep(chunk, from, at);
      } else if (code === 123 || code === 91) {
        if (this.#depth > 0) this.#depth += 1;
        else if (this.#isStreaming()) {
          this.#depth = 1;
          from = at;
        } else from = this.#open(chunk, from, at, code === 91);
      } else if (code === 125 || code === 93) {
        if (this.#depth > 0) {
          this.#depth -= 1;
          if (this.#depth === 0) from = this.#tell(chunk, from, at + 1);
        } else from = this.#close(from, at);
      } else if (this.#depth === 0) this.#separate(code);
    }
    if (this.#depth > 0 || (this.#isInString && this.#isKey())) {
      this.#pending += chunk.slice(from);
      if (this.#pending.length > LONGEST_ELEMENT) throw new Error('An element of the report is too long.');
    } else if (!this.#isStreaming()) this.#keep(chunk, from, chunk.length);
  }

  /** @returns the report without the elements that were told: their arrays are empty. @throws SyntaxError when it is no whole JSON. */
  finish(): unknown {
    return JSON.parse(this.#rest);
  }

  /** Whether what comes next is an element that is told. */
  #isStreaming(): boolean {
    return this.#frames.length === 6 && this.#streamed() !== undefined;
  }

  #streamed(): StreamedMember | undefined {
    // Only asked for a path of six: the report, its datasets, one of them, its layers, one of them, and a list of that.
    const [root, datasets, dataset, layers, layer, list] = this.#frames;
    if (root.key !== 'datasets' || !datasets.isArray || dataset.key !== 'layers' || !layers.isArray || !list.isArray) return undefined;
    return ONE_BY_ONE.find((member) => member === layer.key);
  }

  #isKey(): boolean {
    return this.#frames.at(-1)?.expectsKey === true;
  }

  #open(chunk: string, from: number, at: number, isArray: boolean): number {
    if (this.#frames.length >= DEEPEST) throw new Error('The report is nested too deeply.');
    this.#frames.push({ isArray, key: '', index: 0, expectsKey: !isArray });
    return this.#isStreaming() ? this.#keep(chunk, from, at + 1) : from;
  }

  #close(from: number, at: number): number {
    // Of a streamed array only its brackets are kept.
    const next = this.#isStreaming() ? at : from;
    this.#frames.pop();
    return next;
  }

  #separate(code: number): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    if (code === 58) frame.expectsKey = false;
    else if (code === 44) {
      if (frame.isArray) frame.index += 1;
      else frame.expectsKey = true;
    }
  }

  #endString(chunk: string, from: number, end: number): number {
    const frame = this.#frames.at(-1);
    if (frame?.expectsKey === true) {
      const text = this.#pending + chunk.slice(from, end);
      this.#pending = '';
      frame.key = String(JSON.parse(text));
      this.#addToRest(text);
      return end;
    }
    return this.#isStreaming() ? end : this.#keep(chunk, from, end);
  }

  #tell(chunk: string, from: number, end: number): number {
    const [, datasets, , layers] = this.#frames;
    const member = this.#streamed();
    const json = this.#pending + chunk.slice(from, end);
    this.#pending = '';
    if (member !== undefined) this.#visit(member, datasets.index, layers.index, json);
    return end;
  }

  #keep(chunk: string, from: number, end: number): number {
    this.#addToRest(chunk.slice(from, end));
    return end;
  }

  #addToRest(text: string): void {
    this.#rest += text;
    if (this.#rest.length > LONGEST_REST) throw new Error('The report is too long beside its findings.');
  }
}
