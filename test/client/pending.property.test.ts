/** The pending questions that the dashboard and the terminal's view hold, while others ask, answer and retract. */
import { expect, test } from 'bun:test';
import { InfiniteQueryObserver, type QueryKey } from '@tanstack/react-query';
import fc from 'fast-check';
import { withCount, withEvent, withMore, withPending } from '../../src/cli/triage/apply-event.ts';
import { begin, isOpen, type State } from '../../src/cli/triage/state.ts';
import type { PendingPage } from '../../src/client/pending.ts';
import { placeOfPending } from '../../src/client/replica/lists.ts';
import type { EventName, LiveEvent } from '../../src/core/events.ts';
import { deleteMessage } from '../../src/core/messages/messages.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { createQueryClient } from '../../src/dashboard/data/query-client.ts';
import { queryKeys } from '../../src/dashboard/data/query-keys.ts';
import { applyEvent, type Pages } from '../../src/dashboard/data/replica.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { listPending } from '../support/inbox/pages.ts';

const PAGE = 3;
const NAMES: EventName[] = [
  'message:created',
  'message:updated',
  'message:deleted',
  'review:responded',
  'review:expired',
];

type Step = { do: 'ask' | 'answer' | 'retract' | 'wait' | 'more' | 'again'; at: number };
const step = fc.record<Step>({
  do: fc.constantFrom('ask', 'ask', 'answer', 'retract', 'wait', 'more', 'more', 'again'),
  at: fc.nat(50),
});

async function pageOf(inbox: TestInbox, cursor: string | null, limit = PAGE): Promise<PendingPage> {
  const list = { limit, ...(cursor === null ? {} : { cursor }) };
  const { data, nextCursor, total } = await listPending(inbox, inbox.owner, list);
  const place = { after: 0 };
  return { messages: data, from: cursor, to: nextCursor, total, readAt: '', place };
}

/** Performs a step as another person. */
async function act(inbox: TestInbox, { do: what, at }: Step): Promise<void> {
  const { messages } = await pageOf(inbox, null, 100);
  const one = messages[at % Math.max(1, messages.length)];
  if (what === 'ask') {
    await inbox.send({ review: { type: 'approval', expiresInSeconds: 10 + at } as never });
  } else if (what === 'wait') inbox.clock.advance(at * 100);
  else if (!one) return;
  else if (what === 'answer') {
    await answerReview(inbox, inbox.owner, one.id, { selectedOption: 'approve' });
  } else await deleteMessage(inbox, inbox.agent, one.id);
}

type View = {
  receive: (event: LiveEvent) => void;
  /** Reads the next page, or everything again; events of `midst` arrive during the read. */
  read: (what: 'more' | 'again', midst: () => Promise<void>) => Promise<void>;
  held: () => { ids: string[]; cursor: string | null };
};

function terminalOf(inbox: TestInbox): View {
  let state: State = begin(inbox.now());
  let events: LiveEvent[] = [];
  return {
    receive(event) {
      events.push(event);
      state = withEvent(state, event);
    },
    async read(what, midst) {
      const limit = what === 'again' ? Math.max(PAGE, state.waiting.length) : PAGE;
      if (what === 'more' && state.cursor === null) return midst();
      events = [];
      const page = await pageOf(inbox, what === 'more' ? state.cursor : null, limit);
      await midst();
      const { to: nextCursor } = page;
      const listed = { pending: page.messages as never, nextCursor };
      const put = what === 'more' ? withMore : withPending;
      const read = withCount(put(state, listed), page.total);
      state = events.reduce(withEvent, read);
    },
    held: () => ({
      ids: state.waiting.filter((one) => isOpen(state, one)).map(({ id }) => id),
      cursor: state.cursor,
    }),
  };
}

function dashboardOf(inbox: TestInbox): View {
  const client = createQueryClient();
  let midst = async () => {};
  const observer = new InfiniteQueryObserver<
    PendingPage,
    Error,
    Pages<PendingPage>,
    QueryKey,
    string | null
  >(client, {
    queryKey: queryKeys.pending({}),
    queryFn: async ({ pageParam }) => {
      const page = await pageOf(inbox, pageParam);
      await midst();
      midst = async () => {};
      return page;
    },
    initialPageParam: null,
    getNextPageParam: ({ to }) => to,
    enabled: false,
  });
  observer.subscribe(() => {});
  const pages = () => client.getQueryData<Pages<PendingPage>>(queryKeys.pending({}))?.pages ?? [];
  return {
    receive: (event) => applyEvent(client, event),
    async read(what, during) {
      midst = during;
      const isLast = pages().at(-1)?.to === null;
      if (what === 'again' || pages().length === 0) await observer.refetch();
      else if (!isLast) await observer.fetchNextPage();
      await midst();
      midst = async () => {};
    },
    held: () => ({
      ids: pages().flatMap(({ messages }) => messages.map(({ id }) => id)),
      cursor: pages().at(-1)?.to ?? null,
    }),
  };
}

async function expectTrue(inbox: TestInbox, view: View): Promise<void> {
  const { messages } = await pageOf(inbox, null, 100);
  const { ids, cursor } = view.held();
  const isRead = (one: Message) => cursor === null || placeOfPending(one) <= cursor;
  expect(ids).toEqual(messages.filter(isRead).map(({ id }) => id));
}

test.each([
  ['the terminal', terminalOf],
  ['the dashboard', dashboardOf],
] as const)('%s shows exactly the pending questions, as far as it has loaded', async (_, open) => {
  const steps = fc.array(fc.tuple(step, fc.array(step, { maxLength: 3 })), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(fc.nat(12), steps, async (first, steps) => {
      await using inbox = await testInbox();
      for (let at = 0; at < first; at++) await act(inbox, { do: 'ask', at: (at * 7) % 50 });
      const view = open(inbox);
      for (const name of NAMES) {
        inbox.bus.on(name, (payload, seq) => view.receive({ name, payload, seq } as LiveEvent));
      }
      await view.read('again', async () => {});
      await expectTrue(inbox, view);
      for (const [one, others] of steps) {
        const isRead = one.do === 'more' || one.do === 'again';
        const midst = async () => {
          for (const other of others) {
            if (other.do !== 'more' && other.do !== 'again') await act(inbox, other);
          }
        };
        if (isRead) await view.read(one.do as 'more' | 'again', midst);
        else await act(inbox, one);
        await expectTrue(inbox, view);
      }
    }),
    { numRuns: 20 },
  );
});
