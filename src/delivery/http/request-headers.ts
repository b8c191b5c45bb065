import { HEADER_NAME, isHeaderValue, isReserved } from '../../core/outgoing/header-rules.ts';
import { version } from '../../version.ts';

/** In the spelling of `signedHeaders`. */
const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Returns the headers to send; of two names that differ only in case, the last counts. */
export function requestHeaders(url: URL, given: Record<string, string>): Record<string, string> {
  const kept = Object.entries(given).filter(([name, value]) => maySet(name, value));
  return {
    'content-type': 'application/json',
    ...Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), utf8(value)])),
    host: url.host,
    'user-agent': `agent-inbox/${version}`,
    'accept-encoding': 'identity',
  };
}

const maySet = (name: string, value: string) =>
  signed.includes(name) || (HEADER_NAME.test(name) && isHeaderValue(value) && !isReserved(name));

/** node:http takes a string for Latin-1 and throws on other characters. */
const utf8 = (value: string) => Buffer.from(value, 'utf8').toString('latin1');
