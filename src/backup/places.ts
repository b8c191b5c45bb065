/**
 * Checks path by path whether an archive can contain it along with the earlier ones: returns null, or the
 * path that it collides with. Some file systems ignore case or how an accent is written, and on none can
 * one name be both a file and a directory.
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
