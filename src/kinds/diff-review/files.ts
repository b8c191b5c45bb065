import { isJsonObject, type JsonObject } from '../../core/json.ts';

export type DiffFile = { path: string; diff: string };

/** Returns the files of a diff; null if a plugin of this name uses another structure. */
export function filesIn({ files }: JsonObject): DiffFile[] | null {
  if (!Array.isArray(files)) return null;
  const fits = (file: unknown): file is DiffFile =>
    isJsonObject(file) && typeof file.path === 'string' && typeof file.diff === 'string';
  return files.every(fits) ? files : null;
}
