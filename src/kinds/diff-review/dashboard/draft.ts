/** The comments on a diff, and its viewed files: kept until the answer is sent. */
import { useDraft } from '../../../dashboard/reviews/drafts.ts';

export type Comment = { path: string; line?: number; side?: 'old' | 'new'; text: string };
type Draft = { comments: Comment[]; viewed: string[] };

const empty: Draft = { comments: [], viewed: [] };

export function useDiffDraft(messageId: string) {
  // A draft from before files could be viewed is a list of comments.
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

/** The place of a comment within its file; empty for one on the whole file. */
export const placeOf = ({ line, side = 'new' }: Pick<Comment, 'line' | 'side'>) =>
  line === undefined ? '' : `${side} ${line}`;

export function placeWords({ line, side }: Pick<Comment, 'line' | 'side'>): string {
  if (line === undefined) return 'the file';
  return side === 'old' ? `removed line ${line}` : `line ${line}`;
}
