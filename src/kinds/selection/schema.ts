import { z } from 'zod';
import { isJsonObject } from '../../core/json.ts';
import { defaulted, optional } from '../../core/optional.ts';
import {
  buttons,
  chosenFrom,
  defineKind,
  dismissable,
  heading,
  listOf,
  orString,
} from '../../core/reviews/kinds/kind.ts';

/** An item of a list, or an option. */
export const Item = z.looseObject({
  id: z.string().min(1).max(200),
  label: z.string().min(1).max(500),
  description: optional(z.string()),
});

/** `options` and `multiple` are other names for items and mode (OpenClaw). */
function readAliases(payload: unknown) {
  if (!isJsonObject(payload)) return payload;
  const { options, multiple, ...rest } = payload;
  return {
    ...rest,
    items: rest.items ?? options ?? undefined,
    ...(multiple === true ? { mode: 'multi' } : {}),
  };
}

const mode = z.preprocess(
  (given) => (given === 'multiple' ? 'multi' : given),
  defaulted(z.enum(['single', 'multi']), 'single'),
);

export const SelectionPayload = z.preprocess(
  readAliases,
  z.looseObject({
    ...heading,
    prompt: optional(z.string()),
    mode,
    items: listOf(orString('id', Item), 'id', { min: 1, max: 200 }),
    ...buttons,
  }),
);
export type SelectionPayload = z.infer<typeof SelectionPayload>;

export const selection = defineKind({
  payload: SelectionPayload,
  answer(payload) {
    const ids = payload.items.map((item) => item.id);
    const most = payload.mode === 'single' ? 1 : ids.length;
    const selectedIds = chosenFrom(ids, most);
    return dismissable(payload, z.object({ selectedIds }));
  },
});
