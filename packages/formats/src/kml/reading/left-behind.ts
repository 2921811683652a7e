import type { DatasetNote } from '../../driver.ts';
import { named } from '../../named-fields.ts';
import type { ContainerElement } from '../reader.ts';

/** Elements next to placemarks that are not features, and elements of placemarks that are neither geometry nor attribute. */
const KINDS = new Map<string, 'style' | 'snippet' | 'display' | 'height' | 'picture' | 'link'>([
  ['Style', 'style'],
  ['StyleMap', 'style'],
  ['styleUrl', 'style'],
  ['Snippet', 'snippet'],
  ['snippet', 'snippet'],
  ['visibility', 'display'],
  ['LookAt', 'display'],
  ['Camera', 'display'],
  ['Region', 'display'],
  ['altitudeMode', 'height'],
  ['extrude', 'height'],
  ['GroundOverlay', 'picture'],
  ['ScreenOverlay', 'picture'],
  ['PhotoOverlay', 'picture'],
  ['NetworkLink', 'link'],
]);

/** Counts what a document holds that is not written to a new file. */
export class LeftBehind {
  readonly #counts = { style: 0, snippet: 0, display: 0, height: 0, picture: 0, link: 0 };

  readonly #emptyFolders: string[] = [];

  /** A folder without placemarks: only layers with features are read. Without a name, nothing is lost with it. */
  seeEmpty({ name }: ContainerElement): void {
    if (name === '') return;
    this.#emptyFolders.push(name);
  }

  /** @param local the name of an element next to placemarks or in one */
  see(local: string): void {
    const kind = KINDS.get(local);
    if (kind !== undefined) this.#counts[kind]++;
  }

  notes(): DatasetNote[] {
    const { style, snippet, display, height, picture, link } = this.#counts;
    const parts = [
      ...(style === 0 ? [] : ['its styles']),
      ...(snippet === 0 ? [] : ['its short descriptions (Snippet)']),
      ...(display === 0 ? [] : ['its settings of what is shown from where (visibility, LookAt, Camera, Region)']),
      ...(height === 0 ? [] : ['what its heights are measured from (altitudeMode, extrude)']),
      ...(picture === 0 ? [] : [picture === 1 ? 'one picture' : `${String(picture)} pictures`]),
      ...(link === 0 ? [] : [link === 1 ? 'one link to another file' : `${String(link)} links to other files`]),
    ];
    if (parts.length === 0) return this.#emptyNote();
    const all = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.slice(-1).join('')}`;
    return [{ code: 'kml-left-behind', text: `Of this KML the placemarks are read; ${all} ${parts.length === 1 && style + snippet + display === 0 && (picture + link === 1 || (height > 0 && picture + link === 0)) ? 'is' : 'are'} not.` }, ...this.#emptyNote()];
  }

  #emptyNote(): DatasetNote[] {
    if (this.#emptyFolders.length === 0) return [];
    return [{ code: 'kml-left-behind', text: `${this.#emptyFolders.length === 1 ? 'A folder without placemarks was' : 'Folders without placemarks were'} left out: ${named(this.#emptyFolders)}.` }];
  }
}
