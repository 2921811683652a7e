/** An overlap that takes a larger share of the smaller feature does not come from digitising, however narrow it is. */
const LARGEST_THIN_SHARE = 1 / 4;

/** Whether an overlap is a border that was digitised twice: narrower than the snap distance (twice its area by its border). Such borders are matched. */
export function isDigitisedTwice(area: number, perimeter: number, smallerFeature: number, snapDistance: number): boolean {
  return 2 * area < snapDistance * perimeter && area <= LARGEST_THIN_SHARE * smallerFeature;
}
