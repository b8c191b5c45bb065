/** `inbox --help`: `bun run build`, then `bun run bench help [executable]`. */
import { reportFirstByte } from './commands/first-byte.ts';

await reportFirstByte({ name: 'help', args: ['--help'], goals: { ratio: 2 } });
