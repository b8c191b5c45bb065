export type ByteRange = { start: number; end: number };

/**
 * Returns the bytes that a Range header asks for, `end` exclusive. Several ranges, other units and
 * invalid ones are answered with the whole, as RFC 9110 allows.
 */
export function rangeOf(
  header: string | null,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (!first && !last) return 'whole';
  if (!first) {
    const start = Math.max(size - Number(last), 0);
    return start < size ? { start, end: size } : 'unsatisfiable';
  }
  const start = Number(first);
  if (last && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last ? Math.min(Number(last) + 1, size) : size };
}

/** Whether an If-None-Match header names this ETag, by the weak comparison of RFC 9110. */
export function matchesIfNoneMatch(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const named = header.split(',').map(opaque);
  return named.includes('*') || named.includes(opaque(etag));
}

const opaque = (etag: string) => etag.trim().replace(/^W\//, '');
