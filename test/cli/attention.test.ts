import { expect, test } from 'bun:test';
import { parseQuietHours, quietHoursText } from '../../src/cli/reach/quiet-hours.ts';
import type { Attention } from '../../src/core/notify/schema.ts';
import { keys, testTerminal } from '../support/terminal/terminal.ts';

test.each([
  ['22:00-07:00', [0, 1, 2, 3, 4, 5, 6], '22:00-07:00'],
  ['22:00-7:00 mon-fri', [1, 2, 3, 4, 5], '22:00-07:00 mon-fri'],
  ['13:00-14:00 SAT,sun', [0, 6], '13:00-14:00 sat-sun'],
  ['00:00-12:00 fri-mon,wed', [0, 1, 3, 5, 6], '00:00-12:00 mon,wed,fri-sun'],
  ['00:00-12:00 tue', [2], '00:00-12:00 tue'],
])('reads quiet hours %p', (text, days, written) => {
  const quiet = parseQuietHours(text);
  expect(quiet.days).toEqual(days);
  expect(quietHoursText(quiet)).toBe(written);
  expect(parseQuietHours(written)).toEqual(quiet);
});

test.each([
  '',
  '22-7',
  '25:00-07:00',
  '22:60-07:00',
  '22:00-22:00',
  '22:00',
  '22:00-07:00 monday',
  '22:00-07:00 mon-',
  '22:00-07:00 mon-tue-wed',
  '22:00-07:00 mon,',
  '22:00-07:00 mon fri',
])('refuses quiet hours %p with an example', (text) => {
  expect(() => parseQuietHours(text)).toThrow(`“${text}” is not a time span. Use 22:00-07:00`);
});

async function inbox() {
  const terminal = testTerminal();
  await terminal.channel();
  return terminal;
}

test('changes only what is given', async () => {
  await using terminal = await inbox();
  expect(await terminal.ok('attention')).toBe(
    'quiet hours          none\ntime zone            UTC\nhigh breaks through  no\nreminders            yes\ndigest               none',
  );
  const zone = ['--time-zone', 'Europe/Berlin'];
  const quiet = ['--quiet', '22:00-07:00 mon-fri', '--quiet', '12:00-13:00'];
  await terminal.ok('attention', 'set', ...quiet, ...zone, '--no-reminders');
  const set = await terminal.json<Attention>('attention', 'set', '--high-breaks-through');
  const days = [0, 1, 2, 3, 4, 5, 6];
  expect(set).toEqual({
    timeZone: 'Europe/Berlin',
    highBreaksThrough: true,
    reminders: false,
    digest: false,
    quiet: [
      { from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5] },
      { from: '12:00', to: '13:00', days },
    ],
  });
  expect(await terminal.json<Attention>('attention')).toEqual(set);
  const none = await terminal.ok('attention', 'set', '--no-quiet', '--reminders');
  expect(none).toBe(
    'quiet hours          none\ntime zone            Europe/Berlin\nhigh breaks through  yes\nreminders            yes\ndigest               none',
  );
});

test('takes the time zone of the machine for the first quiet hours, and says so', async () => {
  await using terminal = await inbox();
  const set = ['attention', 'set', '--quiet', '22:00-07:00', '--json'];
  const first = await terminal.run(set, { env: { TZ: 'Asia/Tokyo' } });
  expect([JSON.parse(first.stdout).timeZone, first.stderr]).toEqual([
    'Asia/Tokyo',
    'Using the time zone of this machine, Asia/Tokyo (--time-zone).\n',
  ]);
  const second = await terminal.run(set, { env: { TZ: 'America/Lima' } });
  expect([JSON.parse(second.stdout).timeZone, second.stderr]).toEqual(['Asia/Tokyo', '']);
});

test('sets the time of the digest in the time zone of the machine, and turns it off', async () => {
  await using terminal = await inbox();
  const set = ['attention', 'set', '--digest', '8:00', '--json'];
  const first = await terminal.run(set, { env: { TZ: 'Asia/Tokyo' } });
  expect(JSON.parse(first.stdout)).toMatchObject({ timeZone: 'Asia/Tokyo', digest: '08:00' });
  expect(await terminal.ok('attention', 'set', '--no-digest')).toContain(
    'digest               none',
  );
});

test('prompts in a terminal without options, and proposes the time zone of the machine', async () => {
  await using terminal = await inbox();
  const screen = terminal.open(['attention', 'set'], { TZ: 'Asia/Tokyo' });
  await screen.answer('Quiet hours', '22-7');
  await screen.answer('22-7', keys.enter);
  await screen.answer('is not a time span', keys.clear);
  await screen.answer('Quiet hours', '22:00-07:00 mon-fri; 12:00-13:00');
  await screen.answer('12:00-13:00', keys.enter);
  await screen.answer('Asia/Tokyo', keys.enter);
  await screen.answer('ignore quiet hours?', 'y');
  await screen.answer('Send you reminders', 'n');
  await screen.answer('daily e-mail digest', '6:30');
  await screen.answer('6:30', keys.enter);
  await screen.answer('Use a time such as', keys.clear);
  await screen.answer('daily e-mail digest', '06:30');
  await screen.answer('06:30', keys.enter);
  expect(await screen.exited).toBe(0);
  expect(await terminal.json<Attention>('attention')).toMatchObject({
    timeZone: 'Asia/Tokyo',
    highBreaksThrough: true,
    reminders: false,
    digest: '06:30',
    quiet: [{ days: [1, 2, 3, 4, 5] }, { from: '12:00' }],
  });
});

test('refuses what is invalid and names it', async () => {
  await using terminal = await inbox();
  const nothing = await terminal.run(['attention', 'set']);
  expect([nothing.code, nothing.stderr]).toEqual([
    2,
    expect.stringContaining('Not running in a terminal; pass --quiet, --time-zone'),
  ]);
  const zone = await terminal.run(['attention', 'set', '--time-zone', 'Mars']);
  expect([zone.code, zone.stderr]).toEqual([
    2,
    expect.stringContaining('timeZone: Unknown time zone. Use one such as Europe/Berlin'),
  ]);
  const hours = await terminal.run(['attention', 'set', '--quiet', 'nights']);
  expect([hours.code, hours.stderr]).toEqual([2, expect.stringContaining('“nights” is not')]);
  const digest = await terminal.run(['attention', 'set', '--digest', 'noon']);
  expect([digest.code, digest.stderr]).toEqual([2, expect.stringContaining('“noon” is not')]);
});
