// Writes the pages that are made of the code: `bun run pages`. Tests compare them with what is kept.
import { join } from 'node:path';
import { cliPage } from './pages/cli.ts';
import { configurationPage } from './pages/configuration.ts';

const docs = join(import.meta.dir, '../docs');
await Bun.write(join(docs, 'configuration.md'), await configurationPage());
await Bun.write(join(docs, 'cli.md'), await cliPage());
