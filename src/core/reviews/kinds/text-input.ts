import { z } from 'zod';
import { buttons, defineKind, dismissable, heading, textOf } from './kind.ts';

const Length = z.number().int().min(0);

export const TextInputPayload = z
  .looseObject({
    ...heading,
    prompt: z.string().optional(),
    placeholder: z.string().optional(),
    prefill: z.string().optional(),
    markdown: z.boolean().optional(),
    minLength: Length.optional(),
    maxLength: Length.optional(),
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
