/**
 * Tells for one path after the other whether an archive can hold it beside those before: null, or the
 * one that it is not to be told from. On some file systems the case of a letter and how an accent is
 * written make no other name, and nowhere is one name a file and a directory.
 */
export function createPlaces(): (path: string) => string | null {
  const taken = new Map<string, { path: string; isFile: boolean }>();
  return (path) => {
    const parts = path.split('/');
    for (const end of parts.keys()) {
      const isFile = end === parts.length - 1;
      const prefix = parts.slice(0, end + 1).join('/');
      const place = prefix.normalize('NFC').toLowerCase();
      const other = taken.get(place);
      if (other && (isFile || other.isFile || other.path !== prefix)) return other.path;
      taken.set(place, { path: prefix, isFile });
    }
    return null;
  };
}
