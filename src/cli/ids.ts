/**
 * Resolves ids as people type them: in full, by the end that lists show, or by a beginning, in any
 * case.
 */
import { type Client, ok } from '../client/client.ts';
import { InboxError } from '../core/errors.ts';
import type { Message } from '../core/messages/schema.ts';
import { UsageError } from './errors.ts';
import { oneLine } from './output.ts';

const ID = /^[0-9A-HJKMNP-TV-Z]{26}$/i;
const PART = /^[0-9A-HJKMNP-TV-Z]{4,25}$/i;
/** Ids from one minute share their beginning; their ends differ. */
const SHOWN = 8;
/** The most candidates that are named. */
const MOST = 10;

export const isWholeId = (typed: string) => ID.test(typed);
export const shortId = (id: string) => id.slice(-SHOWN);

export type Named<One> = {
  /** The kind of record, such as "message". */
  kind: string;
  /** The command that lists them. */
  list: string;
  /** Describes a candidate, next to its id. */
  words: (one: One) => string;
  /** Another name by which it is found, if unique. */
  name?: (one: One) => string | null;
};

/** Finds the record in a list by its id, part of that, or its name. */
export function oneOf<One extends { id: string }>(of: Named<One>, all: One[], typed: string): One {
  const whole = all.find(({ id }) => id === typed || id === typed.toUpperCase());
  if (whole) return whole;
  const name = typed.normalize('NFC');
  const named = all.filter((one) => of.name?.(one)?.normalize('NFC') === name);
  return single(of, named.length > 0 ? named : all.filter(({ id }) => hasPart(id, typed)), typed);
}

/** Returns whether the text is the beginning or the end of an id. */
export function hasPart(id: string, typed: string): boolean {
  const part = typed.toUpperCase();
  return PART.test(part) && (id.startsWith(part) || id.endsWith(part));
}

/** Returns the only candidate; not found without one, wrong usage with several. */
export function single<One extends { id: string }>(
  of: Named<One>,
  found: One[],
  typed: string,
): One {
  const [first, second] = found;
  if (!first) throw nothing(of, typed);
  if (!second) return first;
  const rows = found.slice(0, MOST).map((one) => `  ${one.id}  ${oneLine(of.words(one), 60)}`);
  const more = found.length > MOST ? ['  …'] : [];
  const head = `“${typed}” matches more than one ${of.kind}. Type more of the id:`;
  throw new UsageError([head, ...rows, ...more].join('\n'));
}

export function nothing(
  { kind, list }: Pick<Named<never>, 'kind' | 'list'>,
  typed: string,
  suggestion?: string,
): InboxError {
  const name = kind.slice(0, 1).toUpperCase() + kind.slice(1);
  const guess = suggestion === undefined ? '' : ` Did you mean “${suggestion}”?`;
  const sentence = `${name} “${typed}” not found.${guess} List them with \`${list}\``;
  return new InboxError('not_found', sentence);
}

/**
 * Turns "not found" into wrong usage for a flag: exit code 1 is for what the command itself is
 * about.
 */
export const inFlag = <One>(finding: Promise<One>): Promise<One> =>
  finding.catch((error) => {
    const isMissing = error instanceof InboxError && error.code === 'not_found';
    throw isMissing ? new UsageError(error.message) : error;
  });

/** Returns the response to a request by id; if nothing has that id, the error names what was typed. */
export async function found<T, One>(
  of: Named<One>,
  typed: string,
  request: Promise<T>,
): Promise<T> {
  try {
    return await request;
  } catch (error) {
    // Not if the message exists without a question.
    const isIt = error instanceof InboxError && error.code === 'not_found';
    if (isIt && error.message.toLowerCase() === `${of.kind} not found`) throw nothing(of, typed);
    throw error;
  }
}

/** The query of a lookup: records whose ids end so, or those before an id, newest first. */
type Part = { idEnd: string } | { before: string };

/** Resolves an id when there are too many records to read; a full id is not looked up. */
export async function idOf<One extends { id: string }>(
  of: Named<One>,
  read: (part: Part) => Promise<One[]>,
  typed: string,
): Promise<string> {
  const part = typed.toUpperCase();
  if (ID.test(part)) return part;
  if (!PART.test(part)) throw nothing(of, typed);
  // Until the year 3084 every id begins with 0, and none contains a tilde, which sorts after every
  // letter.
  const begun = part.startsWith('0') ? await read({ before: `${part}~` }) : [];
  const all = [...(await read({ idEnd: part })), ...begun];
  const fitting = new Map(all.filter(({ id }) => hasPart(id, part)).map((one) => [one.id, one]));
  return single(of, [...fitting.values()], typed).id;
}

export const messages: Named<Message> = {
  kind: 'message',
  list: 'inbox list --all',
  words: ({ text, review }) => `${review?.payload.title ?? text ?? review?.type ?? ''}`,
};

/** The id of the message that was typed. */
export function messageId(client: Client, typed: string): Promise<string> {
  const read = async (part: Part) => {
    const query = 'before' in part ? { cursor: part.before } : part;
    return (await ok(client.messages.get({ query: { ...query, limit: MOST + 1 } }))).data;
  };
  return idOf(messages, read, typed);
}

/** Fetches the message that was typed, with all its fields. */
export async function findMessage(client: Client, typed: string): Promise<Message> {
  const id = await messageId(client, typed);
  return found(messages, typed, ok(client.messages({ id }).get({ query: {} })));
}
