import { FixGeometryPage } from '../fix-geometry/fix-geometry-page.tsx';
import { TaskReview } from './task-review.tsx';

/** The page of the repair, which also shows what a finished repair did to the land. */
export function FixGeometryWithReview() {
  return <FixGeometryPage Review={TaskReview} />;
}
