import { z } from 'zod';
import { optional } from '../../core/optional.ts';
import {
  buttons,
  defineKind,
  dismissable,
  heading,
  textOf,
} from '../../core/reviews/kinds/kind.ts';

const Length = z.number().int().min(0);

export const TextInputPayload = z
  .looseObject({
    ...heading,
    prompt: optional(z.string()),
    placeholder: optional(z.string()),
    prefill: optional(z.string()),
    markdown: optional(z.boolean()),
    minLength: optional(Length),
    maxLength: optional(Length),
    ...buttons,
  })
  .refine(({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }) => minLength <= maxLength, {
    path: ['maxLength'],
    message: 'maxLength is less than minLength',
  });
export type TextInputPayload = z.infer<typeof TextInputPayload>;

export const textInput = defineKind({
  payload: TextInputPayload,
  answer(payload) {
    const { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER } = payload;
    return dismissable(payload, z.object({ text: textOf(minLength, maxLength) }));
  },
});
