import { firstIssue } from '../../cli/answer-check.ts';
import type { KindTerminal } from '../../cli/kinds/kind.ts';
import { countFrom, readText } from '../../cli/options.ts';
import type { TextInputPayload } from './schema.ts';

export const textInput: KindTerminal = {
  flags: {
    ask: {
      name: 'text',
      about: 'ask for text',
      define: (command) =>
        command
          .option('--placeholder <text>', 'hint shown in the empty field')
          .option('--prefill <text>', 'text to start from')
          .option('--markdown', 'the answer is Markdown')
          .option(
            '--min-length <count>',
            'minimum length in characters',
            countFrom(0, LONGEST_TEXT),
          )
          .option(
            '--max-length <count>',
            'maximum length in characters',
            countFrom(0, LONGEST_TEXT),
          )
          .addHelpText(
            'after',
            '\nExample:\n  $ inbox ask text "What went wrong?" -c deploys --wait',
          ),
      default: { takes: 'text', flags: ([text = '']) => ({ text }) },
      payload: ({ placeholder, prefill, markdown, minLength, maxLength }) =>
        JSON.parse(JSON.stringify({ placeholder, prefill, markdown, minLength, maxLength })),
    },
    takes: 'a text',
    usage: () => '--text TEXT',
    answer: async (_, { text }) =>
      text === undefined ? undefined : { text: await readText(text) },
    print: ({ text }) => (text === undefined ? undefined : String(text)),
  },
  prompts: {
    async answer(ask, review, { written, keep }) {
      const { placeholder, prefill } = review.payload as TextInputPayload;
      const text = await ask.text({
        message: 'Your answer',
        placeholder,
        lines: 'many',
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
  },
  view: {
    written: ({ text }) => [['', String(text ?? '')]],
    choices: () => [{ key: '↵', text: 'write a text' }],
  },
};

const LONGEST_TEXT = 256 * 1024;
