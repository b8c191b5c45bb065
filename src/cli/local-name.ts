const LONGEST_NAME_BYTES = 200;
/** Windows treats these as devices, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/**
 * Makes a file's foreign name safe to write in a directory here and to pass to a command later: no
 * path, no option, not hidden, no device, no control characters.
 */
export function localName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^\s+|[\s.]+$/g, '')
    .replace(/^[-.]+/, (start) => '_'.repeat(start.length));
  const name = shortened(DEVICE.test(plain) ? `_${plain}` : plain);
  return name === '' ? 'file' : name;
}

/** Cuts the stem and keeps a short extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  const ending = /\.[\w-]{1,16}$/.exec(name)?.[0] ?? '';
  const stem = Buffer.from(name)
    .subarray(0, LONGEST_NAME_BYTES - ending.length)
    .toString();
  return stem.replace(/\ufffd+$/, '') + ending;
}
