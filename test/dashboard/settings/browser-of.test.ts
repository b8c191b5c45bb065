import { expect, test } from 'bun:test';
import { browserOf } from '../../../src/dashboard/settings/sessions/browser-of.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each<[userAgent: string | null, said: string]>([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0 Mobile`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox on Linux',
  ],
  ['curl/8.14.1', 'curl/8.14.1'],
  [null, 'Unknown browser'],
])('describes %p as %s', (userAgent, said) => {
  expect(browserOf(userAgent)).toBe(said);
});
