const LONGEST_NAME_BYTES = 200;
const NAMELESS = 'file';
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Makes a file's name safe to show and save: the last part of a path, without control characters
 * and without those that reverse the direction of writing, which make `gpj.exe` out of `exe.jpg`.
 */
export function safeName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(BREAKS, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
  const short = shorten(plain.trim());
  return /^\.*$/.test(short) ? NAMELESS : short;
}

const BREAKS = /[\t-\r\u0085\p{Zl}\p{Zp}]+/gu;

/** Cuts the stem and keeps the extension, so that the file still opens in the right program. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  const ending = /\.[\w-]{1,16}$/.exec(name)?.[0] ?? '';
  let kept = '';
  let room = LONGEST_NAME_BYTES - ending.length;
  for (const char of name) {
    room -= Buffer.byteLength(char);
    if (room < 0) break;
    kept += char;
  }
  return kept.trim() + ending;
}

/** `type/subtype` in lower case; anything else becomes generic bytes. */
export function safeType(type: string): string {
  const lower = type.toLowerCase();
  return /^[\w!#$&^.+-]{1,63}\/[\w!#$&^.+-]{1,63}$/.test(lower) ? lower : UNKNOWN_TYPE;
}
