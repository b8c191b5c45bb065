/** Preloaded into a server, it lets SQLite sync less than the inbox asks for. */
import { Database } from 'bun:sqlite';

const { run } = Database.prototype;
Database.prototype.run = function (sql: string, ...rest: []) {
  return run.call(this, sql.replace('synchronous = full', 'synchronous = normal'), ...rest);
};
