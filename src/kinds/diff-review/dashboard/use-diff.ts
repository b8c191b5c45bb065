/** The state of a diff: the current place, what is folded, and the open comment. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { numberOf, type ReadFile, type Row, readFile, rowsOf, sideOf } from '../diff.ts';
import type { DiffFile } from '../words.ts';
import { type Comment, placeOf, type useDiffDraft } from './draft.ts';
import { nameOf, type Place, placeNamed, stepFrom, stepsIn } from './walk.ts';

export type Diff = ReturnType<typeof useDiff>;
export type Acts = Diff['acts'];
/** A comment with its index. */
export type Numbered = { comment: Comment; index: number };

type Draft = ReturnType<typeof useDiffDraft>;
const none: readonly never[] = [];

export function useDiff(files: DiffFile[], draft: Draft, root: RefObject<HTMLElement | null>) {
  const reads = useMemo(() => files.map(readFile), [files]);
  const commentsOf = useByPath(draft.comments);
  const [at, setAt] = useState<Place | null>(null);
  const [editing, setEditing] = useState<number | null>(null);
  const [unfolded, setUnfolded] = useState<Record<number, readonly number[]>>({});
  const [closed, setClosed] = useState<Record<number, boolean>>({});
  useFocusAt(at, root);

  const pathOf = (file: number) => reads[file]?.path ?? '';
  const isClosed = (file: number) => closed[file] ?? draft.viewed.includes(pathOf(file));
  const unfoldedIn = (file: number) => unfolded[file] ?? none;
  const steps = () => {
    const rows = reads.map((read, file) =>
      isClosed(file) ? null : rowsIn(read, unfoldedIn(file), commentsOf(read.path)),
    );
    return stepsIn(reads, rows);
  };

  const acts = useStable({
    go: setAt,
    /** Moves on from the current place; false at the end. */
    step(by: 1 | -1, to: 'line' | 'hunk' | 'file'): boolean {
      const next = stepFrom(
        steps(),
        placeIn(root.current),
        by,
        (step) => to === 'line' || (to === 'hunk' ? step.startsHunk : step.line === null),
      );
      if (next) setAt(next);
      return next !== null;
    },
    /** Opens the comment on a line or file, creating one if there is none. */
    comment(file: number, line: number | null) {
      const about = aboutOf(reads[file], line);
      const written = draft.comments.filter(({ text }) => text.trim() !== '');
      const isIt = (one: Comment) => one.path === about.path && placeOf(one) === placeOf(about);
      const found = written.findIndex(isIt);
      if (found < 0 || written.length < draft.comments.length) {
        draft.setComments(found < 0 ? [...written, { ...about, text: '' }] : written);
      }
      setClosed({ ...closed, [file]: false });
      setEditing(found < 0 ? written.length : found);
    },
    edit: setEditing,
    change(index: number, text: string) {
      draft.setComments(draft.comments.map((one, at) => (at === index ? { ...one, text } : one)));
    },
    /** Closes the field; its text stays, an empty one is removed. */
    leave(index: number, place: Place) {
      if (draft.comments[index]?.text.trim() === '') acts.remove(index, place);
      setEditing(null);
      setAt({ ...place });
    },
    remove(index: number, place: Place) {
      draft.setComments(draft.comments.toSpliced(index, 1));
      setEditing(null);
      setAt({ ...place });
    },
    unfold(file: number, from: number, to: number) {
      setUnfolded({ ...unfolded, [file]: [...unfoldedIn(file), from] });
      setAt({ file, line: Math.min(from, to) });
    },
    close: (file: number) => setClosed({ ...closed, [file]: !isClosed(file) }),
    /** Marks a file as viewed and folds it, or undoes that. */
    view(file: number) {
      const path = pathOf(file);
      const isViewed = draft.viewed.includes(path);
      const viewed = draft.viewed.filter((one) => one !== path);
      draft.setViewed(isViewed ? viewed : [...viewed, path]);
      setClosed({ ...closed, [file]: !isViewed });
      const isNext = (other: number) => other !== file && !isClosed(other);
      const next = isViewed ? -1 : reads.findIndex((_, other) => other > file && isNext(other));
      setAt({ file: next < 0 ? file : next, line: null });
    },
    here: () => placeIn(root.current),
  });

  return { reads, commentsOf, at, editing, isClosed, unfoldedIn, acts };
}

/** Returns the rows of a file: a run is unfolded on request, and where it has a comment. */
export function rowsIn(
  read: ReadFile,
  unfolded: readonly number[],
  comments: readonly Numbered[],
): Row[] {
  const commented = comments.map(({ comment }) => read.places.get(placeOf(comment)) ?? -1);
  const isCommented = (from: number, to: number) => commented.some((at) => at >= from && at < to);
  return rowsOf(read, (from, to) => unfolded.includes(from) || isCommented(from, to));
}

function aboutOf(read: ReadFile | undefined, at: number | null): Omit<Comment, 'text'> {
  const path = read?.path ?? '';
  const line = at === null ? undefined : read?.lines[at];
  return line ? { path, line: numberOf(line), side: sideOf(line) } : { path };
}

/** Returns functions with a stable identity that call the latest version. */
function useStable<T extends Record<string, (...given: never[]) => unknown>>(latest: T): T {
  const held = useRef(latest);
  useEffect(() => {
    held.current = latest;
  });
  const [stable] = useState(() => {
    const names = Object.keys(latest);
    const call =
      (name: string) =>
      (...given: never[]) =>
        held.current[name]?.(...given);
    return Object.fromEntries(names.map((name) => [name, call(name)])) as T;
  });
  return stable;
}

/** Returns the comments of each file; the same list while none of them has changed. */
function useByPath(comments: Comment[]): (path: string) => readonly Numbered[] {
  const before = useRef(new Map<string, readonly Numbered[]>());
  const grouped = useMemo(() => {
    const numbered = comments.map((comment, index) => ({ comment, index }));
    const now = Map.groupBy(numbered, ({ comment }) => comment.path);
    const kept = [...now].map(([path, own]) => {
      const old = before.current.get(path) ?? none;
      const isSame = own.length === old.length && own.every((one, at) => isOne(one, old[at]));
      return [path, isSame ? old : own] as const;
    });
    return new Map<string, readonly Numbered[]>(kept);
  }, [comments]);
  useEffect(() => {
    before.current = grouped;
  });
  return (path) => grouped.get(path) ?? none;
}

const isOne = (one: Numbered, other: Numbered | undefined) =>
  one.comment === other?.comment && one.index === other.index;

/** The focus follows the current place, whose line is rendered already. */
function useFocusAt(at: Place | null, root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const name = at && nameOf(at);
    const target = root.current?.querySelector<HTMLElement>(`[data-at="${name}"]`);
    if (!at || !target) return;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: at.line === null ? 'start' : 'nearest' });
  }, [at, root]);
}

/** Returns the focused place or, without one, the file at the top of the view. */
function placeIn(root: HTMLElement | null): Place {
  const active = document.activeElement;
  const inside = root?.contains(active) ? active : null;
  const named = placeNamed(inside?.closest<HTMLElement>('[data-at]')?.dataset.at);
  if (named) return named;
  const sections = [...(root?.querySelectorAll('.diff-file') ?? [])];
  const own = inside ? sections.findIndex((one) => one.contains(inside)) : -1;
  const top = (root?.querySelector('.diff-files')?.getBoundingClientRect().bottom ?? 0) + 1;
  const seen = sections.findIndex((one) => one.getBoundingClientRect().bottom > Math.max(top, 0));
  return { file: Math.max(0, own < 0 ? seen : own), line: null };
}
