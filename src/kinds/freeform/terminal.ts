import type { KindTerminal } from '../../cli/kinds/kind.ts';
import { readObject } from '../../cli/options.ts';
import { jsonFlags, plugin } from '../plugin/terminal.ts';
import { freeform as words } from './words.ts';

export const freeform: KindTerminal = {
  flags: {
    ...jsonFlags(words),
    ask: {
      name: 'free',
      about: 'ask for a JSON object',
      define: (command) =>
        command
          .option(
            '--schema <file>',
            'file with a JSON Schema for the answer, or - for standard input',
          )
          .addHelpText('after', '\nExample:\n  $ inbox ask free "Fill in the ticket" -c deploys'),
      default: { takes: 'file', flags: ([answer = '']) => ({ answer }) },
      payload: async ({ schema }: { schema?: string }) =>
        schema ? { schema: await readObject(schema) } : {},
    },
  },
  prompts: plugin.prompts,
  view: plugin.view,
};
