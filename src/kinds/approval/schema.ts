import { z } from 'zod';
import { defaulted, optional } from '../../core/optional.ts';
import {
  builtOnce,
  defineKind,
  heading,
  listOf,
  oneOf,
  orString,
} from '../../core/reviews/kinds/kind.ts';
import { decisions, defaultOptions, optionStyles } from './words.ts';

const Option = z.looseObject({
  id: z.string().min(1).max(200),
  label: z.string().min(1).max(500),
  style: optional(z.enum(optionStyles)),
  decision: optional(z.enum(decisions)).describe(
    'Whether the agent may go on with it. Without it, the style, id and label are judged',
  ),
});

export const ApprovalPayload = z.looseObject({
  ...heading,
  options: defaulted(listOf(orString('id', Option), 'id', { min: 1, max: 20 }), defaultOptions),
  allowComment: defaulted(z.boolean(), false),
});
export type ApprovalPayload = z.infer<typeof ApprovalPayload>;

export const approval = defineKind({
  payload: ApprovalPayload,
  answer: builtOnce(
    ({ options, allowComment }) => JSON.stringify([allowComment, options.map(({ id }) => id)]),
    ({ options, allowComment }) =>
      z.object({
        selectedOption: oneOf(options.map(({ id }) => id)),
        comment: allowComment ? Comment : NoComment,
      }),
  ),
});

const none = () => undefined;
const Comment = z
  .string()
  .max(10_000)
  .nullish()
  .transform((comment) => comment || undefined);
const NoComment = z.literal('', 'This review does not allow comments').nullish().transform(none);
