import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { KindWords } from '../../core/reviews/kinds/kind-words.ts';
import { plugin } from '../plugin/words.ts';

export type DiffFile = { path: string; diff: string };

/** Returns the files of a diff; null if a plugin of this name uses another structure. */
export function filesIn({ files }: JsonObject): DiffFile[] | null {
  if (!Array.isArray(files)) return null;
  const fits = (file: unknown): file is DiffFile =>
    isJsonObject(file) && typeof file.path === 'string' && typeof file.diff === 'string';
  return files.every(fits) ? files : null;
}

export const diffReview: KindWords = {
  ...plugin,
  hasComment: true,
  read: (payload) => filesIn(payload)?.map(({ path, diff }) => `${path}\n${diff}`) ?? null,
  line: ({ verdict }) => (verdict === 'approve' ? 'Approved' : 'Changes requested'),
  verdict({ verdict }) {
    if (verdict === 'approve') return 'approved';
    return verdict === 'request-changes' ? 'changes-requested' : 'other';
  },
  example: (payload) =>
    filesIn(payload)?.length ? { verdict: 'approve' } : plugin.example(payload),
};
