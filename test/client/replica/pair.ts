/** A real inbox and the model, in which the same is done. */
import { pendingOf } from '../../../src/client/replica/lists.ts';
import { deleteChannel, listChannels, updateChannel } from '../../../src/core/channels/channels.ts';
import { liveShapeOf } from '../../../src/core/events/shapes.ts';
import type { EventName } from '../../../src/core/events.ts';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { givenFile } from '../../support/inbox/files.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listPending, readEvents } from '../../support/inbox/pages.ts';
import { modelledLists, realLists } from './listed.ts';
import { createModel } from './model.ts';
import { isOpen, type Kind } from './records.ts';

const compared: EventName[] = [
  'message:created',
  'message:updated',
  'message:deleted',
  'message:delivery',
  'review:responded',
  'review:expired',
  'review:withdrawn',
  'agent:updated',
  'agent:deleted',
];
const kinds: Kind[] = ['text', 'question', 'question', 'draft'];

/** Ids of the real inbox with those that the model has in their place. */
type Ids = Map<string, string>;

export async function createPair() {
  const inbox = await testInbox();
  const model = createModel();
  const [channels, messages]: [Ids, Ids] = [new Map(), new Map()];
  for (let at = 0; at < 2; at++) {
    const { id } = await inbox.channel();
    model.addChannel();
    channels.set(id, model.channelIds().at(-1) ?? '');
  }
  const [start, begun] = [inbox.eventLog.announced, model.now()];
  const [first = '', modelledFirst = ''] = [...channels][0] ?? [];
  const named = new Map(channels);
  const real = ([event, payload]: [EventName, object]) =>
    `${event} ${messages.get(idIn(payload)) ?? named.get(idIn(payload))}`;
  const announced: [EventName, object][] = [];
  for (const event of compared) {
    inbox.bus.on(event, (payload, seq) => void (seq !== null && announced.push([event, payload])));
  }

  return {
    acts: actsOn({ inbox, model, channels, messages }),
    /** Returns what the real inbox logged, announced and lists, with the model's ids. */
    async real() {
      const { data } = await readEvents(inbox, inbox.owner, { after: start, limit: 1000 });
      const shaped = data.map(liveShapeOf) as [EventName, object][];
      const logged = shaped.filter(([event]) => compared.includes(event));
      const rows = await realLists(inbox, first);
      return {
        live: announced.map(real),
        caughtUp: logged.map(real),
        lists: rows.map((list) => list.map((one) => shown(one, messages.get(one.id)))),
        channels: (await listChannels(inbox, inbox.owner)).map(({ id }) => channels.get(id) ?? ''),
      };
    },
    /** The model's side of it. */
    modelled() {
      const after = (shape: 'live' | 'caughtUp') =>
        (model.eventsAfter(begun, 0, shape) ?? []).map(
          ({ name, payload }) => `${name} ${idIn(payload)}`,
        );
      const rows = modelledLists(model, modelledFirst);
      return {
        live: after('live'),
        caughtUp: after('caughtUp'),
        lists: rows.map((list) => list.map((one) => shown(one, one.id))),
        channels: model.channels().map(({ id }) => id),
      };
    },
    [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose](),
  };
}

const idIn = (payload: object) => {
  const { id = '', messageId = id } = payload as { id?: string; messageId?: string };
  return messageId;
};

const shown = ({ deliveryStatus, streamState, review }: Message, id = '') => [
  id,
  deliveryStatus,
  streamState,
  review?.status ?? null,
];

type World = {
  inbox: TestInbox;
  model: ReturnType<typeof createModel>;
  channels: Ids;
  messages: Ids;
};

function actsOn({ inbox, model, channels, messages }: World) {
  const { agent, owner, clock } = inbox;
  const streams = new Map<string, string>();
  const pick = (ids: Ids, at: number) => [...ids][at % ids.size];
  const onChannel = (to: (id: string, modelled: string, at: number) => Promise<void>) => {
    // The first one stays: its lists are compared.
    const others = () => new Map([...channels].slice(1));
    return async (at: number) => {
      const pair = pick(others(), at);
      if (pair) await to(...pair, at);
    };
  };
  const onMessage =
    (to: (id: string, modelled: Message, at: number) => Promise<void>) => async (at: number) => {
      const [id, modelled = ''] = pick(messages, at) ?? [];
      const message = model.message(modelled);
      if (id && message) await to(id, message, at);
    };
  const write = (isEnd: boolean) =>
    onMessage(async (id, { id: modelled, streamState }) => {
      const streamId = streams.get(id);
      if (streamId === undefined || streamState !== 'streaming') return;
      const end = isEnd ? { streamState: 'complete' as const } : {};
      const now = await updateStream(inbox, agent, streamId, { text: 'xy', ...end } as never);
      model.write(modelled, isEnd, { expiresAt: now.review?.expiresAt });
    });
  let count = 0;
  const soonestOf = () => model.page(pendingOf({}), { limit: 1 }).messages[0];
  /** Unless a question expires in it. */
  const passASecond = () => {
    const ends = Date.parse(soonestOf()?.review?.expiresAt ?? '');
    if (!(ends <= clock.now() + 1000)) clock.advance(1000);
  };

  return {
    async send(at: number): Promise<void> {
      const [channelId = '', modelled = ''] = pick(channels, at) ?? [];
      const kind = kinds[at % 4] ?? 'text';
      const minutes = 60 + ((++count * 37) % 60);
      const type = at % 3 === 0 ? 'freeform' : 'approval';
      const review = { type, expiresInSeconds: minutes * 60 };
      const stream = { streamId: `stream ${count}`, streamState: 'streaming' as const };
      const asked = kind === 'text' ? {} : { review: review as never };
      const drafted = kind === 'draft' ? stream : {};
      const attachmentIds = at % 5 === 0 ? [(await givenFile(inbox, { channelId })).id] : [];
      const sent = await inbox.send({ channelId, text: 'x', ...asked, ...drafted, attachmentIds });
      if (kind === 'draft') streams.set(sent.id, stream.streamId);
      const { attachments, review: asking } = sent;
      const modelledReview = { type, expiresAt: asking?.expiresAt };
      const { id } = model.send({
        channelId: modelled,
        kind,
        attachments,
        review: modelledReview,
      });
      messages.set(sent.id, id);
    },
    write: write(false),
    end: write(true),
    answer: onMessage(async (id, message, at) => {
      if (!isOpen(message)) return;
      const selectedOption = at % 2 === 0 ? 'approve' : 'reject';
      const answer = message.review?.type === 'freeform' ? { note: 'x' } : { selectedOption };
      passASecond();
      const { review } = await answerReview(inbox, owner, id, answer);
      const { respondedAt, response, verdict, respondedBy } = { ...review };
      model.answer(message.id, { respondedAt, response, verdict, respondedBy });
    }),
    /** The clock goes to the end of the first that expires. */
    async expire(): Promise<void> {
      const soonest = soonestOf();
      if (!soonest) return;
      clock.at(soonest.review?.expiresAt ?? clock.now());
      await listPending(inbox, owner);
      model.expire(soonest.id);
    },
    withdraw: onMessage(async (id, message) => {
      if (message.review?.status !== 'pending') return;
      passASecond();
      const { review } = await withdrawReview(inbox, agent, id);
      model.withdraw(message.id, { withdrawn: review?.withdrawn });
    }),
    ack: onMessage(async (id, { id: modelled, deliveryStatus }) => {
      await ackMessage(inbox, agent, id);
      if (deliveryStatus === 'sent') model.deliver(modelled);
    }),
    retract: onMessage(async (id, { id: modelled }) => {
      await deleteMessage(inbox, agent, id);
      model.retract(modelled);
    }),
    rename: onChannel(async (id, modelled, at) => {
      await updateChannel(inbox, owner, id, { name: `Bot ${at}` });
      model.renameChannel(modelled);
    }),
    remove: onChannel(async (id, modelled) => {
      await deleteChannel(inbox, owner, id);
      channels.delete(id);
      model.removeChannel(modelled);
    }),
  };
}
