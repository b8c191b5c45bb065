/** An inbox that reaches its owner in every way, and what each way showed of a question. */
import { readLink } from '../../../src/core/notify/links.ts';
import { PairContact } from '../../../src/core/notify/pairing-schema.ts';
import { beginPairing } from '../../../src/core/notify/pairings.ts';
import { verifyByCode } from '../../../src/core/notify/verify.ts';
import { listen as startTelegram } from '../../../src/ways/telegram/listen.ts';
import { type ContactKind, contactKinds } from '../../../src/ways/ways.ts';
import { quick } from './chatting.ts';
import { eventually } from './eventually.ts';
import { codeIn, testMailServer } from './mail-server.ts';
import { testReaching } from './reaching.ts';
import { APP_TOKEN, BOT_TOKEN as SLACK_TOKEN, testSlack } from './slack.ts';
import { buttonsOf, shownOf } from './slack-messages.ts';
import { BOT_TOKEN, testTelegram } from './telegram.ts';

const CHAT = 4242;
const MEMBER = 'U0ANN';

/** `labels` are those of the buttons that answer; `takesText` says whether a reply does. */
export type Seen = { text: string; labels: string[]; takesText: boolean };

export type AllWays = Awaited<ReturnType<typeof testAllWays>>;

export async function testAllWays() {
  const [telegram, slack, mail] = [testTelegram(), testSlack(), await testMailServer()];
  const reaching = await testReaching(
    { publicUrl: 'https://inbox.example' },
    {
      telegramToken: BOT_TOKEN,
      telegramUrl: telegram.url,
      slackAppToken: APP_TOKEN,
      slackBotToken: SLACK_TOKEN,
      slackUrl: slack.url,
      smtpUrl: mail.url,
      smtpFrom: 'inbox@inbox.example',
    },
  );
  const { inbox, ntfy, push } = reaching;
  const poll = startTelegram(inbox, quick);
  await eventually(() => inbox.bots.telegram.name);
  const { url } = await beginPairing(inbox, inbox.owner, 'telegram', PairContact.parse({}));
  telegram.write(CHAT, `/start ${new URL(url).searchParams.get('start')}`);
  await eventually(() => telegram.chat(CHAT).length === 1);
  await poll?.stop();
  await reaching.contact();
  await reaching.contact({ kind: 'apprise', address: 'everything' });
  await reaching.contact({ kind: 'slack', address: MEMBER });
  await reaching.browser();
  const email = { kind: 'email', address: 'ann@example.com', delaySeconds: 0 } as const;
  const { id } = await reaching.contact(email);
  await verifyByCode(inbox, inbox.owner, id, codeIn((await mail.has(1))[0]));
  const { id: channelId } = await inbox.channel();

  /** The last notices as shown, by way. */
  function seen(): Record<string, Seen> {
    const pushed = push.pushed().at(-1)?.notification;
    const published = ntfy.shown('phone').at(-1);
    const passedOn = JSON.parse(
      ntfy.received.findLast(({ path }) => path.startsWith('/notify'))?.body ?? '{}',
    );
    const chatted = telegram.chat(CHAT).at(-1);
    const told = slack.chat(MEMBER).at(-1);
    const mailed = mail.mails.at(-1);
    const said = told ? shownOf(told) : '';
    const answeringIn = (text = '') =>
      (text.match(/(?<=\/decide#)\S+/g) ?? []).filter(
        (link) => typeof readLink(link)?.option === 'number',
      );
    const isReply = (text = '') => text.includes('Reply to this message to answer.');
    return {
      webpush: {
        text: `${pushed?.title}\n${pushed?.body}`,
        labels: (pushed?.data.options ?? []).map(({ title }) => title),
        takesText: false,
      },
      ntfy: {
        text: `${published?.title}\n${published?.message}`,
        labels: (published?.actions ?? []).map(({ label }) => label),
        takesText: false,
      },
      apprise: {
        text: `${passedOn.title}\n${passedOn.body}`,
        labels: answeringIn(passedOn.body),
        takesText: isReply(passedOn.body),
      },
      telegram: {
        text: chatted?.text ?? '',
        labels: chatted?.reply_markup?.inline_keyboard.flat().map(({ text }) => text) ?? [],
        takesText: isReply(chatted?.text),
      },
      slack: {
        text: said,
        labels: told ? buttonsOf(told).map(({ label }) => label) : [],
        takesText: isReply(said),
      },
      email: {
        text: `${mailed?.subject}\n${mailed?.text}`,
        labels: answeringIn(mailed?.text),
        takesText: false,
      },
    } satisfies Record<ContactKind, Seen>;
  }

  /** Asks, in the one channel unless another is named, and returns what each way showed. */
  async function ask(question: Parameters<typeof inbox.send>[0]) {
    push.received.length = 0;
    ntfy.received.length = 0;
    const { id } = await inbox.send({ channelId, ...question });
    await reaching.reaches(id, ({ notices }) => notices.accepted === contactKinds.length);
    return seen();
  }

  return {
    ...reaching,
    telegram,
    slack,
    mail,
    channelId,
    ask,
    async [Symbol.asyncDispose]() {
      await reaching[Symbol.asyncDispose]();
      await telegram[Symbol.asyncDispose]();
      await slack[Symbol.asyncDispose]();
      await mail[Symbol.asyncDispose]();
    },
  };
}
