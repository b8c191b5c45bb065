import { memo, useEffect, useRef, useState } from 'react';
import { numberOf, type ReadFile, type Row, sideOf } from '../diff.ts';
import { CommentCard } from './comment.tsx';
import { placeOf } from './draft.ts';
import { Line } from './line.tsx';
import type { Acts, Numbered } from './use-diff.ts';

type Props = {
  read: ReadFile;
  file: number;
  rows: Row[];
  comments: readonly Numbered[];
  editing: number | null;
  /** The line in the tab order, if it is one of these. */
  stop: number | null;
  /** Whether it is being navigated to: then it is rendered anywhere. */
  isWanted: boolean;
  acts: Acts;
};

const ROW_PX = 21;
const AHEAD_PX = 1200;

/** Some rows of a file, rendered once they are about to be visible: a diff may have many thousands. */
export const Block = memo(function Block(props: Props) {
  const { rows, isWanted, comments } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const isDrawn = isNear || isWanted || comments.length > 0;
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return;
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { root: scrollerOf(element), rootMargin: `${AHEAD_PX}px 0px` },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [isNear]);
  const height = rows.length * ROW_PX;
  const style = isDrawn ? { containIntrinsicHeight: `auto ${height}px` } : { height };
  return (
    <div ref={place} className="diff-block" style={style}>
      {isDrawn && rows.map((row) => <RowOf key={keyOf(row)} {...props} row={row} />)}
    </div>
  );
});

const keyOf = (row: Row) => `${row.kind} ${row.kind === 'line' ? row.at : row.from}`;

function RowOf({ row, read, file, comments, editing, stop, acts }: Props & { row: Row }) {
  if (row.kind === 'hunk') return <HunkHead read={read} row={row} />;
  if (row.kind === 'fold') {
    const { from, to } = row;
    return (
      <button type="button" className="diff-fold" onClick={() => acts.unfold(file, from, to)}>
        {to - from === 1 ? '1 unchanged line' : `${to - from} unchanged lines`}
      </button>
    );
  }
  const line = read.lines[row.at];
  if (!line) return null;
  const twin = read.twins.get(row.at);
  const name = placeOf({ line: numberOf(line), side: sideOf(line) });
  return (
    <>
      <Line
        line={line}
        file={file}
        acts={acts}
        at={row.at}
        twin={twin === undefined ? undefined : read.lines[twin]?.text}
        isStop={stop === row.at}
      />
      {comments.map(
        ({ comment, index }) =>
          placeOf(comment) === name && (
            <CommentCard
              key={index}
              comment={comment}
              index={index}
              acts={acts}
              isOpen={editing === index}
              place={{ file, line: row.at }}
            />
          ),
      )}
    </>
  );
}

type HunkProps = { read: ReadFile; row: Extract<Row, { kind: 'hunk' }> };

/** A separator between two parts of a file, with the name of the second one's function. */
function HunkHead({ read, row: { about, notes, from } }: HunkProps) {
  const start = read.lines[from];
  const isTop = from === 0 && start !== undefined && Math.max(start.new ?? 0, start.old ?? 0) <= 1;
  return (
    <>
      {notes.length > 0 && <p className="diff-note">{notes.join(' · ')}</p>}
      {!(isTop && about === '') && (
        <p className="diff-hunk">
          {start && <span>Line {numberOf(start)}</span>}
          <bdi className="cut diff-hunk-about">{about}</bdi>
        </p>
      )}
    </>
  );
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return null;
}
