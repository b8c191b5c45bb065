import { Scroller } from '../message/elements.tsx';

export type DiffFile = { path: string; diff: string };
type Line = { kind: 'added' | 'removed' | 'same' | 'head'; text: string; at: number | null };

type Props = { file: DiffFile; onLine: (line: number) => void };

/** A unified diff, line by line; a press on a number comments on that line. */
export const DiffView = ({ file, onLine }: Props) => (
  <Scroller name={`Changes of ${file.path}`}>
    <div className="diff">
      {linesOf(file.diff).map(({ kind, text, at }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is its name
        <div key={index} data-kind={kind}>
          {at === null ? (
            <span className="diff-number" />
          ) : (
            <button
              type="button"
              className="diff-number"
              // The keyboard comments by the button above, and writes the number.
              tabIndex={-1}
              aria-label={`Comment on line ${at}`}
              onClick={() => onLine(at)}
            >
              {at}
            </button>
          )}
          <code>{text || ' '}</code>
        </div>
      ))}
    </div>
  </Scroller>
);

/** The lines with their numbers in the new file; a removed one has none there. */
export function linesOf(diff: string): Line[] {
  let next = 1;
  return diff
    .replace(/\n$/, '')
    .split('\n')
    .map((text): Line => {
      const [, start] = /^@@ .*\+(\d+)/.exec(text) ?? [];
      if (start !== undefined) {
        next = Number(start);
        return { kind: 'head', text, at: null };
      }
      if (/^(\+\+\+ |--- |diff |index |\\ )/.test(text)) return { kind: 'head', text, at: null };
      if (text.startsWith('-')) return { kind: 'removed', text, at: null };
      return { kind: text.startsWith('+') ? 'added' : 'same', text, at: next++ };
    });
}
