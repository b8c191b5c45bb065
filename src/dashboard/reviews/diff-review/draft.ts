/** The comments on a change, and which files were viewed: kept until the answer is sent. */
import { useDraft } from '../drafts.ts';

export type Comment = { path: string; line?: number; side?: 'old' | 'new'; text: string };
type Draft = { comments: Comment[]; viewed: string[] };

const empty: Draft = { comments: [], viewed: [] };

export function useDiffDraft(messageId: string) {
  // A draft from before files could be viewed is its comments.
  const [kept, setKept] = useDraft<Draft | Comment[]>(messageId, empty);
  const read = (one: typeof kept): Draft =>
    Array.isArray(one) ? { ...empty, comments: one } : one;
  const draft = read(kept);
  return {
    ...draft,
    setComments: (comments: Comment[]) => setKept((now) => ({ ...read(now), comments })),
    setViewed: (viewed: string[]) => setKept((now) => ({ ...read(now), viewed })),
  };
}

/** Where a comment stands within its file; empty for one on all of it. */
export const placeOf = ({ line, side = 'new' }: Pick<Comment, 'line' | 'side'>) =>
  line === undefined ? '' : `${side} ${line}`;

export function placeWords({ line, side }: Pick<Comment, 'line' | 'side'>): string {
  if (line === undefined) return 'the file';
  return side === 'old' ? `removed line ${line}` : `line ${line}`;
}
