/** What is asked on the ordinary screen, by the same prompts as `inbox answer`. */
import type { JsonObject } from '../../core/json.ts';
import { answerFromEditor } from '../answer-editor.ts';
import { answerFromPrompts } from '../answer-prompts.ts';
import { promptsUntil } from '../prompts.ts';
import { questionText } from '../render.ts';
import type { Effect } from './press.ts';
import type { Asked, State } from './state.ts';

export type Given = { response: JsonObject } | { comment: string };
type Aside = (message: Asked, state: State, signal: AbortSignal) => Promise<Given>;
export type AsideEffect = Extract<Effect, { do: 'prompt' | 'edit' | 'comment' }>;

/** The signal takes the question back. */
export const asides: Record<AsideEffect['do'], Aside> = {
  async prompt(message, { channelNames }, signal) {
    const out = process.stdout;
    const channelName = channelNames[message.channelId] ?? message.channelId;
    const page = { now: Date.now(), columns: out.columns };
    out.write(`\n${questionText(message, channelName, page)}\n\n`);
    return { response: await answerFromPrompts(message.review, signal) };
  },
  edit: async (message, _, signal) => ({
    response: await answerFromEditor(message.review, signal),
  }),
  comment: async (_, { draft }, signal) => ({
    comment: await promptsUntil(signal).askText({ message: 'Comment', initial: draft.comment }),
  }),
};
