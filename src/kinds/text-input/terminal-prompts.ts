import { firstIssue } from '../../cli/answer-check.ts';
import type { KindPrompts } from '../../cli/kinds/kind-prompts.ts';
import type { TextInputPayload } from './schema.ts';

export const textInput: KindPrompts = {
  async answer(ask, review, { written, keep }) {
    const { placeholder, prefill } = review.payload as TextInputPayload;
    const text = await ask.text({
      ...{ message: 'Your answer', placeholder, lines: 'many' },
      initial: typeof written?.text === 'string' ? written.text : prefill,
      changed: (text) => keep?.({ text }),
      check: (text) => firstIssue(review, { text }),
    });
    return { text };
  },
  editor: {
    extension: 'md',
    beginning: ({ prefill }) => `${prefill ?? ''}`,
    read: (text) => ({ text }),
  },
};
