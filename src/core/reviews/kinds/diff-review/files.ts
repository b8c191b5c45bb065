import { isJsonObject, type JsonObject } from '../../../json.ts';

export type DiffFile = { path: string; diff: string };

/** The files of a change; null where a plugin of this name asks in another shape. */
export function filesIn({ files }: JsonObject): DiffFile[] | null {
  if (!Array.isArray(files)) return null;
  const fits = (file: unknown): file is DiffFile =>
    isJsonObject(file) && typeof file.path === 'string' && typeof file.diff === 'string';
  return files.every(fits) ? files : null;
}
