/** A conversation is true however answers, events and lost connections fall. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createClient } from '../../src/client/client.ts';
import { liveNames } from '../../src/core/events/lookup.ts';
import type { LiveEvent } from '../../src/core/events.ts';
import { deleteMessage } from '../../src/core/messages/messages.ts';
import { ListMessages, type Message } from '../../src/core/messages/schema.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { createConversation } from '../../src/dashboard/channel/conversation.ts';
import { createApp } from '../../src/http/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { listMessages } from '../support/inbox/pages.ts';

/** A page of a channel whose answers and events come when they are let. */
async function world(before: number) {
  const inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const { owner, clock } = inbox;
  const app = createApp(inbox, { localToken: 'local', isDraining: () => false });
  await app.modules;
  const answers: (() => void)[] = [];
  const handle = async (request: Request) => {
    const response = await app.handle(request);
    await new Promise<void>((resolve) => answers.push(resolve));
    return response;
  };
  const gate = { handle } as Parameters<typeof createClient>[0];
  const conversation = createConversation(createClient(gate, { token: 'local' }), channelId);
  const send = () => inbox.send({ channelId, text: 'Well?', review: { type: 'approval' } });
  const sent: Message[] = [];
  for (let at = 0; at < before; at++) sent.push(await send());
  const events: LiveEvent[] = [];
  for (const name of liveNames) {
    inbox.bus.on(name, (payload, seq) => events.push({ name, payload, seq } as LiveEvent));
  }
  const deliver = (event: LiveEvent | undefined) => event && conversation.applyEvent(event);
  const settle = () => Bun.sleep(0);

  return {
    conversation,
    settle,
    commands: {
      send: async () => void sent.push(await send()),
      answer: async (at: number) => {
        const { id } = sent[at % sent.length] ?? {};
        const response = { selectedOption: 'approve' };
        if (id) await answerReview(inbox, owner, id, response).catch(() => {});
      },
      retract: async (at: number) => {
        const [gone] = sent.length > 0 ? sent.splice(at % sent.length, 1) : [];
        if (gone) await deleteMessage(inbox, owner, gone.id);
      },
      deliver: () => deliver(events.shift()),
      let: (at: number) => answers.splice(at % answers.length, 1)[0]?.(),
      open: (at: number) => void conversation.open(sent[at % (sent.length + 1)]?.id ?? null),
      older: () => conversation.older(),
      newer: () => conversation.newer(),
      reset: () => {
        events.length = 0;
        void conversation.reload();
      },
      wait: () => clock.advance(1),
    },
    /** All answers and events arrive, until nothing is on its way. */
    async arrive() {
      for (let quiet = 0; quiet < 20; quiet++) {
        if (answers.length + events.length > 0) quiet = 0;
        answers.shift()?.();
        deliver(events.shift());
        await settle();
      }
    },
    async all(): Promise<Message[]> {
      const list = ListMessages.parse({ channel: channelId, limit: 100 });
      return (await listMessages(inbox, owner, list)).data.toReversed();
    },
    [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose](),
  };
}

const names = ['send', 'deliver', 'let', 'open', 'older', 'newer', 'reset', 'wait'] as const;
const changes = ['answer', 'retract'] as const;
const command = fc.tuple(fc.constantFrom(...names, ...changes, ...changes), fc.nat(100));
/** A conversation of two pages is mostly read at one end when the run begins. */
const runs = fc.record({
  before: fc.constantFrom(0, 3, 70),
  at: fc.constantFrom(null, 0),
  isRead: fc.constantFrom(false, true, true),
  run: fc.array(command, { minLength: 5, maxLength: 40 }),
});

test("converges to the server's messages in whatever order responses and events arrive", async () => {
  await fc.assert(
    fc.asyncProperty(runs, async ({ before, at, isRead, run }) => {
      await using page = await world(before);
      if (at === null) void page.conversation.open(null);
      else page.commands.open(at);
      if (isRead) await page.arrive();
      for (const [name, at] of run) {
        await page.commands[name](at);
        await page.settle();
      }
      await page.arrive();
      const { status, span } = page.conversation.store.get();
      expect(status).toBe('ready');
      const held = span.messages.filter(({ id }) => !span.retracted.has(id));
      const first = span.from !== null ? span.messages[0]?.id : '0';
      const last = span.to !== null ? span.messages.at(-1)?.id : 'Z';
      const wanted = (await page.all()).filter(
        ({ id }) => id >= (first ?? '') && id <= (last ?? ''),
      );
      expect(held.map(plain)).toEqual(wanted.map(plain));
    }),
    { numRuns: 30 },
  );
}, 60_000);

const plain = ({ id, review }: Message) => [id, review?.status];
