import type { Ground } from '../ground.ts';
import { FEWEST_EDGES_TAPERING, isCorridor, isSliver, isWedge, keepsWidth, keepsWidthOf, mayKeepWidthOf, mayTaper, NARROWEST_CORRIDOR, profileOf, tapersAtOneEnd } from '../widths/profile.ts';
import type { WidthProfile } from '../widths/profile.ts';
import type { BorderSample } from './border-sample.ts';
import { BorderWalks, GROWING } from './border-walks.ts';
import { measureOpenBorders } from './open-borders.ts';
import { distanceOfSmallObject } from './small-objects.ts';
import type { OpenBorder, OpenBorders } from './open-borders.ts';

/** A run of fewer consecutive places that face one feature has no recognisable shape. */
const FEWEST_IN_RUN = 3;
/** The noise is this quantile of the widths of slivers. */
const NOISE_QUANTILE = 0.95;
/**
 * Borders of features that overlap at random cross at any angle. Where they cross at a small one, the strips between them look like slivers. Then there
 * are at least this many wedges for each strip that tapers slowly. If borders were digitised twice, there are fewer (0.4 with noise of a third of the
 * vertex spacing, usually hardly any).
 */
const WEDGES_OF_UNRELATED = 1 / 2;
/** Fewer wedges prove nothing: two borders that cross give two of them, one for each border. */
const FEWEST_WEDGES = 6;
/** The distance between small objects is this quantile of theirs. */
const NEAR_QUANTILE = 0.05;
/** Fewer of them are islets, or the waste of other programs, and say nothing of the layer. */
const FEWEST_OBJECTS = 4;

/** What the borders of a layer reveal about how they were made. Lengths are on the ground. */
export interface BorderEvidence {
  /** The greatest width of slivers: strips, or overlaps, between borders that were digitised twice. 0 if there are none, or if the features are unrelated. */
  readonly noise: number;
  /** The least width of roads and streams, and of the space between small objects such as houses; Infinity if there are none. */
  readonly corridor: number;
}

/**
 * Measures the strips between open borders. Strips that taper slowly are slivers, unless many others taper fast; those of nearly constant
 * width are corridors. A wide one that tapers at one end only is neither. Small objects, such as houses, are further apart than their borders were displaced.
 * @param reach wider strips are ignored.
 */
export function borderEvidence(sample: BorderSample, ground: Ground, reach: number): BorderEvidence {
  const open = measureOpenBorders(sample, ground, reach);
  const survey = new Survey(open, sample, reach);
  const slivers = Float64Array.from(survey.slivers).sort();
  return { noise: slivers.length === 0 || survey.showsUnrelatedFeatures ? 0 : quantileOf(slivers, NOISE_QUANTILE), corridor: Math.min(survey.corridor, spaceBetweenObjects(open, sample, ground)) };
}

function spaceBetweenObjects(open: OpenBorders, sample: BorderSample, ground: Ground): number {
  const distances = Float64Array.from(open.borders.flatMap((border) => distanceOfSmallObject(border, open, sample, ground) ?? [])).sort();
  return distances.length < FEWEST_OBJECTS ? Infinity : quantileOf(distances, NEAR_QUANTILE);
}

/** @param sorted ascending, at least one */
function quantileOf(sorted: Float64Array, share: number): number {
  return sorted[Math.ceil(share * (sorted.length - 1))];
}

/** Consecutive places of a border that face one feature. */
interface Run {
  readonly border: OpenBorder;
  readonly first: number;
  readonly last: number;
  /** Whether the border runs all around a ring and faces that feature everywhere. */
  readonly isEndless: boolean;
  readonly widths: Float64Array;
  readonly lengths: Float64Array;
}

/** Divides open borders into runs, and counts these by their shape. */
class Survey {
  readonly slivers: number[] = [];
  corridor = Infinity;
  /** The number of strips that taper as slivers do, including those whose greatest width is out of reach. */
  private slowlyTapering = 0;
  private wedges = 0;
  private readonly open: OpenBorders;
  private readonly reach: number;
  private readonly walks: BorderWalks;

  constructor(open: OpenBorders, sample: BorderSample, reach: number) {
    this.open = open;
    this.walks = new BorderWalks(open, sample);
    this.reach = reach;
    for (const border of open.borders) this.divide(border);
  }

  /** Whether so many borders cross at large angles that those crossing at small angles do so by chance. */
  get showsUnrelatedFeatures(): boolean {
    return this.wedges >= FEWEST_WEDGES && this.wedges >= WEDGES_OF_UNRELATED * this.slowlyTapering;
  }

  /** A border all around a ring is read from the start of a run, so that no run is cut in two. */
  private divide(border: OpenBorder): void {
    const { facing } = this.open;
    const { first, end, ends } = border;
    let start = first;
    if (ends === null) while (start < end && facing[start] === facing[start === first ? end - 1 : start - 1]) start++;
    const isEndless = start === end;
    if (isEndless) start = first;
    let isAgain = false;
    for (let place = start; !isAgain; ) {
      const begin = place;
      let [last, count] = [place, 0];
      while (!isAgain && facing[place] === facing[begin]) {
        last = place;
        count++;
        place = place + 1 === end ? first : place + 1;
        isAgain = place === start;
      }
      if (facing[begin] < 0 || count < FEWEST_IN_RUN) continue;
      this.judge({ border, first: begin, last, isEndless, widths: this.inRun(this.open.widths, border, begin, count), lengths: this.inRun(this.open.lengths, border, begin, count) });
    }
  }

  /** The values of consecutive places, which may begin again at the start of a border around a ring. */
  private inRun(values: Float64Array, { first, end }: OpenBorder, begin: number, count: number): Float64Array {
    const untilEnd = values.slice(begin, Math.min(end, begin + count));
    if (untilEnd.length === count) return untilEnd;
    const all = new Float64Array(count);
    all.set(untilEnd);
    all.set(values.subarray(first, first + count - untilEnd.length), untilEnd.length);
    return all;
  }

  /** Counts a run by the shape of the strip along it. */
  private judge(run: Run): void {
    const { widths, lengths } = run;
    const { least, greatest } = extremesOf(widths);
    // There is no strip between borders that run over each other, as they do if one lacks vertices of the other.
    if (greatest === 0) return;
    // Most strips are corridors no narrower than one found before, or open land.
    if (!mayTaper(least, greatest) && (greatest < NARROWEST_CORRIDOR || least >= this.corridor)) return;
    const profile = profileOf(widths, lengths);
    if (isCorridor(profile)) {
      if (profile.wide >= NARROWEST_CORRIDOR) this.corridor = Math.min(this.corridor, Math.max(profile.least, profile.wide / 2));
    } else if (profile.wide >= NARROWEST_CORRIDOR && tapersAtOneEnd(profile)) {
      // A road that tapers is no evidence of noise. It limits the snap distance, which applies to the whole layer, only if it has the same width at
      // several corners, because a sliver that a border cuts off at its widest point looks the same.
      if (this.keepsWidth(run, profile)) this.corridor = Math.min(this.corridor, profile.wide);
    } else if (isSliver(profile)) {
      if (!tapersAtOneEnd(profile) && this.isCutOff(run, profile)) return;
      this.slowlyTapering++;
      if (!this.isOpen(run, profile)) this.slivers.push(greatest);
    } else if (isWedge(profile)) {
      this.wedges++;
    }
  }

  /** Whether a strip keeps the width of one end past several corners. */
  private keepsWidth({ border, first, widths, lengths }: Run, profile: WidthProfile): boolean {
    if (!keepsWidthOf(widths[0], profile, widths, lengths) && !keepsWidthOf(widths[widths.length - 1], profile, widths, lengths)) return false;
    const edges = new Set<number>();
    for (let place = first, passed = 0; passed < widths.length; passed++, place = place + 1 === border.end ? border.first : place + 1) edges.add(this.open.edges[place]);
    return edges.size >= FEWEST_EDGES_TAPERING;
  }

  /** Whether a strip that looks like a sliver is the tapering end of a road, cut off where it is wide. */
  private isCutOff(run: Run, { greatest }: WidthProfile): boolean {
    return this.endsOf(run).some(([place, direction]) => this.open.widths[place] >= GROWING * greatest && this.isEndOfRoad(run, place, direction));
  }

  /** Whether a strip is about to grow out of reach at one of its ends. */
  private isOpen(run: Run, { greatest }: WidthProfile): boolean {
    const { widths } = this.open;
    // A strip that is narrow at its end is not cut off there.
    return this.endsOf(run).some(([place, direction]) => widths[place] > this.reach / 2 || (widths[place] >= GROWING * greatest && this.growsOutOfReach(run.border, place, direction)));
  }

  /** The first and the last place of a run, each with the direction in which the border goes on from there. */
  private endsOf({ first, last, isEndless }: Run): readonly (readonly [number, 1 | -1])[] {
    return isEndless ? [] : [[first, -1], [last, 1]];
  }

  /**
   * Whether a strip keeps growing, from a place on a border, until it is almost out of reach. On the way it may face other features, and the border may
   * continue along the next feature on its own side: where a long border crosses those of a row of lots at a small angle, each lot has a short piece of
   * the strip, which looks like a sliver.
   */
  private growsOutOfReach(from: OpenBorder, place: number, direction: 1 | -1): boolean {
    const { facing, widths } = this.open;
    let width = widths[place];
    for (const at of this.walks.facingTheSame(from, place, direction)) {
      if (facing[at] < 0 || widths[at] < GROWING * width) return false;
      width = Math.max(width, widths[at]);
      if (width > this.reach / 2) return true;
    }
    return false;
  }

  /**
   * Whether a strip that looks like a sliver, up to a place where it is wide, is the tapering end of a road, which keeps its width beyond that place. Each
   * parcel along a road has a piece of it, and the piece of the last parcel tapers all along.
   */
  private isEndOfRoad(run: Run, place: number, direction: 1 | -1): boolean {
    const { facing, widths: allWidths, lengths: allLengths } = this.open;
    const widths = direction === 1 ? [...run.widths] : [...run.widths.toReversed()];
    const lengths = direction === 1 ? [...run.lengths] : [...run.lengths.toReversed()];
    let widest = extremesOf(run.widths).greatest;
    for (const at of this.walks.alongStrip(run.border, place, direction)) {
      if (at === place) continue;
      // At a tip the walk would turn, and come back along the other bank.
      if (facing[at] < 0 || mayTaper(allWidths[at], widest)) break;
      widest = Math.max(widest, allWidths[at]);
      widths.push(allWidths[at]);
      lengths.push(allLengths[at]);
    }
    const end = widths[widths.length - 1];
    return this.isRoad(end, widths, lengths) || this.tapersAgain(run, widths, lengths);
  }

  private isRoad(end: number, widths: readonly number[], lengths: readonly number[]): boolean {
    if (!mayKeepWidthOf(end, widths, lengths)) return false;
    const profile = profileOf(widths, lengths);
    return profile.wide >= NARROWEST_CORRIDOR && (isCorridor(profile) || tapersAtOneEnd(profile)) && keepsWidthOf(end, profile, widths, lengths);
  }

  /** Whether a strip, read from a tapering end, is a road up to where it tapers again, and is so beyond the piece along which the reading began. */
  private tapersAgain(run: Run, widths: readonly number[], lengths: readonly number[]): boolean {
    const { wide } = profileOf(widths, lengths);
    const full = widths.findLastIndex((width) => keepsWidth(width, wide)) + 1;
    if (full === widths.length || full <= run.widths.length) return false;
    return this.isRoad(wide, widths.slice(0, full), lengths.slice(0, full));
  }
}

function extremesOf(widths: Float64Array): { readonly least: number; readonly greatest: number } {
  let least = widths[0];
  let greatest = widths[0];
  for (const width of widths) {
    if (width < least) least = width;
    if (width > greatest) greatest = width;
  }
  return { least, greatest };
}
