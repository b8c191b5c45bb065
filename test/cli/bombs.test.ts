/** Texts that once took a terminal minutes and gigabytes; each process here has a limit of memory. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { limited } from '../support/machine/memory.ts';
import { chosen } from '../support/machine/sized.ts';
import { type ServedInbox, servedInbox } from '../support/terminal/served.ts';
import { keys } from '../support/terminal/terminal.ts';
import { bombs } from '../support/texts/bombs.ts';

const PATIENT = 120_000;
const names = Object.keys(bombs);

let inbox: ServedInbox;
/** The questions by the names of their texts. */
const asked = new Map<string, Message>();

beforeAll(async () => {
  inbox = await servedInbox();
  for (const [at, name] of names.entries()) {
    const payload = { title: `Bomb ${at}.`, description: bombs[name]?.slice(0, 2000) };
    const review = { type: 'approval', payload, expiresInSeconds: 6000 + at };
    asked.set(name, await inbox.send({ text: bombs[name], review }));
  }
});
afterAll(() => inbox[Symbol.asyncDispose]());

const open = (...args: string[]) => inbox.terminal.open(args, { INBOX_RATE_LIMIT: 'off' });

/** All of them go through the view and `tail`, which lay texts out as these two do. */
const someNames = chosen(names, (name) => names.indexOf(name) % 4 === 0);

test.each(someNames)(
  'asks and shows a question with %s within the memory limit, its options visible',
  async (name) => {
    const id = asked.get(name)?.id ?? '';
    const [answering, showing] = [open('answer', id), open('show', id)];
    using memory = limited(answering.pid);
    using shownMemory = limited(showing.pid);
    await answering.answer('Your decision', keys.ctrlC);
    expect([await answering.exited, await showing.exited]).toEqual([3, 0]);
    expect(showing.text()).toContain('\n  approve  Approve (approves)\n  reject   Reject (danger)');
    for (const screen of [answering, showing]) expect(screen.raw().length).toBeLessThan(1_000_000);
    expect([memory.most(), shownMemory.most()].every((most) => most < 512)).toBe(true);
  },
  PATIENT,
);

test(
  'steps through all questions by key within the memory limit, and quits',
  async () => {
    const screen = open();
    using memory = limited(screen.pid);
    for (const at of names.keys()) {
      const title = `▸ deploys        Bomb ${at}.`;
      // Unlike letters, these are keys even if one read has both.
      await screen.answer(title, keys.pageDown + keys.down);
    }
    await screen.press('1  Approve', 'q');
    expect([await screen.exited, memory.most() < 512]).toEqual([0, true]);
  },
  PATIENT,
);

test(
  'tail prints the beginning of each message within the memory limit, and ends on SIGTERM',
  async () => {
    const screen = open('tail', '--since', '1h');
    using memory = limited(screen.pid);
    for (const at of names.keys()) await screen.shows(`Bomb ${at}.`);
    screen.kill('SIGTERM');
    expect([await screen.exited, memory.most() < 512]).toEqual([143, true]);
    expect(screen.raw().length).toBeLessThan(2_000_000);
  },
  PATIENT,
);

test(
  'tail redraws a growing draft with every update and replaces it by its final text',
  async () => {
    const screen = open('tail');
    using memory = limited(screen.pid);
    const draft = await inbox.draft('long', 'It begins');
    await screen.shows('It begins');
    for (const part of [64, 128, 192, 250]) {
      await draft.update({ text: `${'>'.repeat(part * 1024)} (${part})` });
      await screen.shows(`(${part})`);
    }
    await draft.update({ text: 'It is done', complete: true });
    await screen.shows('It is done');
    screen.kill('SIGTERM');
    expect([await screen.exited, memory.most() < 512]).toEqual([143, true]);
  },
  PATIENT,
);
