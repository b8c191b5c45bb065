import type { KindFlags } from '../../cli/kinds/kind-flags.ts';
import { countFrom, readText } from '../../cli/options.ts';

const LONGEST_TEXT = 256 * 1024;

export const textInput: KindFlags = {
  ask: {
    name: 'text',
    about: 'ask for text',
    define: (command) =>
      command
        .option('--placeholder <text>', 'hint shown in the empty field')
        .option('--prefill <text>', 'text to start from')
        .option('--markdown', 'the answer is Markdown')
        .option('--min-length <count>', 'minimum length in characters', countFrom(0, LONGEST_TEXT))
        .option('--max-length <count>', 'maximum length in characters', countFrom(0, LONGEST_TEXT))
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
  answer: async (_, { text }) => (text === undefined ? undefined : { text: await readText(text) }),
  print: ({ text }) => (text === undefined ? undefined : String(text)),
};
