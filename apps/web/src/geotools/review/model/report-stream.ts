/** Lists in a layer of the report whose elements are passed on one by one: there may be a million of them. */
const ONE_BY_ONE = ['findings', 'balance', 'changed'] as const;
export type StreamedMember = (typeof ONE_BY_ONE)[number];

/** Receives one parsed element of these lists, with the zero-based indices of its dataset and layer in the report. */
export type ElementVisitor = (member: StreamedMember, dataset: number, layer: number, element: unknown) => void;

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
const COMMA = 44;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Reads a report as it arrives without holding its text or its findings: the elements of `datasets[].layers[].findings[]` and similar lists are
 * passed on one by one, the rest is kept. It follows strings and brackets only, so it can read a report however its lines are broken; invalid JSON is
 * detected by `JSON.parse`, of an element or of the rest.
 */
export class ReportStream {
  readonly #visit: ElementVisitor;
  readonly #frames: Frame[] = [];
  #rest = '';
  /** The part of the current element, or key, from earlier chunks. */
  #pending = '';
  #isInString = false;
  #isEscaped = false;
  /** The number of open brackets within the current element. */
  #depth = 0;
  /** The list whose elements are being passed on; undefined outside such lists. */
  #streamed: StreamedMember | undefined;

  constructor(visit: ElementVisitor) {
    this.#visit = visit;
  }

  push(chunk: string): void {
    let at = 0;
    while (at < chunk.length) at = this.#streamed === undefined ? this.#passRest(chunk, at) : this.#passElements(chunk, at, this.#streamed);
  }

  /** @returns the report without the elements that were passed on: their lists are empty. @throws SyntaxError if it is not a complete JSON text. */
  finish(): unknown {
    return JSON.parse(this.#rest);
  }

  /** Continues within such a list. @returns where the list or the chunk ends. */
  #passElements(chunk: string, start: number, member: StreamedMember): number {
    // Most of a large report passes through here, so the state is held in local variables.
    let depth = this.#depth;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    /** Where the current element, or its part in this chunk, begins. */
    let from = start;
    let at = start;
    for (; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (code === BACKSLASH) isEscaped = true;
        else if (code === QUOTE) isInString = false;
      } else if (code === QUOTE) isInString = true;
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
      else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (depth === 0) break;
        depth -= 1;
      } else if (code === COMMA && depth === 0) {
        this.#passOn(chunk.slice(from, at), member);
        from = at + 1;
      }
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    if (at < chunk.length) {
      const last = chunk.slice(from, at);
      if (this.#pending.trim() !== '' || last.trim() !== '') this.#passOn(last, member);
      this.#pending = '';
      // The bracket that closes it belongs to the rest.
      this.#streamed = undefined;
    } else {
      this.#pending += chunk.slice(from);
      if (this.#pending.length > LONGEST_ELEMENT) throw new Error('An element of the report is too long.');
    }
    return at;
  }

  #passOn(text: string, member: StreamedMember): void {
    // One by one: if many were parsed at once, they would live long enough for the garbage collector to move them, which takes a third longer.
    const element: unknown = JSON.parse(this.#pending === '' ? text : this.#pending + text);
    this.#pending = '';
    const [, datasets, , layers] = this.#frames;
    this.#visit(member, datasets.index, layers.index, element);
  }

  /** Continues outside such lists. @returns where one of them begins, or the end of the chunk. */
  #passRest(chunk: string, start: number): number {
    // The start of the current key's part in this chunk, which is not in `#pending` yet.
    let from = start;
    for (let at = start; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === BACKSLASH) this.#isEscaped = true;
        else if (code === QUOTE) {
          this.#isInString = false;
          this.#endString(chunk, from, at + 1);
        }
      } else if (code === QUOTE) {
        this.#isInString = true;
        from = at;
      } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        this.#open(code === OPEN_ARRAY);
        if (this.#streamed === undefined) continue;
        this.#addToRest(chunk.slice(start, at + 1));
        return at + 1;
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) this.#frames.pop();
      else this.#separate(code);
    }
    if (this.#isInString && this.#isKey()) this.#pending += chunk.slice(from);
    this.#addToRest(chunk.slice(start));
    return chunk.length;
  }

  #isKey(): boolean {
    return this.#frames.at(-1)?.expectsKey === true;
  }

  #open(isArray: boolean): void {
    if (this.#frames.length >= DEEPEST) throw new Error('The report is nested too deeply.');
    this.#frames.push({ isArray, key: '', index: 0, expectsKey: !isArray });
    this.#streamed = this.#listToPassOn();
  }

  /** The list that has just begun, if its elements are to be passed on. */
  #listToPassOn(): StreamedMember | undefined {
    if (this.#frames.length !== 6) return undefined;
    const [root, datasets, dataset, layers, layer, list] = this.#frames;
    if (root.key !== 'datasets' || !datasets.isArray || dataset.key !== 'layers' || !layers.isArray || !list.isArray) return undefined;
    return ONE_BY_ONE.find((member) => member === layer.key);
  }

  #separate(code: number): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    if (code === COLON) frame.expectsKey = false;
    else if (code === COMMA) {
      if (frame.isArray) frame.index += 1;
      else frame.expectsKey = true;
    }
  }

  #endString(chunk: string, from: number, end: number): void {
    const frame = this.#frames.at(-1);
    if (frame?.expectsKey === true) frame.key = String(JSON.parse(this.#pending + chunk.slice(from, end)));
    this.#pending = '';
  }

  #addToRest(text: string): void {
    this.#rest += text;
    if (this.#rest.length > LONGEST_REST) throw new Error('The report is too long beside its findings.');
  }
}
