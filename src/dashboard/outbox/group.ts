/** Answers given to several questions by one press, which one press undoes. */
import type { Outcome } from './outcome.ts';
import type { Group, Unsent } from './unsent.ts';

export type Untaken = { unsent: Unsent; outcome: Outcome };

/** Returns the press that an answer belongs to. */
export const pressOf = ({ id, group }: Unsent): string => group?.id ?? id;

const untaken = new Map<string, Untaken[]>();

/** Records one that was not stored; returns all of its group that were not. */
export function noteUntaken(group: Group, one: Untaken): Untaken[] {
  const all = [...(untaken.get(group.id) ?? []), one];
  untaken.set(group.id, all);
  return all;
}

/** Returns what an answer is to: the question, or how many of them. */
export function subjectOf({ title, group }: Unsent): string {
  if (!group) return title;
  const count = group.count - (untaken.get(group.id)?.length ?? 0);
  return count === 1 ? '1 question' : `${count} questions`;
}
