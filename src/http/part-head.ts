/** The headers of a multipart body's part, as browsers, curl and the libraries of languages write them. */
export type PartHead = {
  name: string;
  /** Null if the part is a field. */
  filename: string | null;
  mimeType: string;
};

/** Returns undefined for a part that does not belong to a form. */
export function readPartHead(bytes: Uint8Array): PartHead | undefined {
  // A long header may continue on the next line, after a blank.
  const head = textOf(bytes).replace(/\r\n[ \t]+/g, ' ');
  const disposition = headerOf(head, 'content-disposition');
  if (!/^form-data\s*;/i.test(disposition)) return undefined;
  const parameters = parametersOf(disposition);
  const mimeType = headerOf(head, 'content-type').split(';')[0]?.trim() ?? '';
  const isBytes = mimeType.toLowerCase() === 'application/octet-stream';
  const filename = extended(parameters.get('filename*')) ?? unescaped(parameters.get('filename'));
  return {
    name: parameters.get('name') ?? '',
    // Some clients mark a file only by its type.
    filename: filename ?? (isBytes ? '' : null),
    mimeType,
  };
}

/** UTF-8, or Latin-1 from clients that do not encode names. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

function headerOf(head: string, name: string): string {
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() ?? '';
}

/**
 * Each character matches in one way only: a missing end is found without backtracking. `"C:\"` is a
 * name too.
 */
const PARAMETER =
  /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"|"([^"]*)"|([^\s;]*))/g;

function parametersOf(header: string): Map<string, string> {
  const found = header.matchAll(PARAMETER);
  return new Map(
    [...found].map(([, name = '', quoted, verbatim, token = '']) => [
      name.toLowerCase(),
      quoted?.replace(/\\(["\\])/g, '$1') ?? verbatim ?? token,
    ]),
  );
}

/** Decodes a value in the form of RFC 8187, which some clients use for names beyond ASCII. */
function extended(value = ''): string | undefined {
  const [, charset = '', encoded = ''] = /^(utf-8|iso-8859-1)'[^']*'(.+)$/i.exec(value) ?? [];
  return /^iso/i.test(charset) ? fromLatin1(encoded) : fromPercent(encoded) || undefined;
}

/**
 * Browsers write a quote and a line break as `%22`, `%0D` and `%0A`, and leave a percent sign
 * unchanged. RFC 7578 percent-encodes the whole of a name that is not ASCII.
 */
function unescaped(name: string | undefined): string | undefined {
  const whole = /%[89a-f][0-9a-f]/i.test(name ?? '') ? fromPercent(name ?? '') : undefined;
  return whole ?? name?.replace(/%(?:22|0d|0a)/gi, decodeURIComponent);
}

function fromPercent(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const fromLatin1 = (encoded: string) =>
  encoded.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
