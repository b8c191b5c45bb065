import { z } from 'zod';
import { passIssues } from '../../core/issues.ts';
import { isJsonObject } from '../../core/json.ts';
import { atMost, JsonObject } from '../../core/json-checks.ts';
import { ObjectSchema, objectOf } from '../../core/json-schema.ts';
import { cut, isBlank, visible } from '../../core/letters.ts';
import { defaulted, optional } from '../../core/optional.ts';
import { defineKind, heading, listOf } from '../../core/reviews/kinds/kind.ts';
import { decisions, isSameInput, titleFor } from './words.ts';

const LARGEST_INPUT = 256 * 1024;
const LONGEST_MESSAGE = 10_000;

const LONGEST_ID = 200;

const Choice = z.looseObject({
  id: z
    .string()
    .min(1)
    .max(LONGEST_ID)
    .refine((id) => !decisions.some((one) => one === id), 'Every permission has this choice'),
  label: z.string().min(1).max(500),
  decision: defaulted(z.enum(decisions), 'allow'),
});

export const PermissionPayload = z
  .looseObject({
    tool: z
      .string()
      .max(200)
      .refine((tool) => !isBlank(tool), 'Required'),
    input: JsonObject,
    ...heading,
    preview: optional(z.string()).describe('Markdown'),
    choices: defaulted(listOf(Choice, 'id', { max: 20 }), []).describe(
      'More choices besides allow and deny, for decisions that outlive the question',
    ),
    editable: defaulted(z.boolean(), false),
    inputSchema: optional(ObjectSchema).describe('What an edited input must be'),
  })
  // It runs for a payload that was refused, too.
  .overwrite((payload) =>
    isBlank(`${payload.title ?? ''}`) && isJsonObject(payload.input)
      ? { ...payload, title: filledIn(payload) }
      : payload,
  );
export type PermissionPayload = z.infer<typeof PermissionPayload>;

/** On one line, on which a sign shows where the others begin. */
const filledIn = ({ tool, input }: { tool: string; input: JsonObject }): string =>
  cut(
    visible(titleFor(tool, input))
      .trim()
      .replace(/\s*\n\s*/g, ' ⏎ '),
  );

export const permission = defineKind({
  payload: PermissionPayload,
  keepsDigits: ['input', 'inputSchema'],
  answer: answerTo,
  default: (payload) =>
    answerTo(payload).superRefine(({ decision }, context) => {
      if (decision === 'deny') return;
      context.addIssue({ code: 'custom', path: ['decision'], message: 'A default may only deny' });
    }),
});

/** `edited` follows from the input, and is ignored in what is sent. */
function answerTo({ input, choices, editable, inputSchema }: PermissionPayload) {
  return z
    .object({
      decision: optional(z.enum(decisions)),
      choice: optional(z.string()),
      input: optional(JsonObject.superRefine(atMost(LARGEST_INPUT, 'An input'))),
      message: optional(z.string().max(LONGEST_MESSAGE)),
    })
    .transform((given, context): JsonObject => {
      const refuse = (name: string, message: string) =>
        context.issues.push({ code: 'custom', path: [name], message, input: given });
      const chosen = choices.find(({ id }) => id === given.choice);
      const decision = given.decision ?? chosen?.decision;
      if (given.choice !== undefined && !chosen) {
        refuse('choice', `This permission has no choice “${given.choice.slice(0, LONGEST_ID)}”`);
      } else if (decision === undefined) refuse('decision', 'Required: allow or deny');
      if (chosen && decision !== chosen.decision) {
        refuse('decision', `The choice “${chosen.id}” means ${chosen.decision}`);
      }
      if (given.input !== undefined && !editable) {
        refuse('input', 'This permission is not editable: the tool runs with the input as asked');
      }
      const isEdited = given.input !== undefined && !isSameInput(input, given.input);
      if (isEdited && decision === 'deny') refuse('input', 'What is denied has no input');
      if (isEdited && inputSchema !== undefined) {
        passIssues(context, objectOf(inputSchema).safeParse(given.input).error, ['input']);
      }
      return {
        decision,
        ...(chosen ? { choice: chosen.id } : {}),
        ...(isEdited ? { input: given.input, edited: true } : {}),
        ...(given.message ? { message: given.message } : {}),
      };
    });
}
