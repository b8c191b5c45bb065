/** Input besides the keys: by the prompts of `inbox answer`, or in an editor. */
import type { JsonObject } from '../../core/json.ts';
import { answerFromEditor } from '../answer-editor.ts';
import { answerFromPrompts } from '../answer-prompts.ts';
import { answerPrompts } from '../asking/prompts.ts';
import type { Writing } from '../asking/writing.ts';
import type { Effect } from './effects.ts';
import type { Asked, State } from './state.ts';

export type Entered = { response: JsonObject } | { comment: string };
type Prompt = (message: Asked, state: State, writing: Writing) => Promise<Entered>;
export type PromptEffect = Extract<Effect, { do: 'prompt' | 'edit' | 'comment' }>;

export const inlinePrompts: Record<PromptEffect['do'], Prompt> = {
  prompt: async (message, _, writing) => ({
    response: await answerFromPrompts(message.review, writing),
  }),
  edit: async (message, _, { signal }) => ({
    response: await answerFromEditor(message.review, signal),
  }),
  async comment(_, { draft }, { signal, written, keep, stage }) {
    const begun = written?.comment;
    const comment = await answerPrompts(signal, stage).text({
      message: 'Comment',
      lines: 'pasted',
      initial: typeof begun === 'string' ? begun : draft.comment,
      changed: (comment) => keep?.({ comment }),
    });
    return { comment };
  },
};
