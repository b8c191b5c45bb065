/** A server in a process of its own, for tests that end it: `bun serve.ts <data>`. */
import { loadConfig } from '../../src/config.ts';
import { silentLog } from '../../src/log.ts';
import { startServer } from '../../src/server.ts';

const config = loadConfig({ data: process.argv[2], port: '0' });
const server = await startServer(config, silentLog());
process.once('SIGTERM', () => server.stop());
console.log(server.url);
