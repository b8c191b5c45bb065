/** Mail, as text alone: a link to the question, and one to each answer that a press can give. */
import MailComposer from 'nodemailer/lib/mail-composer';
import { linkOf } from '../../core/notify/links.ts';
import { notSent } from '../../core/outgoing/outcome.ts';
import type { Send, Sending } from '../part.ts';
import { readSender, readSmtpUrl } from './mail.ts';
import { endOf, handMail } from './send/smtp.ts';

export const send: Send = async (sending) => {
  const { contact, ways, timeoutMs, signal } = sending;
  const server = readSmtpUrl(ways.smtpUrl ?? '');
  const sender = readSender(ways.smtpFrom ?? '');
  if (!server || !sender) return notSent('INBOX_SMTP_URL is no longer set', { isFinal: true });
  const startedAt = performance.now();
  const message = await written(sending, sender);
  const mail = { from: sender.address, to: contact.address, message };
  const ended = endOf(await handMail(server, mail, { timeoutMs, signal }));
  return {
    status: null,
    response: null,
    retryAfterSeconds: null,
    ...ended,
    durationMs: Math.round(performance.now() - startedAt),
  };
};

type Sender = { name: string; address: string };

function written(sending: Sending, sender: Sender): Promise<Buffer> {
  const { content, contact, notice } = sending;
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  const mail = new MailComposer({
    disableFileAccess: true,
    disableUrlAccess: true,
    from: sender,
    // As an object: a text would be read as a list of addresses.
    to: { name: '', address: contact.address },
    subject: content.title,
    text: textOf(sending),
    messageId: `<${notice.id}@${domain}>`,
    // The mails of one question are one conversation.
    references: `<${content.identity}.question@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  });
  return mail.compile().build();
}

/** A link opens a page with a button: scanners of mail open links, too. */
function textOf({ content, home, url }: Sending): string {
  const listed = content.listed.map(({ title, path }) => `${title}\n${home}${path}`);
  const { options, token } = content;
  const answers = (token === null ? [] : options).map(
    ({ label, place }) => `${label}:\n${home}/decide#${linkOf(token ?? '', place)}`,
  );
  const open = answers.length > 0 ? `Open the question:\n${url}` : url;
  return `${[content.body, ...listed, ...answers, open].filter(Boolean).join('\n\n')}\n`;
}
