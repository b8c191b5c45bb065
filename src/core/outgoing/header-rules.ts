/** Which headers a webhook may have: checked when they are saved, and again when they are sent. */

/** Headers of the request itself; a custom one could smuggle a second request. */
const reserved = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not stand in a header
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

export const isHeaderValue = (value: string) => !CONTROL.test(value);

/** Returns whether only the inbox may set it, or no one. */
export function isReserved(name: string): boolean {
  const lower = name.toLowerCase();
  return reserved.has(lower) || /^(webhook|proxy)-/.test(lower);
}
