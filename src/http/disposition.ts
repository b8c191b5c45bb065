/** Types that a browser may display; SVG can run scripts. */
const SHOWN = /^(image\/(?!svg)|audio\/|video\/|application\/pdf$|text\/plain$)/;

/**
 * The header for how a browser saves the file, and whether it may display it. The ASCII name comes
 * first, percent-encoded if needed, because n8n decodes the first `filename` it finds.
 */
export function dispositionOf(filename: string, mimeType: string): string {
  const kind = SHOWN.test(mimeType) ? 'inline' : 'attachment';
  const name = filename.toWellFormed();
  const ascii = name.replace(/[^\w !#$&()+,.@[\]^`{}~-]/gu, encodeURIComponent);
  const extended = encodeURIComponent(name).replace(/['()*]/g, toPercent);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}

const toPercent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
