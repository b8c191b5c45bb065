/** An inbox whose owner chats with its Telegram bot. */
import type { Logger } from 'pino';
import { PairContact } from '../../../src/core/notify/pairing-schema.ts';
import { beginPairing, getPairing } from '../../../src/core/notify/pairings.ts';
import { getReview } from '../../../src/core/reviews/reviews.ts';
import { listen as startTelegram } from '../../../src/ways/telegram/listen.ts';
import { eventually } from './eventually.ts';
import { testReaching } from './reaching.ts';
import { BOT_TOKEN, testTelegram } from './telegram.ts';

export const ANN = 4242;
export const EVE = 666;
export const review = { type: 'approval', payload: { title: 'Deploy to production?' } };
export const quick = {
  home: 'https://inbox.example',
  heldSeconds: 5,
  pauseMs: { failed: 1, refused: 1 },
};

export async function testChatting(options: { log?: Logger } = {}) {
  const telegram = testTelegram();
  const bot = { telegramToken: BOT_TOKEN, telegramUrl: telegram.url, ...options };
  const reaching = await testReaching({}, bot);
  const { inbox } = reaching;
  const polls = [startTelegram(inbox, quick)];
  const isReady = () => inbox.bots.telegram.name;
  const link = async (rules = {}) => {
    await eventually(isReady);
    return beginPairing(inbox, inbox.owner, 'telegram', PairContact.parse(rules));
  };
  const codeOf = ({ url }: { url: string }) => new URL(url).searchParams.get('start') ?? '';
  /** Pairs Ann's chat with the owner, and clears it. */
  async function pair(rules = {}) {
    const pairing = await link(rules);
    telegram.write(ANN, `/start ${codeOf(pairing)}`);
    await eventually(() => telegram.chat(ANN).length > 0);
    telegram.messages.length = 0;
    return (await getPairing(inbox, inbox.owner, pairing.id)).contactId ?? '';
  }
  const asked = () => eventually(() => telegram.chat(ANN).at(-1));
  const answered = async (id: string) => (await getReview(inbox, inbox.agent, id)).review;
  return {
    ...reaching,
    telegram,
    polls,
    link,
    codeOf,
    pair,
    asked,
    answered,
    async [Symbol.asyncDispose]() {
      await Promise.all(polls.map((poll) => poll?.stop()));
      await reaching[Symbol.asyncDispose]();
      await telegram[Symbol.asyncDispose]();
    },
  };
}

export const dataOf = (message: {
  reply_markup?: { inline_keyboard: { callback_data: string }[][] };
}) => message.reply_markup?.inline_keyboard.flat().map(({ callback_data }) => callback_data) ?? [];
