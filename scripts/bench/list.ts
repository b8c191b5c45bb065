/** `inbox list` of 100 of 20,000 pending questions: `bun run build`, then `bun run bench list [executable]`. */
import { reportFirstByte } from './commands/first-byte.ts';
import { filledWithPending } from './pending/filled.ts';

await reportFirstByte({
  name: 'list',
  args: ['list', '--limit', '100'],
  data: await filledWithPending(20_000),
  goals: { ratio: 3 },
});
