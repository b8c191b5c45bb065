/** `inbox --help`: `bun run build`, then `bun run bench help [executable]`. */
import { tellFirstByte } from './commands/first-byte.ts';

await tellFirstByte({ name: 'help', args: ['--help'], goals: { ratio: 2 } });
