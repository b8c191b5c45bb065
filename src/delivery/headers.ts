import { version } from '../version.ts';

/** These belong to the exchange itself: one that set them could smuggle a second request. */
const denied = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'user-agent'],
]);
/** As `signedHeaders` writes them. */
const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what would end a header
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** What is sent with a body; of two names that differ in case alone the last counts. */
export function requestHeaders(
  url: URL,
  given: Record<string, string>,
  body: string,
): Record<string, string> {
  const kept = Object.entries(given).filter(([name, value]) => maySet(name, value));
  return {
    'content-type': 'application/json',
    ...Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), utf8(value)])),
    host: url.host,
    'user-agent': `agent-inbox/${version}`,
    'accept-encoding': 'identity',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  };
}

function maySet(name: string, value: string): boolean {
  if (!NAME.test(name) || CONTROL.test(value)) return false;
  const lower = name.toLowerCase();
  if (lower.startsWith('webhook-')) return signed.includes(name);
  return !denied.has(lower) && !lower.startsWith('proxy-');
}

/** node:http takes a string for Latin-1 and throws on a letter beyond it. */
const utf8 = (value: string) => Buffer.from(value, 'utf8').toString('latin1');
