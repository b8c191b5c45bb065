import { shortId } from '../ids.ts';
import type { Column } from './layout.ts';

/** Shows the end of each id, which every command accepts; `--long` shows the full id. */
export const idColumn = <One extends { id: string }>(isLong = false): Column<One> => ({
  whole: ({ id }) => id,
  shown: ({ id }) => (isLong ? id : shortId(id)),
  style: () => 'dim',
});
