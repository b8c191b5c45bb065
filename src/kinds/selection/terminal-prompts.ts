import type { KindPrompts } from '../../cli/kinds/kind-prompts.ts';
import { numberKey } from '../../cli/kinds/number-key.ts';
import { labelIn } from '../../core/reviews/kinds/labels.ts';
import type { SelectionPayload } from './schema.ts';

export const selection: KindPrompts = {
  async answer(ask, { payload }) {
    const { mode, items } = payload as SelectionPayload;
    const choices = items.map(({ id, description }, at) => ({
      value: id,
      label: labelIn(items, 'id', id),
      hint: description,
      key: mode === 'single' ? numberKey(at) : undefined,
    }));
    if (mode === 'single') return { selectedIds: [await ask.one('Your choice', choices)] };
    return { selectedIds: await ask.many('Your choice', choices) };
  },
};
