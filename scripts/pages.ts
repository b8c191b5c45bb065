// Writes the pages that are generated from the code: `bun run pages`. Tests compare them with the
// stored ones.
import { join } from 'node:path';
import { cliPage } from './pages/cli.ts';
import { cliReferencePage } from './pages/cli-reference.ts';
import { configurationPage } from './pages/configuration.ts';

const docs = join(import.meta.dir, '../docs');
await Bun.write(join(docs, 'configuration.md'), await configurationPage());
await Bun.write(join(docs, 'cli.md'), await cliPage());
await Bun.write(join(docs, 'cli-reference.md'), await cliReferencePage());
