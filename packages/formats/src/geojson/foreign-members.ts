/** More names are not listed. */
const MOST_NAMES = 1000;
const LONGEST_NAME = 80;

/** What GDAL notes about the coordinates of a whole collection; it says nothing about features. */
const SAYS_NOTHING = /^(xy|z)_coordinate_resolution$/;

/** The names of members that GeoJSON does not define, of collections and of features. Those of a feature count once it ends. */
export class ForeignMembers {
  readonly ofCollections = new Set<string>();
  readonly ofFeatures = new Set<string>();
  #document: string[] = [];
  #feature: string[] = [];

  see(name: string, ofFeature: boolean): void {
    if (ofFeature && this.ofFeatures.has(name)) return;
    const names = ofFeature ? this.#feature : this.#document;
    if (names.length < MOST_NAMES && !SAYS_NOTHING.test(name)) names.push(name.slice(0, LONGEST_NAME));
  }

  beginFeature(): void {
    if (this.#feature.length > 0) this.#feature = [];
  }

  endFeature(): void {
    addAll(this.ofFeatures, this.#feature);
    this.beginFeature();
  }

  endDocument(isCollection: boolean): void {
    addAll(isCollection ? this.ofCollections : this.ofFeatures, this.#document);
    this.#document = [];
  }
}

function addAll(names: Set<string>, more: readonly string[]): void {
  for (const name of more) if (names.size < MOST_NAMES) names.add(name);
}
