/**
 * The candidates that a shell shows at Tab after `inbox list -c`: `bun run build`, then `bun run
 * bench completions`.
 */
import { reportFirstByte } from './commands/first-byte.ts';
import { filledWithPending } from './pending/filled.ts';

await reportFirstByte({
  name: 'completions',
  args: ['__complete', 'zsh', 'list', '-c', ''],
  data: await filledWithPending(20_000),
  goals: { ratio: 4, atMostMs: 100 },
});
