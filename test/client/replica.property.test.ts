/** INBOX_REPLICA_RUNS is how many histories; `bun run faults replica`. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { List } from '../../src/client/replica/lists.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { givenSeed } from '../support/machine/random.ts';
import { sized } from '../support/machine/sized.ts';
import { createModel, type Model } from './replica/model.ts';
import { createPicture, listsOf, type Name, type Picture } from './replica/picture.ts';
import { cut, type Kind } from './replica/records.ts';

const RUNS = Number(process.env.INBOX_REPLICA_RUNS ?? sized(700, 2000));
const TIMEOUT = { timeout: 60_000 + RUNS * 60 };

type World = { model: Model; picture: Picture };
type Step = { do: keyof typeof steps; at: number };

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length];
const kinds: Kind[] = ['text', 'question', 'question', 'draft'];
const pages: Name[] = ['soonest', 'newest', 'messages', 'answered', 'withdrawn'];
const ends = ['from', 'to'] as const;

const onMessage =
  (to: (world: World, id: string, at: number) => void) => (world: World, at: number) => {
    const id = pick(world.model.ids(), at);
    if (id !== undefined) to(world, id, at);
  };
const onChannel =
  (to: (model: Model, id: string, at: number) => void) =>
  ({ model }: World, at: number) => {
    const id = pick(model.channelIds(), at);
    if (id !== undefined) to(model, id, at);
  };

/** The steps of the others, of the network and of the person. */
const steps = {
  send: ({ model }: World, at: number) => {
    const channelId = pick(model.channelIds(), at >> 2);
    if (channelId === undefined) return;
    model.send({ channelId, kind: kinds[at % 4] ?? 'text', minutes: at });
  },
  write: onMessage(({ model }, id, at) => model.write(id, at % 2 === 0)),
  answer: onMessage(({ model }, id) => model.answer(id)),
  expire: onMessage(({ model }, id) => model.expire(id)),
  withdraw: onMessage(({ model }, id) => model.withdraw(id)),
  delivered: onMessage(({ model }, id) => model.deliver(id)),
  reached: onMessage(({ model }, id, at) => model.reach(id, at)),
  readElsewhere: onMessage(({ model }, id, at) => model.read(id, at % 3 === 0)),
  retract: onMessage(({ model }, id) => model.retract(id)),
  prune: onChannel((model, id) => model.prune(id)),
  addChannel: ({ model }: World) => model.addChannel(),
  renameChannel: onChannel((model, id) => model.renameChannel(id)),
  setStatus: onChannel((model, id, at) => model.setStatus(id, `${at}`)),
  removeChannel: onChannel((model, id) => model.removeChannel(id)),
  grant: onChannel((model, id) => model.grant(id)),
  backUp: ({ model }: World) => model.backUp(),
  restore: ({ model }: World) => model.restore(),
  pruneLog: ({ model }: World) => model.pruneLog(),
  connect: ({ picture }: World) => picture.connect(),
  drop: ({ picture }: World) => picture.drop(),
  deliver: ({ picture }: World) => picture.deliver(),
  repeat: ({ picture }: World) => picture.repeat(),
  handle: ({ picture }: World, at: number) => picture.handle(at),
  arrive: ({ picture }: World, at: number) => picture.arrive(at),
  open: onMessage(({ picture }, id) => picture.readWhole(id)),
  more: ({ picture }: World, at: number) => picture.more(pick(pages, at) ?? 'soonest'),
  scroll: ({ picture }: World, at: number) => picture.scroll(ends[at % 2] ?? 'from'),
  trim: ({ picture }: World, at: number) => picture.trim(ends[at % 2] ?? 'from'),
  press: onMessage(({ picture }, id) => picture.press(id)),
  takeBack: onMessage(({ picture }, id) => picture.takeBack(id)),
  sendAnswer: onMessage(({ picture }, id) => picture.send(id)),
  answerMyself: onMessage(({ picture }, id) => {
    picture.press(id);
    picture.send(id);
    picture.handle(-1);
  }),
};

const often = [
  'send',
  'answer',
  'delivered',
  'reached',
  'expire',
  'withdraw',
  'connect',
  'deliver',
  'open',
  'answerMyself',
  'handle',
  'arrive',
  'arrive',
  'more',
  'scroll',
  'scroll',
  'trim',
] as const;
const names = Object.keys(steps) as Step['do'][];
const step = fc.record<Step>({
  do: fc.constantFrom(...names, ...often, ...often, ...often),
  at: fc.nat(200),
});
const histories = fc.record({
  before: fc.nat(20),
  isRead: fc.boolean(),
  run: fc.array(step, { maxLength: 60, size: 'max' }),
});

test(
  "converges to the inbox's state in whatever order answers and events arrive",
  () => {
    fc.assert(
      fc.property(histories, ({ before, isRead, run }) => {
        const model = createModel();
        model.addChannel();
        model.addChannel();
        const [channelId = ''] = model.channelIds();
        const first = { model, picture: undefined as never };
        for (let at = 0; at < before; at++) steps.send(first, at * 7);
        const picture = createPicture(model, channelId);
        const expectProgress = watchProgress(model, picture, channelId);
        if (isRead) picture.settle(expectProgress);
        for (const { do: what, at } of run) {
          steps[what]({ model, picture }, at);
          expectProgress();
        }
        picture.settle(expectProgress);
        expectEqual(model, picture, channelId);
      }),
      { numRuns: RUNS, ...givenSeed },
    );
  },
  TIMEOUT,
);

function expectEqual(model: Model, picture: Picture, channelId: string): void {
  const { pages, whole, channels } = picture.held();
  for (const [name, list] of Object.entries(listsOf(channelId))) {
    const held = pages.get(name as Name) ?? [];
    const [from = null, to = null] = [held[0]?.from, held.at(-1)?.to];
    const isWithin = (one: Message) =>
      !(from !== null && list.isAfter(from, list.placeOf(one))) &&
      !(to !== null && list.isAfter(list.placeOf(one), to));
    const all = model.page(list, { limit: Number.POSITIVE_INFINITY }).messages;
    const shown = held.flatMap(({ messages }) => messages);
    expect({ name, shown: shown.map(plain) }).toEqual({
      name,
      shown: all.filter(isWithin).map(plain),
    });
  }
  for (const [id, message] of whole) {
    // A message that came cut is to be read again.
    const of = (one: Message | undefined) => (one && message.truncated ? plain(one) : one);
    expect(of(message)).toEqual(of(model.message(id)) as Message);
  }
  expect(channels).toEqual(model.channels());
}

/**
 * Nothing becomes older but by a restore, or is cut again, while it is held; no channel is half
 * there. What has left a list may come back for a moment, by an event from before that.
 */
function watchProgress(model: Model, picture: Picture, channelId: string): () => void {
  const lists: Record<string, List> = listsOf(channelId);
  const isThere = (part: string, { id }: Message) => {
    const now = model.log() === 0 && model.message(id);
    return now && (lists[part]?.fits(now) ?? true);
  };
  const before = new Map<string, Message>();
  const expectOf = (part: string, messages: Message[]) => {
    for (const message of messages) {
      const last = before.get(`${part} ${message.id}`);
      const isCut = part === 'whole' && isCutOf(message, last);
      const isOlder = isCut || (last && message.seq < last.seq && isThere(part, message));
      expect(isOlder ? [part, message, last] : []).toEqual([]);
    }
    for (const key of before.keys()) if (key.startsWith(`${part} `)) before.delete(key);
    for (const message of messages) before.set(`${part} ${message.id}`, message);
  };
  return () => {
    const { pages, whole, channels } = picture.held();
    for (const [name, windows] of pages) {
      expectOf(
        name,
        windows.flatMap(({ messages }) => messages),
      );
    }
    expectOf('whole', [...whole.values()]);
    expect(channels.filter(({ name }) => !name)).toEqual([]);
  };
}

const isCutOf = (message: Message, last: Message | undefined) =>
  message.seq === last?.seq && message.truncated && !last.truncated;

const plain = (message: Message) => {
  const { id, seq, text, truncated, deliveryStatus, streamState, review } = cut(message);
  const unread = 'unread' in message ? message.unread : undefined;
  return { id, seq, text, truncated, deliveryStatus, streamState, review, unread };
};
