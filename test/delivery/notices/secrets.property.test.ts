/** No secret reaches what others read, for any question and any answer of a provider. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createToken } from '../../../src/core/access/tokens.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { addContact, updateContact } from '../../../src/core/notify/contacts.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { verifyByCode } from '../../../src/core/notify/verify.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { listen as startNtfyReplies } from '../../../src/ways/ntfy/listen.ts';
import { listen as startSlack } from '../../../src/ways/slack/listen.ts';
import { listen as startTelegram } from '../../../src/ways/telegram/listen.ts';
import { contactKinds } from '../../../src/ways/ways.ts';
import { testReceiver } from '../../support/delivery/http-receiver.ts';
import { appOf, jsonBody } from '../../support/inbox/app.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { recordingLog } from '../../support/inbox/log.ts';
import { sized } from '../../support/machine/sized.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { hostileText } from '../../support/reach/hostile.ts';
import { codeIn, testMailServer } from '../../support/reach/mail-server.ts';
import { personIn } from '../../support/reach/question.ts';
import { testReaching } from '../../support/reach/reaching.ts';
import { APP_TOKEN, BOT_TOKEN as SLACK_TOKEN } from '../../support/reach/slack.ts';
import { testSubscription } from '../../support/reach/subscription.ts';
import { BOT_TOKEN } from '../../support/reach/telegram.ts';

const LONG_MS = 240_000;
const MAIL_PASSWORD = 'mail-password-of-the-inbox';
const REPLY_TOPIC = 'replies-to-the-inbox-3f9c';
/** The secrets of Ann's contacts, and the path of the question. */
const own = {
  topic: 'topic-of-ann-7f3a',
  path: 'path-of-ann-9c1d',
  key: 'apprise-key-of-ann-2b',
  mail: 'ann.private.77@example.com',
  member: 'U0ANNPRIVATE77',
  chat: '424242424242',
  browser: 'subscription-of-ann-5e',
};

/** An inbox whose owner has a contact of each kind, at providers that repeat what they are sent. */
async function testParroting() {
  const refuses = { status: 200 };
  const there = testReceiver(({ path, search, body, headers }) => {
    const said = `${path}${search} ${body} ${[...headers.values()].join(' ')}`;
    const { status } = refuses;
    const isGood = status === 200;
    const ok = { ok: isGood, error: said, description: said, id: 'x', channel: 'D1', ts: '1.1' };
    return Response.json({ ...ok, result: { message_id: 1, chat: { id: 1 } } }, { status });
  });
  const mail = await testMailServer({
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(null, { user: 'inbox' }),
  });
  const { log, lines } = recordingLog('trace');
  const ways = {
    ntfyUrl: there.url,
    ntfyToken: 'tk_of-the-inbox-itself',
    ntfyReplyTopic: REPLY_TOPIC,
    ntfyReplyToken: 'tk_of-the-reply-topic',
    appriseUrl: there.url,
    telegramToken: BOT_TOKEN,
    telegramUrl: there.url,
    slackAppToken: APP_TOKEN,
    slackBotToken: SLACK_TOKEN,
    slackUrl: there.url,
    smtpUrl: `${mail.url.replace('://', `://inbox:${MAIL_PASSWORD}@`)}?ignoreTLS=true`,
    smtpFrom: 'Inbox <inbox@inbox.example>',
  };
  const reaching = await testReaching({}, { ...ways, log });
  const { inbox, contact } = reaching;
  const quick = { pauseMs: { failed: 50, refused: 50 } };
  const bots = [startTelegram(inbox, quick), startSlack(inbox, quick), startNtfyReplies(inbox)];

  const subscription = testSubscription(`${there.url}/${own.browser}`);
  const made = [
    await contact({ address: own.topic }),
    await contact({ address: `${there.url}/${own.path}` }),
    await contact({ kind: 'apprise', address: own.key }),
    await contact({ kind: 'webpush', address: subscription.address }),
    await contact({ kind: 'email', address: own.mail, delaySeconds: 0 }),
    await contact({ kind: 'slack', address: own.member }),
    await changeByItself(inbox, async (change) => {
      const input = CreateContact.parse({ kind: 'telegram', address: own.chat });
      const read = { address: own.chat, host: null, name: 'Telegram' };
      return (await addContact({ ...change, caller: inbox.owner }, input, read)).contact;
    }),
  ];
  const byMail = made[4]?.id ?? '';
  const [sent] = await mail.has(1);
  await verifyByCode(inbox, inbox.owner, byMail, codeIn(sent));
  const secrets = [
    ...Object.values(own),
    subscription.auth,
    subscription.address.keys.p256dh,
    MAIL_PASSWORD,
    REPLY_TOPIC,
    ways.ntfyToken,
    ways.ntfyReplyToken,
    BOT_TOKEN,
    APP_TOKEN,
    SLACK_TOKEN,
  ];
  return {
    ...reaching,
    there,
    mail,
    lines,
    refuses,
    made,
    secrets,
    async [Symbol.asyncDispose]() {
      await Promise.all(bots.map((bot) => bot?.stop()));
      await reaching[Symbol.asyncDispose]();
      await there[Symbol.asyncDispose]();
      await mail[Symbol.asyncDispose]();
    },
  };
}

const rounds = fc.record({
  title: hostileText,
  body: hostileText,
  label: hostileText,
  name: hostileText,
  reason: hostileText,
  status: fc.constantFrom(200, 200, 400, 403, 404, 410, 429, 500, 502),
});

test(
  'keeps addresses, tokens and links out of logs, events, errors and what other users read',
  async () => {
    await using parroting = await testParroting();
    const { inbox, there, mail, refuses, made, lines, secrets } = parroting;
    const events = recordEvents(inbox);
    const channel = await inbox.channel();
    const ben = await personIn(inbox, 'Ben', [channel.id]);
    const send = await appOf(inbox);
    const { token } = await createToken(inbox, ben, { name: 'Ben' });
    const asBen = { authorization: `Bearer ${token}` };
    const read = async (path: string, init: RequestInit = { headers: asBen }) =>
      (await send(path, init)).text();
    const seen: string[] = [];

    for (const round of fc.sample(rounds, sized(40, 120))) {
      inbox.clock.advance(61_000);
      refuses.status = round.status;
      for (const { id } of made) {
        const input = { name: round.name.trim().slice(0, 60) || 'A', disabled: false };
        await updateContact(inbox, inbox.owner, id, input).catch(() => {});
      }
      const before = there.received.length;
      const mails = mail.mails.length;
      const options = [
        { id: 'yes', label: `a${round.label}` },
        { id: 'no', label: 'No' },
      ];
      const payload = { title: `a${round.title}`, description: round.body, options };
      const { id } = await inbox.send({
        channelId: channel.id,
        text: round.body,
        review: { type: 'approval', payload, urgency: 'high' },
      });
      const isTried = () =>
        isSentTo(there.received.slice(before)) >= 5 && mail.mails.length > mails;
      await eventually(isTried);
      seen.push(await read(`/reviews/${id}/notices`), await read(`/messages/${id}`));
      const comment = { selectedOption: 'yes', comment: round.reason };
      await answerReview(inbox, inbox.owner, id, comment).catch(() => {});
      seen.push(await read(`/messages/${id}`));
      const address = fc.sample(fc.constantFrom(...Object.values(own), round.title), 1)[0];
      for (const kind of contactKinds) {
        const said = await read('/contacts', jsonBody({ kind, address: `${address}\n` }, asBen));
        seen.push(said.replaceAll(JSON.stringify(address), ''));
      }
    }
    seen.push(
      await read('/contacts'),
      await read('/contacts/bots'),
      await read('/events?limit=100'),
    );
    const openly = { logs: lines, events, seen };
    for (const [where, what] of Object.entries(openly)) {
      const text = JSON.stringify(what);
      expect([where, secrets.filter((secret) => text.includes(secret))]).toEqual([where, []]);
      expect([where, text.match(/hd_[-\w]{20,}/g) ?? []]).toEqual([where, []]);
    }
    expect([lines.length > 0, events.length > 0]).toEqual([true, true]);
    for (const kind of contactKinds) expect(seen.join()).toContain(`"kind":"${kind}"`);
  },
  LONG_MS,
);

/** How many of the contacts were tried. */
const isSentTo = (received: { path: string; body: string }[]): number => {
  const all = received.map(({ path, body }) => `${path} ${body}`).join('\n');
  return Object.values(own).filter((secret) => all.includes(secret)).length;
};
