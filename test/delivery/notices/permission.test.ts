/** A permission in a notification: all of what would run can be read, or Allow is not offered. */
import { expect, test } from 'bun:test';
import type { JsonObject } from '../../../src/core/json.ts';
import { visible } from '../../../src/core/letters.ts';
import { testAllWays } from '../../support/reach/all-ways.ts';

const ids = Array.from({ length: 9000 }, (_, at) => `line-${at}-of-many`).join('\n');

const commands = [
  'rm -rf build/cache',
  'echo `id` __init__ [a](b)',
  '# x\n* y\n> z',
  'rm \u202etxt.exe',
  'a\u001b[31m; b\u200dc',
  `${'\n'.repeat(40)}rm -rf /`,
  `ls${'\n'.repeat(40)}rm -rf /`,
  '&lt; <b>rm</b> & "x" \\',
  `${'y'.repeat(200)} | rm -rf /`,
  `echo ${'z'.repeat(2400)} | rm -rf /`,
  ids,
];

/** A text without white space, which every view may break where it likes. */
const packed = (text: string) => text.replace(/\s+/g, '');

test('shows every letter of an input wherever Allow is offered', async () => {
  await using ways = await testAllWays();
  const offered = new Set<string>();
  for (const command of commands) {
    const input: JsonObject = { command, id: 9007199254740992 };
    const review = {
      type: 'permission',
      payload: { tool: 'Bash', input, preview: 'Lists files', description: 'Only looks' },
      urgency: 'critical' as const,
    };
    const { id: channelId } = await ways.inbox.channel();
    const seen = await ways.ask({ channelId, review });
    const lines = visible(command)
      .split('\n')
      .filter((line) => line.trim() !== '');
    for (const [way, { text, labels }] of Object.entries(seen)) {
      if (labels.length === 0) continue;
      offered.add(way);
      if (way !== 'email') expect(labels).toEqual(['Allow', 'Deny']);
      const all = packed(text);
      for (const line of lines) expect(all).toContain(packed(line));
      expect(all).toContain('9007199254740992');
      const places = [lines.at(-1) ?? '', 'Lists files', 'Only looks'].map((one) =>
        all.lastIndexOf(packed(one)),
      );
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }
  }
  expect(offered).toEqual(new Set(['ntfy', 'telegram', 'slack', 'email']));
}, 60_000);

test('offers to allow and to deny, but no choice that outlives the question', async () => {
  await using ways = await testAllWays();
  const seen = await ways.ask({
    review: {
      type: 'permission',
      payload: {
        tool: 'Bash',
        input: { command: 'ls' },
        choices: [{ id: 'always', label: 'Always allow ls' }],
      },
      urgency: 'critical',
    },
  });
  for (const way of ['webpush', 'ntfy', 'telegram', 'slack']) {
    expect([way, seen[way]?.labels]).toEqual([way, ['Allow', 'Deny']]);
    expect(seen[way]?.text).not.toContain('Always');
  }
});
