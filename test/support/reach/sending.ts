/** A notice about to be sent, whose settings and links are secrets. */

import { hostAllow } from '../../../src/core/outgoing/addresses.ts';
import { createSend } from '../../../src/delivery/http/send.ts';
import type { Sending } from '../../../src/ways/part.ts';
import { noWays } from '../../../src/ways/ways.ts';
import { APP_TOKEN, BOT_TOKEN as SLACK_TOKEN } from './slack.ts';
import { BOT_TOKEN } from './telegram.ts';

const TOKEN = 'secret-token';
export const SECRETS = [
  'tk_own-secret',
  'tk_reply-secret',
  BOT_TOKEN,
  TOKEN,
  'mail-secret',
  SLACK_TOKEN,
];

type Texts = { title: string; body: string; label: string };

/** To a server of the owner's, of whichever way. */
export function sendingOf(url: string, { title, body, label }: Texts): Sending {
  const { signal } = new AbortController();
  const timeoutMs = 10_000;
  const send = createSend({ allow: hostAllow([url]), timeoutMs });
  const option = { place: 0, label, tone: 'plain' as const, answer: {} };
  return {
    content: {
      what: 'asks',
      identity: '01M83YE13A85XH6EPQFK6TJR7H',
      title,
      body,
      urgency: 'normal',
      expiresAt: null,
      path: '/m/1',
      options: [option],
      token: TOKEN,
      takesText: false,
      confirms: null,
      isSilent: false,
      isReminder: false,
      seq: null,
      listed: [],
    },
    // Only a browser's needs more.
    inbox: {} as Sending['inbox'],
    token: null,
    notice: { id: 'n1' } as Sending['notice'],
    contact: {
      address: url.startsWith('smtp:') ? 'ann@example.com' : '4242',
    } as Sending['contact'],
    ways: {
      ...noWays,
      ntfyUrl: url,
      ntfyToken: 'tk_own-secret',
      ntfyReplyTopic: 'replies',
      ntfyReplyToken: 'tk_reply-secret',
      appriseUrl: url,
      smtpUrl: url,
      smtpFrom: 'Inbox <inbox@inbox.example>',
      telegramToken: BOT_TOKEN,
      telegramUrl: url,
      slackAppToken: APP_TOKEN,
      slackBotToken: SLACK_TOKEN,
      slackUrl: url,
    },
    handle: null,
    decideUrl: null,
    url: 'https://inbox.example/m/1',
    home: 'https://inbox.example',
    timeoutMs,
    signal,
    post: (outgoing) => send(outgoing, signal),
    postToOwn: (outgoing) => send(outgoing, signal),
  };
}
