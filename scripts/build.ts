// Builds dist/inbox, one executable. `npm run release` builds it for every system.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildDashboard } from './build-dashboard.ts';
import { buildExecutable } from './build-executable.ts';

const dist = join(import.meta.dir, '..', 'dist');
const name = process.platform === 'win32' ? 'inbox.exe' : 'inbox';

await rm(dist, { recursive: true, force: true });
await buildDashboard();
await buildExecutable(join(dist, name));
const megabytes = Math.round(Bun.file(join(dist, name)).size / 1e6);
console.log(`dist/${name}  ${megabytes} MB`);
