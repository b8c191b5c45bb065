import { Find } from '../look/icons.tsx';
import { spotlight } from './palette.tsx';

/** In the head of every page, where the navigation is a bar of tabs: the way to all else. */
export const Jump = () => (
  <button
    type="button"
    className="jump"
    aria-label="Search or go to…"
    title="Search or go to…"
    onClick={spotlight.open}
  >
    <Find size={20} />
  </button>
);
