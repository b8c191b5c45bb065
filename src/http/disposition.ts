/** Types that a browser may show in place; SVG runs scripts. */
const SHOWN = /^(image\/(?!svg)|audio\/|video\/|application\/pdf$|text\/plain$)/;

/**
 * How a browser saves the file, and whether it may show it. The ASCII name comes first and is
 * percent-encoded where needed, because n8n decodes the first `filename` that it finds.
 */
export function dispositionOf(filename: string, mimeType: string): string {
  const kind = SHOWN.test(mimeType) ? 'inline' : 'attachment';
  const name = filename.toWellFormed();
  const ascii = name.replace(/[^\w !#$&()+,.@[\]^`{}~-]/gu, encodeURIComponent);
  const extended = encodeURIComponent(name).replace(/['()*]/g, toPercent);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${extended}`;
}

const toPercent = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
