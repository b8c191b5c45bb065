/** Which headers a webhook may be given: looked at when they are saved, and again when they are sent. */

/** These belong to the exchange itself; a header that set one could smuggle a second request. */
const reserved = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'user-agent'],
]);

export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not stand in a header
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

export const isHeaderValue = (value: string) => !CONTROL.test(value);

/** Whether the inbox sets it, or nobody may. */
export function isReserved(name: string): boolean {
  const lower = name.toLowerCase();
  return reserved.has(lower) || /^(webhook|proxy)-/.test(lower);
}
