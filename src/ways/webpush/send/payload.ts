/**
 * The body of a push: the declarative form of the W3C's Push API, which Safari shows by itself and our
 * service worker reads in every browser.
 */
import { labelOf, OPEN } from '../../../core/notify/notice-words.ts';
import type { Content } from '../../../delivery/notices/content.ts';
import type { PushedData } from '../pushed.ts';
import { MOST_BYTES } from './encrypt.ts';

type Pushed = {
  content: Content;
  data: Omit<PushedData, 'options' | 'path' | 'what' | 'isSilent' | 'isReminder'>;
  url: string;
  /** Pending questions, for the badge of the app. */
  pending: number;
};

/** Without its text and buttons if it is too large for a push service. */
export function payloadOf(pushed: Pushed): Buffer {
  const bytes = written(pushed);
  if (bytes.length <= MOST_BYTES) return bytes;
  return written({ ...pushed, content: { ...pushed.content, body: OPEN, options: [] } });
}

function written({ content, data, url, pending }: Pushed): Buffer {
  const { what, path, isSilent, isReminder, identity: tag, title, body } = content;
  const options = buttonsOf(content);
  const badge = `${pending}`;
  const notification = {
    title,
    body,
    navigate: url,
    tag,
    lang: 'en',
    dir: 'auto',
    silent: isSilent,
    app_badge: badge,
    data: { ...data, what, path, isSilent, isReminder, options } satisfies PushedData,
    // An action without `navigate` makes all of it invalid.
    actions: actionsOf(content, options).map((action) => ({ ...action, navigate: url })),
  };
  return Buffer.from(
    JSON.stringify({ web_push: 8030, notification, mutable: true, app_badge: badge }),
  );
}

const buttonsOf = ({ options }: Content): PushedData['options'] =>
  options.map(({ place, label, tone, answer }) => ({
    action: `answer-${place}`,
    title: labelOf(label),
    isConfirmed: tone === 'harm',
    response: answer,
  }));

function actionsOf({ what }: Content, options: PushedData['options']) {
  if (what !== 'asks' && what !== 'reminds') return [];
  if (options.length === 0) return [{ action: 'open', title: 'Open' }];
  return options.map(({ action, title }) => ({ action, title }));
}
