/** A choice of one or several. None is selected at first, so that an extra key decides nothing. */
import { folded } from '../../core/letters.ts';
import { counted } from '../counted.ts';
import { oneLine, onOneLine, typedLine } from '../output.ts';
import { type Style, styled } from '../style.ts';
import type { Field } from './ask.ts';

export type Choice = {
  value: string;
  label: string;
  hint?: string | undefined;
  /** Selects it at one press. */
  key?: string | undefined;
  style?: Style | undefined;
};
type Options = { isMany?: boolean; initial?: string | undefined; picked?: string[] };

/** With this many choices or more, typing filters them. */
const MANY = 10;
const SEARCH = 'Search: ';
const stderr = process.stderr;

export function choiceField(choices: Choice[], options: Options = {}): Field<string[]> {
  const { isMany = false, initial } = options;
  const isSearched = choices.length >= MANY;
  const isKeyed = !isSearched && choices.some(({ key }) => key !== undefined);
  const picked = new Set(options.picked ?? []);
  let search = '';
  let at = choices.findIndex(({ value }) => value === initial);

  const matching = () => {
    const wanted = folded(search.trim());
    return choices.filter(({ label }) => folded(label).includes(wanted));
  };
  function find(next: string): void {
    const isSame = next.trim() === search.trim();
    search = next;
    if (!isSame) at = search.trim() === '' || matching().length === 0 ? -1 : 0;
  }
  function step(by: number): void {
    const { length } = matching();
    if (length > 0) at = at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length;
  }
  function toggle(): void {
    const one = matching()[at];
    if (!isMany || !one) return;
    if (!picked.delete(one.value)) picked.add(one.value);
  }
  function pick(key: string): 'submit' | undefined {
    const keyed = choices.findIndex((one) => one.key === key);
    if (keyed >= 0) at = keyed;
    return keyed >= 0 ? 'submit' : undefined;
  }
  const keys: Record<string, () => void> = {
    up: () => step(-1),
    down: () => step(1),
    tab: toggle,
    backspace: () => isSearched && find([...search].slice(0, -1).join('')),
    'ctrl-u': () => isSearched && find(''),
  };
  const chosen = () => {
    if (isMany) return choices.filter(({ value }) => picked.has(value));
    return matching().slice(at, at < 0 ? 0 : at + 1);
  };

  return {
    key(key) {
      if (key === 'enter') return 'submit';
      if (Object.hasOwn(keys, key)) keys[key]?.();
      else if (isSearched && [...key].length === 1) find(search + key);
      else if (key === ' ' && isMany && at >= 0) toggle();
      else if (isKeyed) return pick(key);
      else if (/^[1-9]$/.test(key) && choices[Number(key) - 1]) at = Number(key) - 1;
      return undefined;
    },
    // Pasted words select nothing, but may search.
    text: (pasted) => isSearched && find(search + pasted.replaceAll(/[\n\t]/g, ' ')),
    lines(columns, rows) {
      const found = matching();
      const count = counted(found.length, 'match', 'matches');
      const end = `▏ (${count})`;
      const room = Math.max(1, columns - SEARCH.length - end.length);
      const head = isSearched ? [`${SEARCH}${typedLine(search, room)}${end}`] : [];
      const most = Math.max(1, rows - head.length);
      const from = Math.max(0, Math.min(at - Math.floor(most / 2), found.length - most));
      const rest = found.slice(from, from + most).map((one, row) => {
        const isAt = from + row === at;
        const box = isMany ? (picked.has(one.value) ? '◼' : '◻') : isAt ? '●' : '○';
        const line = oneLine(
          `${isKeyed ? `${one.key ?? ' '} ` : ''}${box} ${wordsOf(one)}`,
          columns,
        );
        return styled(styleOf(one, isAt), line, stderr);
      });
      return [...head, ...rest];
    },
    given: () =>
      chosen()
        .map(({ label }) => onOneLine(label))
        .join(', '),
    value: () => {
      if (matching().length === 0) return undefined;
      const values = chosen().map(({ value }) => value);
      return values.length > 0 ? values : undefined;
    },
    isKeyed,
    hint: hintOf({ isMany, isSearched, isKeyed }),
    problem: () => {
      if (matching().length === 0) return 'No match';
      if (isMany) return 'Pick at least one';
      return isKeyed ? 'Press a number to choose' : 'Choose one with ↑ ↓';
    },
  };
}

type Ways = { isMany: boolean; isSearched: boolean; isKeyed: boolean };

function hintOf({ isMany, isSearched, isKeyed }: Ways): string | undefined {
  if (isMany && isSearched) return 'Tab to pick, Enter when done; Space searches';
  if (isMany) return 'Space or Tab to pick, Enter when done';
  return isKeyed ? 'press a number to choose' : undefined;
}

const wordsOf = ({ label, hint }: Choice) => (hint ? `${label} (${onOneLine(hint)})` : label);

function styleOf({ style }: Choice, isAt: boolean): Style {
  if (style === undefined) return isAt ? 'bold' : 'dim';
  return isAt ? ([style, 'bold'].flat() as Style) : style;
}

/** Yes or no. */
export function yesNoField(initial: boolean): Field<boolean> {
  let isYes = initial;
  const flip = () => {
    isYes = !isYes;
    return undefined;
  };
  return {
    key(key) {
      if (key === 'enter') return 'submit';
      if (['up', 'down', 'left', 'right', 'tab', ' '].includes(key)) return flip();
      if (!['y', 'n'].includes(key.toLowerCase())) return undefined;
      isYes = key.toLowerCase() === 'y';
      return 'submit';
    },
    text: () => {},
    lines: () => [isYes ? '● Yes / ○ No' : '○ Yes / ● No'],
    given: () => (isYes ? 'Yes' : 'No'),
    value: () => isYes,
    isYesNo: true,
  };
}
