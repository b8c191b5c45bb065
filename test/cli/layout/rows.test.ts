import { expect, test } from 'bun:test';
import { sentenceRows } from '../../../src/cli/layout/rows.ts';
import { testTerminal } from '../../support/terminal/terminal.ts';

test('breaks a sentence between words and keeps a command in one piece', () => {
  const command = '`inbox service install --data /srv/inbox/with/a/long/name`';
  expect(sentenceRows(`The service is not installed. Run ${command} and start it.`, 40)).toEqual([
    'The service is not installed. Run',
    command,
    'and start it.',
  ]);
  expect(sentenceRows('一二三四五六七八九十', 10)).toEqual(['一二三四五', '六七八九十']);
});

test('breaks no word of notes and errors in a terminal of 40 columns', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const size = { columns: 40, rows: 24 };
  const tail = terminal.open(['tail'], {}, size);
  await tail.shows('`inbox serve`');
  expect(tail.brokenRows()).toBe(0);
  const error = terminal.open(['show', 'nosuchquestion'], {}, size);
  await error.exited;
  expect(error.brokenRows()).toBe(0);
  expect(error.text()).not.toBe('');
});
