/** The server, with an ntfy server whose URL is in the environment. */
import { loadConfig } from '../../../src/config.ts';
import { silentLog } from '../../../src/log.ts';
import { startServer } from '../../../src/server.ts';

const [, , data] = process.argv;
const { INBOX_NTFY_URL } = process.env;
const config = loadConfig({ data, port: '0', rateLimit: 'off' }, { INBOX_NTFY_URL });
const { url } = await startServer(config, silentLog());
process.send?.(url);
