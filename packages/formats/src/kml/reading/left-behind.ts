import { listOf } from '@geoinsights/contract/units';
import type { DatasetNote } from '../../driver.ts';
import { named } from '../../named-fields.ts';
import { linksInWords, LINKS_STAY } from '../links.ts';
import type { ContainerElement } from '../reader.ts';

/** Elements next to placemarks that are not features, and elements of placemarks that are neither geometry nor attribute. */
const KINDS = new Map<string, 'style' | 'snippet' | 'display' | 'height' | 'picture' | 'link' | 'description' | 'values' | 'list' | 'metadata' | 'source' | 'address' | 'track'>([
  ['Style', 'style'],
  ['StyleMap', 'style'],
  ['styleUrl', 'style'],
  ['Snippet', 'snippet'],
  ['snippet', 'snippet'],
  ['visibility', 'display'],
  ['LookAt', 'display'],
  ['Camera', 'display'],
  ['Region', 'display'],
  ['open', 'display'],
  ['gx:balloonVisibility', 'display'],
  ['gx:drawOrder', 'display'],
  ['altitudeMode', 'height'],
  ['extrude', 'height'],
  ['tessellate', 'height'],
  ['gx:altitudeMode', 'height'],
  ['GroundOverlay', 'picture'],
  ['ScreenOverlay', 'picture'],
  ['PhotoOverlay', 'picture'],
  ['NetworkLink', 'link'],
  // Those of a placemark are its attributes, and do not come here.
  ['description', 'description'],
  ['ExtendedData', 'values'],
  ['SimpleArrayData', 'list'],
  ['Metadata', 'metadata'],
  ['atom:author', 'source'],
  ['atom:link', 'source'],
  ['xal:AddressDetails', 'address'],
  ['when', 'track'],
  ...['angles', 'interpolate'].flatMap((name): [string, 'track'][] => [[name, 'track'], [`gx:${name}`, 'track']]),
]);

/** A hostile document may have any number of names, of any length. */
const MOST_NAMES = 1000;
const LONGEST_NAME = 80;

/** Counts what a document holds that is not written to a new file. */
export class LeftBehind {
  readonly #counts = { style: 0, snippet: 0, display: 0, height: 0, picture: 0, link: 0, description: 0, values: 0, list: 0, metadata: 0, source: 0, address: 0, track: 0 };

  /** The names of elements of no kind above. */
  readonly #others = new Set<string>();

  readonly #emptyFolders: string[] = [];

  /** A folder without placemarks: only layers with features are read. Without a name, nothing is lost with it. */
  seeEmpty({ name }: ContainerElement): void {
    if (name === '') return;
    this.#emptyFolders.push(name);
  }

  /** @param name of an element next to placemarks or in one, with its prefix if it is not of KML */
  see(name: string): void {
    const kind = KINDS.get(name);
    if (kind !== undefined) this.#counts[kind]++;
    else if (this.#others.size < MOST_NAMES) this.#others.add(name.slice(0, LONGEST_NAME));
  }

  notes(): DatasetNote[] {
    const { style, snippet, display, height, picture, link, description, values, list, metadata, source, address, track } = this.#counts;
    const others = [...this.#others];
    const parts: { readonly text: string; readonly isPlural: boolean }[] = [
      ...(style === 0 ? [] : [{ text: 'its styles', isPlural: true }]),
      ...(snippet === 0 ? [] : [{ text: 'its short descriptions (Snippet)', isPlural: true }]),
      ...(description === 0 ? [] : [{ text: description === 1 ? 'the description of a folder' : 'the descriptions of folders', isPlural: description > 1 }]),
      ...(values === 0 ? [] : [{ text: `the values of ${values === 1 ? 'a folder' : 'folders'} (ExtendedData)`, isPlural: true }]),
      ...(track === 0 ? [] : [{ text: 'the times and angles along its tracks (of the times, only the first and the last are, as begin and end)', isPlural: true }]),
      ...(list === 0 ? [] : [{ text: 'its lists of values (SimpleArrayData)', isPlural: true }]),
      ...(metadata === 0 ? [] : [{ text: 'its metadata (Metadata)', isPlural: true }]),
      ...(source === 0 ? [] : [{ text: 'its authors and sources (atom:author, atom:link)', isPlural: true }]),
      ...(address === 0 ? [] : [{ text: 'its structured addresses (xal:AddressDetails)', isPlural: true }]),
      ...(display === 0 ? [] : [{ text: 'its view settings (such as visibility, open, LookAt, Camera, Region)', isPlural: true }]),
      ...(height === 0 ? [] : [{ text: 'its height reference (altitudeMode, extrude, tessellate)', isPlural: false }]),
      ...(picture === 0 ? [] : [{ text: picture === 1 ? 'one picture' : `${String(picture)} pictures`, isPlural: picture > 1 }]),
      ...(link === 0 ? [] : [{ text: linksInWords(link), isPlural: link > 1 }]),
      ...(others.length === 0 ? [] : [{ text: `its ${others.length === 1 ? 'element' : 'elements'} ${named(others)}`, isPlural: others.length > 1 }]),
    ];
    if (parts.length === 0) return this.#emptyNote();
    const all = listOf(parts.map(({ text }) => text), 'and');
    return [{ code: 'kml-left-behind', text: `Only the placemarks of this KML are read; ${all} ${parts.length === 1 && !parts[0].isPlural ? 'is' : 'are'} not.${link === 0 ? '' : ` ${LINKS_STAY}`}` }, ...this.#emptyNote()];
  }

  #emptyNote(): DatasetNote[] {
    if (this.#emptyFolders.length === 0) return [];
    return [{ code: 'kml-left-behind', text: `${this.#emptyFolders.length === 1 ? 'A folder without placemarks was' : 'Folders without placemarks were'} left out: ${named(this.#emptyFolders)}.` }];
  }
}
