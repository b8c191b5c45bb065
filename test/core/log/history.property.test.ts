/** However a database is copied and put back, nobody follows another history as if it were theirs. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { mustBeKept } from '../../../src/core/log/page.ts';
import { toTimestamp } from '../../../src/core/time.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const RUNS = Number(process.env.INBOX_HISTORIES ?? 25);
const FILES = ['inbox.db', 'inbox.db-wal', 'inbox.start'] as const;

type Copy = { files: Map<string, Buffer>; seq: number };
type Follower = { log: string; after: number; event: string; isUnbroken: boolean };
type State = {
  inbox: TestInbox;
  copies: Copy[];
  followers: Follower[];
  /** The seq in `inbox.start`. */
  noted: number;
};
type Expected = { reported: boolean | 'either'; missing?: number | null };
type Step = (state: State, at: number) => Promise<Expected | null>;

const copyOf = ({ inbox }: State): Copy => ({
  files: new Map(
    FILES.filter((name) => existsSync(join(inbox.data, name))).map((name) => [
      name,
      readFileSync(join(inbox.data, name)),
    ]),
  ),
  seq: inbox.eventLog.announced,
});

/** Replaces the files while the inbox is closed, and opens it again. */
async function replace(state: State, files: ReadonlyMap<string, Buffer>, names: readonly string[]) {
  await state.inbox.close();
  for (const name of names) {
    const bytes = files.get(name);
    const path = join(state.inbox.data, name);
    // As new files: SQLite shares what it knows of a file among the connections of a process.
    rmSync(path, { force: true });
    if (bytes) writeFileSync(path, bytes);
  }
  rmSync(join(state.inbox.data, 'inbox.db-shm'), { force: true });
  state.inbox = await state.inbox.restart();
}

const broken = (state: State) => {
  for (const follower of state.followers) follower.isUnbroken = false;
};

const DATABASE = ['inbox.db', 'inbox.db-wal'];

const steps: Record<string, Step> = {
  /** Each to a channel of its own: another may be gone with its database. */
  async send({ inbox }, at) {
    for (let n = 0; n <= at % 3; n++) await inbox.send({ text: `${n}` });
    return null;
  },
  async second(state) {
    state.inbox.eventLog.note();
    state.noted = state.inbox.eventLog.announced;
    return null;
  },
  async follow({ inbox, followers }) {
    const { id, announced } = inbox.eventLog;
    const event = await eventAt(inbox, announced);
    followers.push({ log: id, after: announced, event, isUnbroken: true });
    return null;
  },
  async copy(state) {
    state.copies.push(copyOf(state));
    return null;
  },
  async stopAndCopy(state) {
    await state.inbox.close();
    state.copies.push(copyOf(state));
    state.inbox = await state.inbox.restart();
    return { reported: false };
  },
  async restart(state) {
    state.inbox = await state.inbox.restart();
    return { reported: false };
  },
  async kill(state) {
    await replace(state, copyOf(state).files, FILES);
    return { reported: false };
  },
  async killWithoutWal(state) {
    const { files } = copyOf(state);
    files.delete('inbox.db-wal');
    broken(state);
    const { noted } = state;
    await replace(state, files, FILES);
    return { reported: noted > state.inbox.eventLog.announced ? true : 'either' };
  },
  async putBack(state, at) {
    const copy = state.copies[at % Math.max(1, state.copies.length)];
    if (!copy) return null;
    broken(state);
    const noted = state.inbox.eventLog.announced;
    await replace(state, copy.files, DATABASE);
    const missing = noted > copy.seq ? noted - copy.seq : null;
    return { reported: missing === null ? 'either' : true, missing };
  },
  async putBackWithFile(state, at) {
    const copy = state.copies[at % Math.max(1, state.copies.length)];
    if (!copy) return null;
    broken(state);
    await replace(state, copy.files, FILES);
    // Nothing is left that knows better, but for the followers.
    return { reported: false };
  },
  async moveWithoutFile(state) {
    await state.inbox.close();
    const { files } = copyOf(state);
    files.delete('inbox.start');
    broken(state);
    await replace(state, files, FILES);
    return { reported: true, missing: null };
  },
};

async function eventAt({ store }: TestInbox, seq: number): Promise<string> {
  const rows = store.read.selectFrom('events').select(['event', 'subjectId']);
  const row = await rows.where('seq', '=', seq).executeTakeFirst();
  return `${row?.event} ${row?.subjectId}`;
}

async function mustFollowTheirs({ inbox, followers }: State): Promise<void> {
  for (const { log, after, event, isUnbroken } of followers) {
    const accepted = await mustBeKept(inbox, { after, log }).then(
      () => true,
      ({ code, details }) => {
        expect([code, details.log]).toEqual(['gone', inbox.eventLog.id]);
        return false;
      },
    );
    if (accepted) expect(await eventAt(inbox, after)).toBe(event);
    if (isUnbroken) expect(accepted).toBe(true);
  }
}

test(
  'a follower continues only where its own events are, and people see that changes are lost',
  async () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (chosen) => {
        const inbox = await testInbox();
        const state: State = { inbox, copies: [], followers: [], noted: 0 };
        try {
          for (const [name, at] of chosen) {
            state.inbox.clock.advance(1000);
            const expected = await steps[name]?.(state, at);
            if (expected) {
              const { renewed } = state.inbox.eventLog.kept;
              const found = renewed?.at === toTimestamp(state.inbox.clock.now()) ? renewed : null;
              if (expected.reported !== 'either')
                expect([name, found !== null]).toEqual([name, expected.reported]);
              if (found && expected.missing !== undefined)
                expect(found.missing).toBe(expected.missing);
              state.noted = state.inbox.eventLog.announced;
            }
            await mustFollowTheirs(state);
          }
        } finally {
          await state.inbox[Symbol.asyncDispose]();
        }
      }),
      { numRuns: RUNS },
    );
  },
  60_000 + RUNS * 1000,
);
