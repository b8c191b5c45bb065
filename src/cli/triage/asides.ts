/** What is asked on the ordinary screen, by the same prompts as `inbox answer`. */
import type { JsonObject } from '../../core/json.ts';
import { answerFromEditor } from '../answer-editor.ts';
import { answerFromPrompts, type Writing } from '../answer-prompts.ts';
import { answerPrompts } from '../asking/prompts.ts';
import { questionText } from '../render.ts';
import type { Effect } from './effects.ts';
import type { Asked, State } from './state.ts';

export type Told = { response: JsonObject } | { comment: string };
type Aside = (message: Asked, state: State, writing: Writing) => Promise<Told>;
export type AsideEffect = Extract<Effect, { do: 'prompt' | 'edit' | 'comment' }>;

export const asides: Record<AsideEffect['do'], Aside> = {
  async prompt(message, { channelNames }, writing) {
    const out = process.stdout;
    const channelName = channelNames[message.channelId] ?? message.channelId;
    const page = { now: Date.now(), columns: out.columns };
    out.write(`\n${questionText(message, channelName, page)}\n\n`);
    return { response: await answerFromPrompts(message.review, writing) };
  },
  edit: async (message, _, { signal }) => ({
    response: await answerFromEditor(message.review, signal),
  }),
  async comment(_, { draft }, { signal, written, keep }) {
    const begun = written?.comment;
    const comment = await answerPrompts(signal).text({
      ...{ message: 'Comment', lines: 'pasted' },
      initial: typeof begun === 'string' ? begun : draft.comment,
      changed: (comment) => keep?.({ comment }),
    });
    return { comment };
  },
};
