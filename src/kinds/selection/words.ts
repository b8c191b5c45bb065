import type { JsonObject } from '../../core/json.ts';
import type { Choice, KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { labelIn, labelsIn, textIn, writtenLabel } from '../../core/reviews/kinds/labels.ts';
import type { SelectionPayload } from './schema.ts';

export const selection: KindWords = {
  word: 'Selection',
  isChoice: () => true,
  choices: choicesIn,
  read: () => [],
  labels: ({ items }) => itemsIn({ items }).map(({ id }) => labelIn(items, 'id', id)),
  searched: ({ items }) => labelsIn(items),
  line: (response, payload) => chosen(response, payload).join(', '),
  record: ({ selectedIds }, { items }) =>
    listIn(selectedIds)
      .map((id) => writtenLabel(items, 'id', id))
      .join('; '),
  example: (payload) => ({
    selectedIds: itemsIn(payload)
      .slice(0, 1)
      .map(({ id }) => id),
  }),
};

/** Returns what can be chosen; nothing of a question of which a list has cut the items. */
export function choicesIn(payload: JsonObject): Choice[] {
  return itemsIn(payload).map((item) => ({
    id: item.id,
    label: labelIn(payload.items, 'id', item.id),
    description: textIn(item, 'description'),
    meaning: 'neither',
    tone: 'plain',
    answer: payload.mode === 'multi' ? null : { selectedIds: [item.id] },
  }));
}

const itemsIn = ({ items }: JsonObject) =>
  Array.isArray(items) ? (items as SelectionPayload['items']) : [];

/** Returns the labels of the selected items. */
export const chosen = ({ selectedIds }: JsonObject, { items }: JsonObject): string[] =>
  listIn(selectedIds).map((id) => labelIn(items, 'id', id));

const listIn = (ids: unknown): unknown[] => (Array.isArray(ids) ? ids : []);
