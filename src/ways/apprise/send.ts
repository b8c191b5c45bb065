/** Apprise's API, which passes on to more than a hundred services: a text with a link, never taken back. */

import type { Urgency } from '../../core/notify/names.ts';
import { notSent } from '../../core/outgoing/outcome.ts';
import type { Send } from '../part.ts';

const types: Record<Urgency, string> = {
  low: 'info',
  normal: 'info',
  high: 'warning',
  critical: 'failure',
};

export const send: Send = async ({ content, contact, ways, url, postToOwn }) => {
  if (ways.appriseUrl === null)
    return notSent('INBOX_APPRISE_URL is no longer set', { isFinal: true });
  const { title, body, urgency } = content;
  const outcome = await postToOwn({
    url: `${ways.appriseUrl.replace(/\/$/, '')}/notify/${contact.address}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      title: withoutMentions(title),
      body: [withoutMentions(body), url].filter(Boolean).join('\n\n'),
      type: types[urgency],
      format: 'text',
    }),
  });
  const isOurFault = [400, 401, 403, 404].includes(outcome.status ?? 0);
  return { ...outcome, isFinal: outcome.isFinal || isOurFault };
};

const UNSEEN = '\u200b';

/** Some of the services would notify a whole room of `@everyone` or `<!channel>`. */
const withoutMentions = (text: string) =>
  text
    .replace(/@(?=(everyone|here|all|channel)\b)/gi, `@${UNSEEN}`)
    .replace(/<(?=[!@#])/g, `<${UNSEEN}`);
