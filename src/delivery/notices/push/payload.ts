/**
 * What is pushed: the declarative form of the W3C's Push API, which Safari shows by itself and our
 * service worker reads in every browser.
 */
import type { PushedData } from '../../../core/push/pushed.ts';
import type { Content } from '../content.ts';
import { MOST_BYTES } from './encrypt.ts';

/** What a browser shows of a text. */
const LONGEST_LABEL = 60;
const MOST_BUTTONS = 2;

type Pushed = {
  content: Content;
  data: Omit<PushedData, 'options' | 'path' | 'what' | 'isSilent' | 'isReminder'>;
  url: string;
  /** Pending questions, for the badge of the app. */
  pending: number;
};

/** The texts are cut as far as needed, and the options left out if that is not enough. */
export function payloadOf(pushed: Pushed): Buffer {
  for (const longest of [1000, 500, 250, 100, 40]) {
    const bytes = written(pushed, longest);
    if (bytes.length <= MOST_BYTES) return bytes;
  }
  return payloadOf({ ...pushed, content: { ...pushed.content, links: [] } });
}

function written({ content, data, url, pending }: Pushed, longest: number): Buffer {
  const { what, path, isSilent, isReminder, identity: tag } = content;
  const options = buttonsOf(content);
  const badge = `${pending}`;
  const notification = {
    ...{ title: cut(content.title, longest), body: cut(content.body, longest), navigate: url, tag },
    ...{ lang: 'en', dir: 'auto', silent: isSilent, app_badge: badge },
    data: { ...data, what, path, isSilent, isReminder, options } satisfies PushedData,
    // An action without `navigate` makes all of it invalid.
    actions: actionsOf(content, options).map((action) => ({ ...action, navigate: url })),
  };
  return Buffer.from(
    JSON.stringify({ web_push: 8030, notification, mutable: true, app_badge: badge }),
  );
}

/** Browsers show two buttons at most. */
const buttonsOf = ({ links }: Content): PushedData['options'] =>
  links.length > MOST_BUTTONS
    ? []
    : links.map(({ place, label, tone, answer }) => ({
        ...{ action: `answer-${place}`, title: cut(label, LONGEST_LABEL) },
        ...{ isConfirmed: tone === 'harm', response: answer },
      }));

function actionsOf({ what }: Content, options: PushedData['options']) {
  if (what !== 'asks' && what !== 'reminds') return [];
  if (options.length === 0) return [{ action: 'open', title: 'Open' }];
  return options.map(({ action, title }) => ({ action, title }));
}

function cut(text: string, longest: number): string {
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text;
}
