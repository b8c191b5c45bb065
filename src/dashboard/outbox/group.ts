/** Answers given to several questions by one press, which one press undoes. */
import type { Outcome } from './outcome.ts';
import type { Group, Unsent } from './unsent.ts';

export type Unsaved = { unsent: Unsent; outcome: Outcome };

const unsaved = new Map<string, Unsaved[]>();

/** Records one that was not stored; returns all of its group that were not. */
export function recordUnsaved(group: Group, one: Unsaved): Unsaved[] {
  const all = [...(unsaved.get(group.id) ?? []), one];
  unsaved.set(group.id, all);
  return all;
}

/** Returns what an answer is to: the question, or how many of them. */
export function subjectOf({ title, group }: Unsent): string {
  if (!group) return title;
  const count = group.count - (unsaved.get(group.id)?.length ?? 0);
  return count === 1 ? '1 question' : `${count} questions`;
}
