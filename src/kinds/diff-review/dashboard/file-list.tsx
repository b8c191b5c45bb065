import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { Check, Chevron } from '../../../dashboard/look/icons.tsx';
import { useIsWide } from '../../../dashboard/look/use-is-wide.ts';
import type { ReadFile } from '../diff.ts';
import { Counts, PathName } from './file.tsx';
import type { Acts, Diff } from './use-diff.ts';

type Props = { diff: Diff; viewed: string[]; root: RefObject<HTMLElement | null> };

/** The files of a diff, always visible within it. */
export function FileList({ diff: { reads, commentsOf, acts }, viewed, root }: Props) {
  const isWide = useIsWide();
  const [isOpen, setIsOpen] = useState(isWide);
  const nav = useHeightOn(root);
  const sum = (name: 'added' | 'removed') => reads.reduce((all, one) => all + one[name], 0);
  const seen = reads.filter(({ path }) => viewed.includes(path)).length;
  return (
    <nav ref={nav} className="diff-files" aria-label="Changed files">
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Chevron size={14} />
        <span>{reads.length} files</span>
        <Counts added={sum('added')} removed={sum('removed')} />
        <span className="meta cut diff-viewed">
          {seen} of {reads.length} viewed
        </span>
      </button>
      {isOpen && (
        <ol>
          {reads.map((read, file) => (
            <FileRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same path
              key={file}
              read={read}
              file={file}
              acts={acts}
              count={commentsOf(read.path).length}
              isViewed={viewed.includes(read.path)}
            />
          ))}
        </ol>
      )}
    </nav>
  );
}

type RowProps = { read: ReadFile; file: number; count: number; isViewed: boolean; acts: Acts };

const FileRow = memo(function FileRow({ read, file, count, isViewed, acts }: RowProps) {
  return (
    <li>
      <button type="button" onClick={() => acts.go({ file, line: null })}>
        <PathName path={read.path} />
        {count > 0 && (
          <span className="meta">
            {count} {count === 1 ? 'comment' : 'comments'}
          </span>
        )}
        {isViewed && (
          <>
            <Check size={14} />
            <span className="unseen">viewed</span>
          </>
        )}
        <Counts {...read} />
      </button>
    </li>
  );
});

/** Publishes its height for what is sticky below it. */
function useHeightOn(root: RefObject<HTMLElement | null>) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = nav.current;
    if (!element) return;
    const watch = new ResizeObserver(() =>
      root.current?.style.setProperty('--diff-files', `${element.offsetHeight}px`),
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [root]);
  return nav;
}
