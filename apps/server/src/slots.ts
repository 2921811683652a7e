/** A bounded number of slots, of which one visitor cannot take them all. */
export class Slots {
  readonly #most: number;
  readonly #mostOfVisitor: number;
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  constructor({ most, mostOfVisitor }: { readonly most: number; readonly mostOfVisitor: number }) {
    this.#most = most;
    this.#mostOfVisitor = mostOfVisitor;
  }

  /** @returns a function to call once when the slot is free again; null if there is none for this visitor */
  take(visitor: string): (() => void) | null {
    const ofVisitor = this.#takenBy.get(visitor) ?? 0;
    if (this.#taken >= this.#most || ofVisitor >= this.#mostOfVisitor) return null;
    this.#taken++;
    this.#takenBy.set(visitor, ofVisitor + 1);
    return () => {
      this.#taken--;
      const left = (this.#takenBy.get(visitor) ?? 1) - 1;
      if (left === 0) this.#takenBy.delete(visitor);
      else this.#takenBy.set(visitor, left);
    };
  }
}
