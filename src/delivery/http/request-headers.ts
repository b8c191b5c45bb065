import { HEADER_NAME, isHeaderValue, isReserved } from '../../core/outgoing/header-rules.ts';
import { version } from '../../version.ts';

/** As `signedHeaders` writes them. */
const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

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

const maySet = (name: string, value: string) =>
  signed.includes(name) || (HEADER_NAME.test(name) && isHeaderValue(value) && !isReserved(name));

/** node:http takes a string for Latin-1 and throws on a letter beyond it. */
const utf8 = (value: string) => Buffer.from(value, 'utf8').toString('latin1');
