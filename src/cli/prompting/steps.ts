/** Prompts that are asked one after another, then shown in a summary before their answer is sent. */
import { whyNotHeld } from '../../client/undo.ts';
import type { JsonObject } from '../../core/json.ts';
import { Cancelled } from '../errors.ts';
import type { AskedReview } from '../kinds/kind.ts';
import { oneLine } from '../output.ts';
import { WentBack } from './ask.ts';
import type { AnswerPrompts } from './prompts.ts';

export type Step = {
  label: string;
  ask: (common: { canGoBack: boolean; step: string | undefined }) => Promise<void>;
  /** The value that was given, for the summary. */
  said: () => string;
};

type Steps = {
  steps: Step[];
  review: AskedReview;
  /** Returns the answer as given so far. */
  response: () => JsonObject;
  /** Returns the problem of the whole answer. */
  check?: (response: JsonObject) => string | undefined;
  /** Called after each step. */
  keep?: () => void;
};

export async function askSteps(ask: AnswerPrompts, asked: Steps): Promise<JsonObject> {
  const { steps, response, keep } = asked;
  let at = 0;
  while (true) {
    const one = steps[at];
    if (one) {
      const step = steps.length > 1 ? `${at + 1} of ${steps.length}` : undefined;
      const moved = await moveOf(async () => {
        await one.ask({ canGoBack: at > 0, step });
        return 1;
      });
      if (moved > 0) keep?.();
      at += moved;
      continue;
    }
    const next = await moveOf(() => summary(ask, asked));
    if (next > 0) return response();
    at = next < 0 ? steps.length - 1 : 0;
  }
}

/** Moves one step forward, one back, or to the first. */
async function moveOf(work: () => Promise<1 | 0>): Promise<1 | 0 | -1> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WentBack) return -1;
    throw error;
  }
}

const LABEL_COLUMNS = 30;
const SAID_COLUMNS = 60;

async function summary(
  ask: AnswerPrompts,
  { steps, review, response, check }: Steps,
): Promise<1 | 0> {
  const lines = steps.map(
    ({ label, said }) => `${oneLine(label, LABEL_COLUMNS)}: ${oneLine(said(), SAID_COLUMNS)}`,
  );
  const wrong = check?.(response());
  const why = whyNotHeld(review, response());
  const warnings = [
    ...(wrong === undefined ? [] : [`Cannot be sent yet: ${wrong}`]),
    ...(why === undefined ? [] : [`This cannot be undone: ${why}.`]),
  ];
  const chosen = await ask.one(
    ['Your answer', ...lines, ...warnings].join('\n'),
    [
      ...(wrong === undefined ? [{ value: 'send', label: 'Send' }] : []),
      { value: 'edit', label: 'Edit' },
      { value: 'cancel', label: 'Cancel' },
    ],
    undefined,
    { canGoBack: true },
  );
  if (chosen === 'cancel') throw new Cancelled();
  return chosen === 'send' ? 1 : 0;
}
