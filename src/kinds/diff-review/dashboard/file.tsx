import { type CSSProperties, memo, useMemo } from 'react';
import { Bubble, Check, Chevron } from '../../../dashboard/look/icons.tsx';
import type { ReadFile, Row } from '../diff.ts';
import { Block } from './block.tsx';
import { CommentCard } from './comment.tsx';
import { placeOf } from './draft.ts';
import { type Acts, type Numbered, rowsIn } from './use-diff.ts';
import { nameOf } from './walk.ts';

type Props = {
  read: ReadFile;
  file: number;
  comments: readonly Numbered[];
  editing: number | null;
  unfolded: readonly number[];
  isClosed: boolean;
  isViewed: boolean;
  /** The line in it that was visited last. */
  at: number | null;
  acts: Acts;
};

const BLOCK_ROWS = 50;
const none: readonly never[] = [];

/** One file of a diff: its header, its lines and their comments. */
export const File = memo(function File(props: Props) {
  const { read, file, comments, editing, isClosed, acts } = props;
  const loose = comments.filter(({ comment }) => !read.places.has(placeOf(comment)));
  return (
    <section className="diff-file" aria-label={read.path} style={widthOf(read)}>
      <FileHead {...props} />
      {loose.map(({ comment, index }) => (
        <CommentCard
          key={index}
          comment={comment}
          index={index}
          acts={acts}
          isOpen={editing === index}
          place={{ file, line: null }}
        />
      ))}
      {!isClosed && <Lines {...props} />}
    </section>
  );
});

function FileHead({ read, file, isClosed, isViewed, acts }: Props) {
  return (
    <header>
      <button
        type="button"
        className="diff-path"
        data-at={nameOf({ file, line: null })}
        aria-expanded={!isClosed}
        onClick={() => acts.close(file)}
      >
        <Chevron size={14} />
        <PathName path={read.path} />
      </button>
      <Counts {...read} />
      <button type="button" className="diff-act" onClick={() => acts.comment(file, null)}>
        <Bubble size={14} /> <span className="diff-word">Comment</span>
      </button>
      <button
        type="button"
        className="diff-act"
        aria-pressed={isViewed}
        onClick={() => acts.view(file)}
      >
        <span className="diff-box">{isViewed && <Check size={12} />}</span>{' '}
        <span className="diff-word">Viewed</span>
      </button>
    </header>
  );
}

/** Shows its end if there is too little room. */
export const PathName = ({ path }: { path: string }) => (
  <span className="diff-name cut" title={path}>
    <bdi dir="ltr">{path}</bdi>
  </span>
);

export const Counts = ({ added, removed }: { added: number; removed: number }) => (
  <span className="diff-counts">
    <span data-kind="added">+{added}</span> <span data-kind="removed">−{removed}</span>
  </span>
);

function Lines({ read, file, comments, editing, unfolded, at, acts }: Props) {
  const blocks = useMemo(
    () => blocksOf(rowsIn(read, unfolded, comments)),
    [read, unfolded, comments],
  );
  const first = blocks[0]?.find((row) => row.kind === 'line')?.at ?? null;
  const stop = at ?? first;
  return (
    <div className="diff">
      {read.notes.length > 0 && <p className="diff-note">{read.notes.join(' · ')}</p>}
      {read.lines.length === 0 && read.notes.length === 0 && (
        <p className="diff-note">No lines changed</p>
      )}
      {blocks.map((rows) => {
        const own = comments.filter(({ comment }) => has(rows, read.places.get(placeOf(comment))));
        const isWanted = at !== null && has(rows, at);
        return (
          <Block
            key={startOf(rows[0])}
            read={read}
            file={file}
            rows={rows}
            isWanted={isWanted}
            acts={acts}
            comments={own.length > 0 ? own : none}
            editing={own.some(({ index }) => index === editing) ? editing : null}
            stop={stop !== null && has(rows, stop) ? stop : null}
          />
        );
      })}
    </div>
  );
}

const blocksOf = (rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, index) =>
    rows.slice(index * BLOCK_ROWS, (index + 1) * BLOCK_ROWS),
  );

const has = (rows: Row[], at: number | undefined) =>
  rows.some((row) => row.kind === 'line' && row.at === at);

const startOf = (row: Row | undefined) =>
  row && `${row.kind} ${row.kind === 'line' ? row.at : row.from}`;

/** As wide as the longest number. */
function widthOf({ lines }: ReadFile): CSSProperties {
  const last = lines.at(-1);
  const digits = String(Math.max(last?.old ?? 0, last?.new ?? 0, 10)).length;
  return { '--digits': `${digits + 1}ch` } as CSSProperties;
}
