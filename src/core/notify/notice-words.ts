/**
 * The words of a notice about a question, as plain text. Only one that says all of it may be answered where it
 * is shown.
 */
import type { Row } from '../../storage/tables.ts';
import type { Room } from '../../ways/way.ts';
import { wayOf } from '../../ways/ways.ts';
import type { Inbox } from '../inbox.ts';
import { alikeIn, cut, visible } from '../letters.ts';
import { sourceLine } from '../messages/source.ts';
import { titleOf } from '../messages/title.ts';
import type { Asked } from '../reviews/answered.ts';
import { CLAIMED } from '../reviews/kinds/labels.ts';
import { wordsOf } from '../reviews/kinds/words.ts';

/** The length of a text in each measure; units are those of UTF-16. */
const lengthIn = {
  letters: (text: string) => [...text].length,
  bytes: (text: string) => Buffer.byteLength(text),
  units: (text: string) => text.length,
};

/** On a button; a mail has links, whose labels are never cut. */
const LONGEST_LABEL = 60;
const ANY = Number.POSITIVE_INFINITY;

/** Ends a text of which something is missing. */
export const OPEN = 'Open the question to see all of it.';

export type NoticeWords = {
  title: string;
  body: string;
  /** Whether title, body and buttons leave nothing out that has to be read. */
  isAnswerable: boolean;
};

type Contact = Pick<Row<'contacts'>, 'kind' | 'shows'>;

/** @param lead the words of a reminder in front of the title: where titles are short, they take room from it */
export async function noticeWords(
  inbox: Inbox,
  { kind, shows }: Contact,
  asked: Asked,
  lead = '',
): Promise<NoticeWords> {
  const { room, answers } = wayOf(kind);
  if (shows === 'nothing') {
    return { title: `${lead}A question is pending`, body: '', isAnswerable: false };
  }
  const { longestTitle } = room;
  const named = cut(titleOf(asked), longestTitle && longestTitle - lead.length);
  const title = lead + named;
  if (shows === 'title') return { title, body: OPEN, isAnswerable: false };
  const channel = await inbox.channelName(asked.channelId);
  const choices = choicesOf(asked.review);
  const hasButtons =
    choices.length <= (room.buttons ?? ANY) &&
    choices.every(({ isAnswer }) => isAnswer) &&
    areApart(choices.map(({ label }) => (answers === 'links' ? label : labelOf(label))));
  const { parts, isAll } = partsOf(asked, named, room);
  if (!hasButtons || !choices.every(fitsButton)) parts.push(choices.map(choiceLine).join('\n'));
  const said = parts.join(room.lines === undefined ? '\n\n' : '\n');
  const source = sourceLine(asked) ?? '';
  const text = [visible(channel ?? ''), source, said].filter(Boolean).join('\n');
  const isWhole = isAll && fits(room, text);
  return {
    title,
    body: isWhole ? text : cutToRoom(room, text),
    isAnswerable: isWhole && hasButtons,
  };
}

/** The label of an option on a button. */
export const labelOf = (label: string, longest = LONGEST_LABEL): string =>
  cut(label, longest) || '…';

/** If two look alike, nobody knows which is which, even if the text lists them. */
const areApart = (labels: string[]): boolean => alikeIn(labels, (label) => label).length === 0;

/** The text to read besides the choices, without what the title says already. */
function partsOf({ text, review, attachments }: Asked, title: string, room: Room) {
  const { title: named, description, prompt } = review.payload;
  const { read, subject, claims } = wordsOf(review.type);
  const own = read?.(review.payload) ?? null;
  const ordered = subject
    ? [
        named,
        ...(own ?? []),
        ...[...(claims?.(review.payload) ?? []), description, prompt, text].map(asClaim),
      ]
    : [named, description, prompt, text, ...(own ?? [])];
  const given = ordered.filter((part): part is string => typeof part === 'string');
  // A character is two units at most: of a part that is longer, some has no room.
  const longest = 2 * mostIn(room) + 2;
  const isShort = given.every((part) => part.length <= longest);
  const count = attachments.length;
  const files = count === 0 ? '' : `${count} ${count === 1 ? 'file' : 'files'}`;
  const said = given.map((part) => withoutTitle(visible(part.slice(0, longest)), title));
  const parts = [...said, files].filter((part) => part.trim() !== '');
  return { parts, isAll: own !== null && count === 0 && isShort };
}

const asClaim = (part: unknown) =>
  typeof part === 'string' && part.trim() !== '' ? `${CLAIMED}: ${part}` : undefined;

function withoutTitle(part: string, title: string): string {
  const lines = part.replaceAll('\r\n', '\n').split('\n');
  const rest = lines[0]?.trim() === title ? lines.slice(1) : lines;
  return rest.join('\n').replace(/^\n+/, '').trimEnd();
}

const choicesOf = ({ type, payload }: Asked['review']): Said[] =>
  (wordsOf(type).choices?.(payload) ?? [])
    .filter(({ isLasting }) => !isLasting)
    .map(({ label, description, answer }) => ({
      label: visible(label),
      description: description === undefined ? null : visible(description),
      isAnswer: answer !== null,
    }));

/** `isAnswer`: it answers the question alone, as one of several items does not. */
type Said = { label: string; description: string | null; isAnswer: boolean };

/** A longer one is hardly shown in full. */
const LONGEST_BUTTON = 30;

/** Spaces are shown otherwise on a button, and some services write `&`, `<` and `>` in more letters. */
const fitsButton = ({ label, description }: Said): boolean =>
  description === null && label.length <= LONGEST_BUTTON && /^[^\s&<>]+( [^\s&<>]+)*$/.test(label);

const choiceLine = ({ label, description }: Said): string =>
  description === null ? `- ${label}` : `- ${label}: ${description}`;

const mostIn = ({ most }: Room): number => most?.count ?? ANY;

const fits = ({ most, lines }: Room, text: string): boolean =>
  (most === undefined || lengthIn[most.of](text) <= most.count) &&
  (lines === undefined || text.split('\n').length <= lines);

/** The longest beginning for which there is room, and where the rest is. */
function cutToRoom(room: Room, text: string): string {
  const whole = [text, OPEN].filter(Boolean).join('\n');
  if (fits(room, whole)) return whole;
  const given = [...text.slice(0, 2 * mostIn(room))];
  const beginning = (count: number) => `${given.slice(0, count).join('').trimEnd()}…\n${OPEN}`;
  let least = 0;
  let most = given.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(room, beginning(middle))) least = middle;
    else most = middle - 1;
  }
  return beginning(least);
}
