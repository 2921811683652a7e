/** Lists of a layer whose elements are delivered one by one: there may be a million of them. */
const ONE_BY_ONE = ['findings', 'balance', 'changed'] as const;
export type StreamedMember = (typeof ONE_BY_ONE)[number];

/** Receives one of those elements: the dataset and layer of the report it belongs to (from 0 on), and its JSON. */
export type ElementVisitor = (member: StreamedMember, dataset: number, layer: number, json: string) => void;

/** Limits in characters for everything besides the streamed elements, and for one such element. Anything larger is not one of our reports. */
const LONGEST_REST = 64 * 2 ** 20;
const LONGEST_ELEMENT = 256 * 2 ** 20;
const DEEPEST = 200;

interface Frame {
  readonly isArray: boolean;
  /** For an object: the current member. */
  key: string;
  /** For an array: the current element. */
  index: number;
  expectsKey: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Parses a report as it arrives, without holding its text or its findings: `datasets[].layers[].findings[]` and the like are delivered as
 * pieces of JSON, and the rest is kept. It only follows strings and brackets, so it handles any line breaks; invalid JSON is
 * detected by `JSON.parse` of the piece, or of the rest.
 */
export class ReportStream {
  readonly #visit: ElementVisitor;
  readonly #frames: Frame[] = [];
  #rest = '';
  /** The part of the current element, or key, from earlier chunks. */
  #pending = '';
  #isInString = false;
  #isEscaped = false;
  /** Open brackets within the current element; 0 if there is none. */
  #depth = 0;

  constructor(visit: ElementVisitor) {
    this.#visit = visit;
  }

  push(chunk: string): void {
    // Start of the text not yet stored anywhere.
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

  /** @returns the report without the delivered elements: their arrays are empty. @throws SyntaxError if it is not complete JSON. */
  finish(): unknown {
    return JSON.parse(this.#rest);
  }

  /** Whether the next item is an element to deliver. */
  #isStreaming(): boolean {
    return this.#frames.length === 6 && this.#streamed() !== undefined;
  }

  #streamed(): StreamedMember | undefined {
    // Only relevant for a path of six: the report, its datasets, one of them, its layers, one of them, and one of its lists.
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
