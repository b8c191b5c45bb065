/** Lists files, filtered by name and kind. */

import { fold } from '../../storage/search.ts';
import type { Tx } from '../../storage/store.ts';
import type { Channels } from '../access/callers.ts';
import { idsWithEnd } from '../id-ends.ts';
import { presentIn } from '../removed-channels.ts';
import { startSlice } from '../slices.ts';
import { fileKindOf } from './kinds.ts';
import type { ListedFile, ListFiles } from './schema.ts';
import { fileNames, listedFiles } from './table.ts';

const SLICE = 500;

/** Newest first. Names are searched in slices, so that a search without matches blocks no one. */
export async function findFiles(db: Tx, within: Channels, list: ListFiles): Promise<ListedFile[]> {
  const scope = await presentIn(db, within);
  const { search = '', kind, idEnd, limit } = list;
  const words = fold(search).split(/\s+/u).filter(Boolean);
  const isWanted = (one: Pick<ListedFile, 'filename' | 'mimeType'>) =>
    (kind === undefined || fileKindOf(one) === kind) &&
    words.every((word) => fold(one.filename).includes(word));
  if (idEnd !== undefined) {
    const ids = await idsWithEnd(db, 'attachments', { ...list, scope, end: idEnd });
    return (await listedFiles(db, scope, { ids, limit })).filter(isWanted);
  }
  if (words.length === 0 && kind === undefined) return listedFiles(db, scope, list);
  const found: string[] = [];
  let { before } = list;
  let hasTime = startSlice();
  while (found.length < limit) {
    const some = await fileNames(db, scope, { before, limit: SLICE });
    found.push(...some.filter(isWanted).map(({ id }) => id));
    before = some.at(-1)?.id;
    if (some.length < SLICE) break;
    if (hasTime()) continue;
    await new Promise(setImmediate);
    hasTime = startSlice();
  }
  return listedFiles(db, scope, { ids: found.slice(0, limit), limit });
}
