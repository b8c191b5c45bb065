import type { KindTerminal } from '../../cli/kinds/kind.ts';
import { cutRows } from '../../cli/layout/plain.ts';
import { brokenRows, codeRows } from '../../cli/layout/rows.ts';
import { printable } from '../../cli/output.ts';
import type { AnswerPrompts } from '../../cli/prompting/prompts.ts';
import { type Style, styled } from '../../cli/style.ts';
import type { JsonObject } from '../../core/json.ts';
import { plainLimits } from '../../core/messages/markdown.ts';
import { jsonFlags, plugin } from '../plugin/terminal.ts';
import { type DiffLine, numberOf, type ReadFile, type Row, readFile, rowsOf } from './diff.ts';
import { type DiffFile, filesIn, diffReview as words } from './words.ts';

export const diffReview: KindTerminal = {
  flags: jsonFlags(words),
  prompts: {
    ...plugin.prompts,
    answer(ask, review, writing) {
      const files = filesIn(review.payload) ?? [];
      return files.length > 0 ? judge(ask, files) : plugin.prompts.answer(ask, review, writing);
    },
  },
  view: {
    ...plugin.view,
    subject(payload, page) {
      const files = filesIn(payload) ?? [];
      if (files.length === 0) return plugin.view.subject?.(payload, page) ?? [];
      return cutRows(diffRows(files, { ...page, most: plainLimits.lines }), page);
    },
    wholeSubject(payload) {
      const files = filesIn(payload) ?? [];
      if (files.length === 0) return plugin.view.wholeSubject?.(payload) ?? '';
      return printable(files.map(({ path, diff }) => `${path}\n${diff.trimEnd()}`).join('\n\n'));
    },
    written: () => [],
  },
};

/** Asks for a verdict and a comment; a refusal without one is confirmed. */
async function judge(ask: AnswerPrompts, files: DiffFile[]): Promise<JsonObject> {
  const verdict = await ask.one('Your verdict', [
    { value: 'approve', label: 'Approve', key: '1', style: 'green' },
    { value: 'request-changes', label: 'Request changes', key: '2', style: 'yellow' },
  ]);
  const isRefusal = verdict !== 'approve';
  const text = await ask.text({
    message: isRefusal ? 'What should change?' : 'Comment',
    lines: 'pasted',
    placeholder: 'Press Enter to skip',
  });
  if (text === '') {
    const isSure = !isRefusal || (await ask.yesNo('Request changes without a comment?', false));
    return isSure ? { verdict } : judge(ask, files);
  }
  return { verdict, comments: [{ path: await pathFor(ask, files), text }] };
}

/** Asks which file a comment is about. */
async function pathFor(ask: AnswerPrompts, files: DiffFile[]): Promise<string> {
  const [first, ...others] = files.map(({ path }) => path);
  if (first === undefined || others.length === 0) return first ?? '';
  const choices = [first, ...others].map((path) => ({ value: path, label: path }));
  return ask.one('Which file?', choices);
}

type Page = {
  columns: number;
  stream?: NodeJS.WriteStream | undefined;
  /** The most rows that are wanted. */
  most?: number;
};
type Gutter = { width: number; isPair: boolean };

/** With this many columns or more, both numbers of a line fit. */
const PAIR_COLUMNS = 60;
/** Longer lines are cut here; no readable line is longer. */
const LONGEST_LINE = 2000;
const signs = { added: '+', removed: '-', same: ' ' } as const;
const colours: Partial<Record<DiffLine['kind'], Style>> = { added: 'green', removed: 'red' };

function diffRows(files: DiffFile[], page: Page): string[] {
  const { most = Number.POSITIVE_INFINITY } = page;
  const rows: string[] = [];
  for (const file of files) {
    if (rows.length > most) break;
    if (rows.length > 0) rows.push('');
    rows.push(...fileRows(readFile(file), page));
  }
  return rows;
}

function fileRows(file: ReadFile, page: Page): string[] {
  const { columns, stream, most = Number.POSITIVE_INFINITY } = page;
  const added = styled('green', `+${file.added}`, stream);
  const removed = styled('red', `-${file.removed}`, stream);
  const path = styled('bold', printable(file.path), stream);
  const highest = file.lines.reduce((high, one) => Math.max(high, one.old ?? 0, one.new ?? 0), 0);
  const width = String(highest).length;
  const gutter = { width, isPair: columns >= PAIR_COLUMNS };
  const rows = [
    ...brokenRows(`${path}  ${added} ${removed}`, columns),
    ...noteRows(file.notes, page),
  ];
  for (const row of rowsOf(file, () => false)) {
    if (rows.length > most) break;
    rows.push(...rowRows(file, row, page, gutter));
  }
  return rows;
}

const noteRows = (notes: string[], { columns, stream }: Page) =>
  notes.flatMap((note) => brokenRows(styled('dim', printable(note), stream), columns));

function rowRows(file: ReadFile, row: Row, page: Page, gutter: Gutter): string[] {
  if (row.kind === 'hunk') {
    const about = row.about === '' ? [] : [`@@ ${row.about}`];
    // An empty header at the start of the file is omitted.
    const head = row.from === 0 || about.length > 0 ? about : ['⋯'];
    return noteRows([...row.notes, ...head], page);
  }
  if (row.kind === 'fold') return noteRows([`⋯ ${row.to - row.from} unchanged lines`], page);
  const line = file.lines[row.at];
  return line ? lineRows(line, page, gutter) : [];
}

function lineRows(line: DiffLine, { columns, stream }: Page, gutter: Gutter): string[] {
  const { isPair, width } = gutter;
  const numbers = isPair ? [line.old, line.new] : [numberOf(line)];
  const shown = numbers.map((one) => `${one ?? ''}`.padStart(width)).join(' ');
  const room = columns - shown.length - 3;
  const text = printable(line.text.slice(0, LONGEST_LINE).toWellFormed());
  const rows = codeRows(text, room < 8 ? columns : room);
  const colour = colours[line.kind];
  const paint = (one: string) => (colour ? styled(colour, one, stream) : one);
  const cut = line.text.length > LONGEST_LINE ? '…' : '';
  const end = line.isUnended ? noteRows(['(no line break at the end)'], { columns, stream }) : [];
  if (room < 8) return [...rows.map((one) => paint(one)), ...end];
  const blanks = ' '.repeat(shown.length);
  return [
    ...rows.map((one, at) => {
      const [number, sign] = at === 0 ? [shown, signs[line.kind]] : [blanks, ' '];
      const last = at === rows.length - 1 ? cut : '';
      return `${styled('dim', number, stream)} ${paint(`${sign} ${one}${last}`)}`.trimEnd();
    }),
    ...end,
  ];
}
