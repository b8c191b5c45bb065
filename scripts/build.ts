// Builds dist/inbox, one executable, and its manual page. `npm run release` builds it for every system.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDashboard } from '../src/build/dashboard.ts';
import { buildDocs } from '../src/build/docs.ts';
import { buildExecutable } from './build-executable.ts';
import { manPage } from './release/man-page.ts';

const dist = join(import.meta.dir, '..', 'dist');
const name = process.platform === 'win32' ? 'inbox.exe' : 'inbox';

await rm(dist, { recursive: true, force: true });
await buildDashboard();
await buildDocs();
await buildExecutable(join(dist, name));
await Bun.write(join(dist, 'inbox.1'), await manPage());
const megabytes = Math.round(Bun.file(join(dist, name)).size / 1e6);
console.log(`dist/${name}  ${megabytes} MB`);
