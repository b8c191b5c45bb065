import type { JsonObject } from '../../../json.ts';
import type { KindWords } from '../kind-words.ts';
import { labelIn, labelsIn } from '../labels.ts';
import type { SelectionPayload } from './schema.ts';

export const selection: KindWords = {
  word: 'Selection',
  isChoice: true,
  choices: (payload) =>
    itemsIn(payload).map(({ id, label, description }) => ({
      ...{ id, label, meaning: 'neither', tone: 'plain' },
      description: description?.trim() ? description : undefined,
      answer: payload.mode === 'multi' ? null : { selectedIds: [id] },
    })),
  read: () => [],
  labels: ({ items }) => labelsIn(items),
  line: (response, payload) => chosen(response, payload).join(', '),
  record: (response, payload) => chosen(response, payload).join('; '),
  example: (payload) => ({
    selectedIds: itemsIn(payload)
      .slice(0, 1)
      .map(({ id }) => id),
  }),
};

const itemsIn = ({ items }: JsonObject) =>
  Array.isArray(items) ? (items as SelectionPayload['items']) : [];

/** Returns the labels of the selected items. */
export const chosen = ({ selectedIds }: JsonObject, { items }: JsonObject): string[] =>
  Array.isArray(selectedIds) ? selectedIds.map((id) => labelIn(items, 'id', id)) : [];
