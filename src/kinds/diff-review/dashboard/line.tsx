import { memo, type ReactNode, useId } from 'react';
import type { DiffLine } from '../diff.ts';
import { numberOf, sideOf } from '../diff.ts';
import { wordsOf } from './changed-words.ts';
import type { Acts } from './use-diff.ts';
import { nameOf } from './walk.ts';

type Props = {
  line: DiffLine;
  file: number;
  at: number;
  /** The text of the line that this one replaces, or is replaced by. */
  twin: string | undefined;
  /** Whether it is in the tab order; the arrows move on from it. */
  isStop: boolean;
  acts: Acts;
};

/** A line with its old and new number, which are the button that comments on it. */
export const Line = memo(function Line({ line, file, at, twin, isStop, acts }: Props) {
  const code = useId();
  return (
    <div className="diff-line" data-kind={line.kind}>
      <button
        type="button"
        className="diff-numbers"
        data-at={nameOf({ file, line: at })}
        tabIndex={isStop ? 0 : -1}
        aria-label={spoken(line)}
        aria-describedby={code}
        title="Comment on this line"
        onClick={() => acts.comment(file, at)}
      >
        <span data-number={line.old} />
        <span data-number={line.new} />
      </button>
      <code id={code}>
        {marked(line, twin)}
        {line.isUnended && <span className="diff-unended">no newline at end of file</span>}
      </code>
    </div>
  );
});

function spoken(line: DiffLine): string {
  const number = `line ${numberOf(line)}`;
  return line.kind === 'same' ? number : `${line.kind}, ${number}`;
}

function marked(line: DiffLine, twin: string | undefined): ReactNode {
  const parts = twin === undefined ? null : wordsOf(line.text, twin, sideOf(line));
  if (!parts) return line.text || ' ';
  return parts.map(({ text, isChanged }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a part's place is its name
    isChanged ? <mark key={index}>{text}</mark> : text,
  );
}
