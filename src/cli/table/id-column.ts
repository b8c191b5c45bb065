import { shortId } from '../ids.ts';
import type { Column } from './layout.ts';

/** The end of each id, which every command takes; `--long` shows it whole. */
export const idColumn = <One extends { id: string }>(isLong = false): Column<One> => ({
  whole: ({ id }) => id,
  shown: ({ id }) => (isLong ? id : shortId(id)),
  style: () => 'dim',
});
