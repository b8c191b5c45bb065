/** Whatever a question, its options and a contact are called, each way sends one message to one place. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createContact } from '../../../src/core/notify/contacts.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { parseAllowList } from '../../../src/core/outgoing/addresses.ts';
import { createSend } from '../../../src/delivery/http/send.ts';
import { send as sendByApprise } from '../../../src/ways/apprise/send.ts';
import { send as sendByMail } from '../../../src/ways/email/send.ts';
import { send as sendByNtfy } from '../../../src/ways/ntfy/send.ts';
import { send as sendByTelegram } from '../../../src/ways/telegram/send.ts';
import { testReceiver } from '../../support/delivery/http-receiver.ts';
import { sized } from '../../support/machine/sized.ts';
import { hostileText, insideUrl } from '../../support/reach/hostile.ts';
import { testMailServer } from '../../support/reach/mail-server.ts';
import { testReaching } from '../../support/reach/reaching.ts';
import { SECRETS, sendingOf } from '../../support/reach/sending.ts';

const texts = fc.record({ title: hostileText, body: hostileText, label: hostileText });
const LONG_MS = 120_000;

/** Repeats in its refusal what it was sent. */
const parrot = () =>
  testReceiver(({ body, headers, path }) =>
    Response.json(
      { description: `${path} ${body} ${headers.get('authorization')}` },
      { status: 400, statusText: 'Bad' },
    ),
  );

test.each([
  [
    'ntfy',
    sendByNtfy,
    ['topic', 'title', 'message', 'click', 'priority', 'sequence_id', 'actions'],
  ],
  ['Apprise', sendByApprise, ['title', 'body', 'type', 'format']],
  [
    'Telegram',
    sendByTelegram,
    ['chat_id', 'text', 'link_preview_options', 'disable_notification', 'reply_markup'],
  ],
] as const)(
  'sends %s one object with the fields that it knows, and repeats no secret',
  async (kind, send, fields) => {
    await using there = parrot();
    const one = async (given: { title: string; body: string; label: string }) => {
      there.received.length = 0;
      const outcome = await send(sendingOf(there.url, given));
      expect(there.received).toHaveLength(1);
      const [got] = there.received;
      const sent = JSON.parse(got?.body ?? '') as Record<string, unknown>;
      expect(
        Object.keys(sent).filter((name) => !(fields as readonly string[]).includes(name)),
      ).toEqual([]);
      if (kind === 'Apprise') expect(`${sent.title}${sent.body}`).not.toMatch(MENTION);
      const recorded = JSON.stringify({ ...outcome, response: null });
      for (const secret of SECRETS) expect(recorded).not.toContain(secret);
    };
    await fc.assert(fc.asyncProperty(texts, one), { numRuns: sized(500, 3000) });
  },
  LONG_MS,
);

const MENTION = /(^|[^\w])@(everyone|here|all|channel)\b|<[!@#]/i;

test(
  'mails one plain text with the headers that it knows to one address, and repeats no secret',
  async () => {
    await using mail = await testMailServer();
    const one = async (given: { title: string; body: string; label: string }) => {
      mail.mails.length = 0;
      const outcome = await sendByMail(sendingOf(mail.url, given));
      expect(outcome.error).toBeNull();
      const [got] = mail.mails;
      expect(mail.mails).toHaveLength(1);
      expect(got?.to).toEqual(['ann@example.com']);
      const [head = ''] = (got?.raw ?? '').split('\r\n\r\n');
      const names = head.match(/^[^\s:]+(?=:)/gm) ?? [];
      // An empty title has no subject.
      const others = names.map((name) => name.toLowerCase()).filter((name) => name !== 'subject');
      expect(others.sort()).toEqual(MAIL_HEADERS);
      expect(got?.header('content-type')).toStartWith('text/plain');
    };
    await fc.assert(fc.asyncProperty(texts, one), { numRuns: sized(60, 150) });
    mail.refuse({ at: 'rcpt', code: 550, says: `no ${SECRETS.join(' ')}` });
    const { error } = await sendByMail(sendingOf(mail.url, { title: 't', body: 'b', label: 'l' }));
    for (const secret of SECRETS) expect(error).not.toContain(secret);
  },
  LONG_MS,
);

const MAIL_HEADERS = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'references',
  'to',
  'x-auto-response-suppress',
];

test(
  'refuses an address that injects a header or points to an internal host',
  async () => {
    await using inside = testReceiver();
    const smtp = { smtpUrl: inside.url, smtpFrom: 'a@b.example' };
    await using reaching = await testReaching({ webhookAllow: [] }, smtp);
    const { inbox } = reaching;
    const kinds = fc.constantFrom('ntfy' as const, 'apprise' as const, 'email' as const);
    const send = createSend({ allow: parseAllowList([]), timeoutMs: 10_000 });
    const { signal } = new AbortController();
    const address = fc.oneof(insideUrl(new URL(inside.url).port), hostileText);
    const one = async (kind: 'ntfy' | 'apprise' | 'email', given: string) => {
      if (URL.canParse(given)) {
        const outgoing = { url: given, method: 'POST' as const, headers: {}, body: '{}' };
        expect((await send(outgoing, signal)).status).toBeNull();
      }
      const input = CreateContact.safeParse({ kind, address: given });
      if (!input.success) return;
      const made = await createContact(inbox, inbox.owner, input.data).catch(() => null);
      if (made)
        expect(input.data.address).toMatch(kind === 'email' ? /^[^\s<>,;]+@[^\s<>,;]+$/ : PLAIN);
    };
    await fc.assert(fc.asyncProperty(kinds, address, one), { numRuns: sized(400, 1000) });
    expect(inside.received).toEqual([]);
  },
  LONG_MS,
);

const PLAIN = /^[-_A-Za-z0-9]{1,128}$/;
