/**
 * A diff whose lines can be navigated by keys, folded and commented on, and whose files can be
 * marked as viewed.
 */
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import type { DiffFile } from '../words.ts';
import type { useDiffDraft } from './draft.ts';
import { File } from './file.tsx';
import { FileList } from './file-list.tsx';
import { useDiff } from './use-diff.ts';
import { placeNamed } from './walk.ts';

type Props = {
  files: DiffFile[];
  draft: ReturnType<typeof useDiffDraft>;
  /** Whether the keys apply to this question. */
  active: boolean;
  /** Then `v` belongs to them. */
  hasAttachments: boolean;
};

export function DiffView({ files, draft, active, hasAttachments }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const diff = useDiff(files, draft, root);
  const { acts, at } = diff;
  const step = (by: 1 | -1, to: 'hunk' | 'file') => () => {
    const before = at;
    acts.step(by, to);
    return () => acts.go(before);
  };
  const view = () => {
    const { file } = acts.here();
    acts.view(file);
    return () => acts.view(file);
  };
  const comment = () => {
    const { file, line } = acts.here();
    acts.comment(file, line);
  };
  useKeys('Diff', {
    ...(active && {
      n: ['Next hunk', step(1, 'hunk')],
      p: ['Previous hunk', step(-1, 'hunk')],
      'Shift+n': ['Next file', step(1, 'file')],
      'Shift+p': ['Previous file', step(-1, 'file')],
      c: ['Comment', comment],
      ...(!hasAttachments && { v: ['Viewed', view] }),
    }),
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (!by || !isPlain(event) || !placeOf(event.target)) return;
    if (acts.step(by, 'line')) event.preventDefault();
  };
  /** A finger cannot hit a number: the whole line is the button. */
  const onClick = ({ target }: MouseEvent) => {
    if (!window.matchMedia('(pointer: coarse)').matches) return;
    if (!(target instanceof Element) || target.closest('button')) return;
    const line = target.closest('.diff-line')?.querySelector('[data-at]');
    const place = line && placeOf(line);
    if (place) acts.comment(place.file, place.line);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are what is pressed
    <div ref={root} className="diffs" onKeyDown={onKeyDown} onClick={onClick}>
      {files.length > 1 && <FileList diff={diff} root={root} viewed={draft.viewed} />}
      {diff.reads.map((read, file) => (
        <File
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same path
          key={file}
          read={read}
          file={file}
          acts={acts}
          comments={diff.commentsOf(read.path)}
          editing={draft.comments[diff.editing ?? -1]?.path === read.path ? diff.editing : null}
          unfolded={diff.unfoldedIn(file)}
          isClosed={diff.isClosed(file)}
          isViewed={draft.viewed.includes(read.path)}
          at={at?.file === file ? at.line : null}
        />
      ))}
    </div>
  );
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  !(altKey || ctrlKey || metaKey || shiftKey);

const placeOf = (target: EventTarget) =>
  target instanceof HTMLElement ? placeNamed(target.dataset.at) : null;
