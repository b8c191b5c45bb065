import { Find } from '../look/icons.tsx';
import { spotlight } from './palette.tsx';

/** A button for the palette in the head of every page, where the navigation is a tab bar. */
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
