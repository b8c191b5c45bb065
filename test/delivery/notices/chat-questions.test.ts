/** A question of the kind `questions` in the chats of Telegram and Slack: asked, answered and ended there. */
import { expect, test } from 'bun:test';
import type { JsonObject } from '../../../src/core/json.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { ANN as CHAT, dataOf, testChatting } from '../../support/reach/chatting.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { buttonsOf, shownOf } from '../../support/reach/slack-messages.ts';
import { ANN as MEMBER, testSlacking } from '../../support/reach/slacking.ts';

/** A service as Ann uses it: what she reads first, what she does, and what the bot said to that. */
const services = {
  async telegram() {
    const chatting = await testChatting();
    const { telegram } = chatting;
    await chatting.pair();
    const first = (at = 0) => eventually(() => telegram.chat(CHAT)[at]);
    return {
      ...chatting,
      async shown(at = 0) {
        const message = await first(at);
        const labels = message.reply_markup?.inline_keyboard.flat().map(({ text }) => text) ?? [];
        return { text: message.text, labels };
      },
      /** Returns a press on a button that is shown now, however late it comes. */
      async button(at: number) {
        const message = await first();
        const data = dataOf(message)[at] ?? '';
        return () => telegram.press(CHAT, message, data);
      },
      reply: async (text: string) =>
        telegram.write(CHAT, text, { replyTo: (await first()).message_id }),
      /** Beside as many questions. */
      said: (questions = 1) => [
        ...telegram.acknowledged.flatMap(({ alert, text = '' }) => (alert ? [text] : [])),
        ...telegram
          .chat(CHAT)
          .slice(questions)
          .map(({ text }) => text),
      ],
    };
  },
  async slack() {
    const slacking = await testSlacking();
    const { slack } = slacking;
    await slacking.add();
    const first = (at = 0) => eventually(() => slack.chat(MEMBER)[at]);
    return {
      ...slacking,
      async shown(at = 0) {
        const message = await first(at);
        return { text: shownOf(message), labels: buttonsOf(message).map(({ label }) => label) };
      },
      async button(at: number) {
        const message = await first();
        const value = buttonsOf(message)[at]?.value ?? '';
        return () => void slack.press(MEMBER, message, value);
      },
      reply: async (text: string) =>
        void slack.write(MEMBER, text, { thread_ts: (await first()).ts }),
      said: (_questions = 1) =>
        slack.messages.filter(({ thread_ts }) => thread_ts).map(({ text }) => text),
    };
  },
};
const names = Object.keys(services) as (keyof typeof services)[];

const region = {
  id: 'region',
  header: 'Region',
  question: 'Where should it run?',
  options: [
    { id: 'eu', label: 'Europe', description: 'eu-west-1' },
    { id: 'us', label: 'America' },
  ],
  other: true,
};
const asking = (...questions: JsonObject[]) => ({
  type: 'questions',
  payload: { questions },
  expiresInSeconds: 3600,
});

type Service = Awaited<ReturnType<(typeof services)[keyof typeof services]>>;

/** Asks, and resolves once a reply to it would be known. */
async function asked({ inbox, reaches }: Service, ...questions: JsonObject[]): Promise<string> {
  const { id } = await inbox.send({ review: asking(...questions) });
  await reaches(id, ({ state }) => state === 'sent');
  return id;
}

const REPLY = 'Reply to this message to answer.';

test.each(names)(
  '%s: takes one question by a button, and then shows how it ended',
  async (name) => {
    await using service = await services[name]();
    const id = await asked(service, region);
    const { text, labels } = await service.shown();
    expect(labels).toEqual(['Europe', 'America']);
    expect(text).toBe(
      `Where should it run?\n\nBot\nRegion\nWhere should it run?\n\n- Europe: eu-west-1\n- America\n\n${REPLY}\n\nhttps://inbox.example/m/${id}`,
    );
    const [press, late] = [await service.button(1), await service.button(0)];
    press();
    await service.reaches(id, ({ state }) => state === 'settled');
    expect(await service.answered(id)).toMatchObject({
      response: { answers: { region: { selected: ['us'] } } },
      respondedBy: { id: service.inbox.owner.userId, via: name },
    });
    const edited = await service.shown();
    expect(edited).toEqual({
      text: expect.stringMatching(/^Where should it run\?\n\n.+ chose “America”$/),
      labels: [],
    });
    late();
    const [said] = await eventually(() => service.said()[0] && service.said());
    expect(said).toMatch(/^Already answered by .+ at 20/);
  },
);

test.each(names)(
  '%s: takes one question by a reply, and says what is missing in one',
  async (name) => {
    await using service = await services[name]();
    const id = await asked(service, { ...region, header: undefined });
    await service.reply('  ');
    const [said] = await eventually(() => service.said()[0] && service.said());
    expect(said).toBe('Choose one, or write another answer');
    await service.reply('in the cellar');
    await service.reaches(id, ({ state }) => state === 'settled');
    expect((await service.answered(id)).response).toEqual({
      answers: { region: { other: 'in the cellar' } },
    });
    const { text, labels } = await service.shown();
    // The words that a person writes stay in the inbox.
    expect([text, labels]).toEqual([
      expect.stringMatching(/^Where should it run\?\n\nAnswered by \S/),
      [],
    ]);
  },
);

test.each(names)('%s: takes no reply where only the options answer', async (name) => {
  await using service = await services[name]();
  const id = await asked(service, { ...region, other: false });
  expect((await service.shown()).text).not.toContain(REPLY);
  await service.reply('eu');
  const [said] = await eventually(() => service.said()[0] && service.said());
  expect(said).toBe('This question cannot be answered with text');
  expect((await service.answered(id)).status).toBe('pending');
});

test.each(names)(
  '%s: asks several questions, several choices and a secret by a link',
  async (name) => {
    await using service = await services[name]();
    const others = [
      [region, { id: 'why', question: 'Why there?' }],
      [{ ...region, multiple: true }],
      [{ id: 'token', question: 'Which token?', secret: true }],
    ];
    for (const [at, questions] of others.entries()) {
      const id = await asked(service, ...questions);
      const { text, labels } = await service.shown(at);
      expect([text, labels]).toEqual([
        expect.stringContaining(`https://inbox.example/m/${id}`),
        [],
      ]);
      expect(text).not.toContain(REPLY);
    }
    await service.reply('eu');
    const [said] = await eventually(
      () => service.said(others.length)[0] && service.said(others.length),
    );
    expect(said).toBe('This question cannot be answered with text');
  },
);

const ends: [
  end: (service: Service, id: string) => Promise<unknown>,
  shown: string,
  said: string,
][] = [
  [
    ({ inbox }, id) => withdrawReview(inbox, inbox.agent, id, { reason: 'done in the terminal' }),
    'Withdrawn. Its agent says: done in the terminal',
    'This question was withdrawn. Its agent says: done in the terminal',
  ],
  [
    ({ inbox }) => {
      inbox.clock.advance(3600_000);
      return settleExpired(inbox);
    },
    'Expired',
    'This question has expired',
  ],
];

test.each(names.flatMap((name) => ends.map((end) => [name, ...end] as const)))(
  '%s: says how a question has ended to who presses or replies too late',
  async (name, end, shown, words) => {
    await using service = await services[name]();
    const id = await asked(service, region);
    const press = await service.button(0);
    await end(service, id);
    await service.reaches(id, ({ state }) => state === 'settled');
    expect(await service.shown()).toEqual({ text: `Where should it run?\n\n${shown}`, labels: [] });
    press();
    await service.reply('too late');
    const said = await eventually(() => (service.said().length === 2 ? service.said() : null));
    expect(said).toEqual([words, words]);
  },
);
