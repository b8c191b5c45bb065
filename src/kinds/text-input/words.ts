import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { textIn } from '../../core/reviews/kinds/labels.ts';

export const textInput: KindWords = {
  word: 'Text',
  read: ({ placeholder, prefill }) => [
    ...(typeof placeholder === 'string' ? [placeholder] : []),
    ...(typeof prefill === 'string' ? [prefill] : []),
  ],
  line: (response) => textIn(response, 'text')?.split('\n')[0] ?? 'No text',
  record: ({ text }) => (typeof text === 'string' ? text : ''),
  answerOf: (text) => ({ text }),
  example: ({ prefill }) => ({ text: typeof prefill === 'string' ? prefill : '' }),
};
