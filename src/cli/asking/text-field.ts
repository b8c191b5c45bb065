/** A text of one or many lines. A paste is inserted as a whole, and a blank line does not end it. */
import { printable } from '../output.ts';
import { styled } from '../style.ts';
import type { Field } from './field.ts';

export type TextOptions = {
  initial?: string | undefined;
  placeholder?: string | undefined;
  /** `many`: Enter breaks the line. `pasted`: only a paste brings line breaks. */
  lines?: 'one' | 'pasted' | 'many';
  isSecret?: boolean;
  changed?: ((text: string) => void) | undefined;
};

const stderr = process.stderr;

export function textField(options: TextOptions): Field<string> {
  const { initial = '', placeholder, lines = 'one', isSecret = false, changed } = options;
  let text = [...initial];
  let at = text.length;

  function put(from: number, to: number, added: string[]): void {
    text = [...text.slice(0, from), ...added, ...text.slice(to)];
    at = from + added.length;
    changed?.(text.join(''));
  }
  const startOfLine = (from: number) => text.lastIndexOf('\n', from - 1) + 1;
  function endOfLine(from: number): number {
    const end = text.indexOf('\n', from);
    return end < 0 ? text.length : end;
  }
  function moveLine(by: 1 | -1): void {
    const column = at - startOfLine(at);
    const other = by < 0 ? startOfLine(at) - 1 : endOfLine(at) + 1;
    if (other < 0 || other > text.length) return;
    const start = startOfLine(other);
    at = Math.min(start + column, endOfLine(start));
  }
  const go = (to: number) => {
    at = Math.max(0, Math.min(text.length, to));
  };
  const keys: Record<string, () => void> = {
    left: () => go(at - 1),
    right: () => go(at + 1),
    home: () => go(startOfLine(at)),
    end: () => go(endOfLine(at)),
    up: () => moveLine(-1),
    down: () => moveLine(1),
    backspace: () => at > 0 && put(at - 1, at, []),
    delete: () => put(at, Math.min(text.length, at + 1), []),
    'ctrl-u': () => put(0, text.length, []),
    enter: () => put(at, at, ['\n']),
  };
  const ends = lines === 'many' ? ['ctrl-d', 'ctrl-enter'] : ['ctrl-d', 'ctrl-enter', 'enter'];

  return {
    key(key) {
      if (ends.includes(key)) return 'submit';
      if (Object.hasOwn(keys, key)) keys[key]?.();
      else if (isCharacter(key)) put(at, at, [...key]);
      return undefined;
    },
    text(pasted) {
      const kept = lines === 'one' ? pasted.replaceAll(/\s*\n\s*/g, ' ').trim() : pasted;
      put(at, at, [...kept]);
    },
    lines(columns, rows) {
      if (text.length === 0 && placeholder) {
        return [styled('inverse', ' ', stderr) + styled('dim', placeholder, stderr)];
      }
      return shown(isSecret ? text.map(() => '•') : text, at, columns, rows);
    },
    given: () => (isSecret ? '•'.repeat(text.length) : text.join('')),
    value: () => text.join(''),
    hint: lines === 'many' ? 'Ctrl-D when done' : undefined,
  };
}

const isCharacter = (key: string) => [...key].length <= 2 && key >= ' ' && !key.startsWith('ctrl');

/** Returns the lines around the cursor, which has a cell of its own. */
function shown(text: string[], at: number, columns: number, rows: number): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  let cursorLine = 0;
  const end = () => {
    lines.push(line);
    line = '';
    width = 0;
  };
  for (const [place, one] of [...text, ' '].entries()) {
    const isBreak = one === '\n';
    const cell = isBreak ? ' ' : printable(one.replace('\t', ' '));
    const isCursor = place === at;
    if (!isBreak && width + Bun.stringWidth(cell) > columns) end();
    if (isCursor) cursorLine = lines.length;
    if (place < text.length || isCursor)
      line += isCursor ? styled('inverse', cell, stderr) : isBreak ? '' : cell;
    width += Bun.stringWidth(cell);
    if (isBreak) end();
  }
  end();
  const from = Math.max(0, Math.min(cursorLine - Math.floor(rows / 2), lines.length - rows));
  return lines.slice(from, from + rows);
}
