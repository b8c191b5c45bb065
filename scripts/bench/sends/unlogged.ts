/** The server without the log of events: `bun unlogged.ts <data>`. */
import { Database } from 'bun:sqlite';
import { loadConfig } from '../../../src/config.ts';
import { silentLog } from '../../../src/log.ts';
import { startServer } from '../../../src/server.ts';

const STATEMENT = 'insert into events ';
const { query } = Database.prototype;

Database.prototype.query = function (this: Database, sql: string) {
  return sql.startsWith(STATEMENT) ? { run: () => undefined } : query.call(this, sql);
} as typeof query;

const config = loadConfig({ data: process.argv[2], port: '0', rateLimit: 'off' }, {});
const { url } = await startServer(config, silentLog());
process.send?.(url);
