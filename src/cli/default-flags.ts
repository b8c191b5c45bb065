/** The flags of `inbox ask` for the answer that a question gives itself when it expires. */
import type { Command } from 'commander';
import type { JsonObject } from '../core/json.ts';
import { parsePayload } from '../core/reviews/kinds.ts';
import type { AskReview } from '../core/reviews/schema.ts';
import { answerFromFlags } from './answer-flags.ts';
import { UsageError } from './errors.ts';
import type { AskFlags } from './kinds/kind.ts';
import { collect } from './options.ts';

export type DefaultOptions = { default?: string[]; defaultReason?: string; confirm?: boolean };

const isOne = (takes: string) => takes === 'text' || takes === 'file';

export function withDefaultFlags(command: Command, { default: { takes } }: AskFlags): Command {
  const repeatable = isOne(takes) ? '' : ' (repeatable if the answer can have several values)';
  return command
    .option(
      `--default <${takes}>`,
      `answer to give if nobody has answered when the question expires${repeatable}`,
      collect,
    )
    .option('--default-reason <text>', 'why that answer is safe; shown to users');
}

type Asked = { ask: AskFlags; type: string; payload: JsonObject };

/** Returns the fields of the review that the flags set. */
export async function defaultFrom(
  { default: given, defaultReason, confirm }: DefaultOptions,
  { ask, type, payload }: Asked,
): Promise<Pick<AskReview, 'default' | 'defaultReason'>> {
  if (given === undefined) {
    if (defaultReason !== undefined) throw new UsageError('--default-reason requires --default');
    return {};
  }
  if (confirm) {
    throw new UsageError(
      '--confirm and --default cannot be used together: only a user who is logged in may answer',
    );
  }
  const { takes, flags } = ask.default;
  if (isOne(takes) && given.length > 1)
    throw new UsageError('This kind of question takes only one --default');
  const parsed = parsePayload(type, payload);
  const normalised = parsed.success ? parsed.data : payload;
  const answer = await answerFromFlags({ type, payload: normalised }, flags(given));
  return { default: answer, ...(defaultReason === undefined ? {} : { defaultReason }) };
}
