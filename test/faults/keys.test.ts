/**
 * Text that is typed into a field arrives, key by key, through a real terminal. `bun run faults keys` types
 * every script into every field (INBOX_KEYS).
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { JsonObject } from '../../src/core/json.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { type ServedInbox, servedInbox } from '../support/terminal/served.ts';
import { keys, type Screen } from '../support/terminal/terminal.ts';

const IS_LONG = process.env.INBOX_KEYS !== undefined;
const TIMEOUT = { timeout: IS_LONG ? 900_000 : 240_000 };

let inbox: ServedInbox;
beforeAll(async () => {
  inbox = await servedInbox();
});
afterAll(() => inbox[Symbol.asyncDispose]());

/** Every printable character of ASCII; no blank at either end, which a search would not show. */
const ASCII = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
const PRINTABLE = [...ASCII, ' ', '.'].join('');
/** The letters that end sequences, and keys that do something in the view. */
const MEANT = 'ABCDFHZjkgGbaroycxezA 1/?*.';

/** How a hand or a clipboard writes a text. */
type Way = { text: string; apartMs: number | 'pasted' };

/** A slow hand writes a third of the letters in each field, and in the next field the next third. */
function waysOf(at: number): Way[] {
  const slowly = [...MEANT].filter((_, place) => IS_LONG || place % 3 === at % 3).join('');
  return [
    { text: PRINTABLE, apartMs: 10 },
    { text: PRINTABLE, apartMs: 'pasted' },
    { text: MEANT, apartMs: 60 },
    { text: slowly, apartMs: 250 },
  ];
}
const writtenBy = (all: Way[]) => all.map(({ text }) => text).join('');

async function write(screen: Screen, all: Way[]): Promise<void> {
  for (const { text, apartMs } of all) {
    if (apartMs === 'pasted') screen.type(`\u001b[200~${text}\u001b[201~`);
    else {
      for (const one of text) {
        screen.type(one);
        await Bun.sleep(apartMs);
      }
    }
  }
}

type Field = {
  review: { type: string; payload?: object };
  /** The choices that it searches, in the payload. */
  searches?: 'items' | 'options';
  /** The key that opens it in the view. */
  key?: string;
  /** Answers what is asked before it. */
  begin?: (screen: Screen) => Promise<void>;
  /** Says that the field is there. */
  prompt: string;
  /** Ends the field, and the answer. */
  end?: (screen: Screen) => Promise<void>;
  response: (text: string) => JsonObject;
};

const items = Array.from({ length: 19 }, (_, at) => ({ id: `i${at}`, label: `Item ${at}` }));
/** Only one of the choices has in it what is searched for. */
const choicesWith = (written: string) => [...items, { id: 'this', label: `It is ${written}` }];
const press = (key: string, shown: string) => (screen: Screen) => screen.answer(shown, key);
async function enter(screen: Screen): Promise<void> {
  screen.type(keys.enter);
}
async function done(screen: Screen): Promise<void> {
  screen.type(keys.ctrlD);
}

const formOf = (type: string, end: typeof enter): Field => ({
  review: { type: 'form', payload: { fields: [{ name: 'a', type, label: 'Letters' }] } },
  prompt: '◆  Letters',
  async end(screen) {
    await end(screen);
    await screen.answer('○ Send', keys.down);
    await screen.answer('● Send', keys.enter);
  },
  response: (a) => ({ a }),
});

const fields: Record<string, Field> = {
  text: {
    review: { type: 'text-input' },
    prompt: '◆  Your answer',
    end: done,
    response: (text) => ({ text }),
  },
  'a line of a form': formOf('text', enter),
  'lines of a form': formOf('textarea', done),
  'a password of a form': formOf('password', enter),
  JSON: {
    review: { type: 'freeform' },
    prompt: 'as JSON',
    begin: (screen) => screen.answer('as JSON', `${keys.clear}{"a": "`),
    async end(screen) {
      // Apart from Enter: in one read it would be a line break.
      screen.type(`\u001b[200~"}\u001b[201~${keys.enter}`);
    },
    response: (a) => ({ a }),
  },
  'the comment of a rating': {
    review: { type: 'rating', payload: { prompt: 'Well?' } },
    begin: press('4', '◆  Your rating'),
    prompt: '◆  Comment',
    response: (comment) => ({ rating: 4, comment }),
  },
  'the comment on a diff': {
    review: {
      type: 'diff-review',
      payload: { files: [{ path: 'a.ts', diff: '@@ -1 +1 @@\n-one\n+two\n' }] },
    },
    begin: press('2', '◆  Your verdict'),
    prompt: '◆  What should change?',
    response: (text) => ({ verdict: 'request-changes', comments: [{ path: 'a.ts', text }] }),
  },
  'the search of a choice': {
    review: { type: 'selection' },
    searches: 'items',
    prompt: 'Search:',
    response: () => ({ selectedIds: ['this'] }),
  },
  'the search of a choice of several': {
    review: { type: 'selection', payload: { mode: 'multi' } },
    searches: 'items',
    prompt: 'Search:',
    async end(screen) {
      await screen.answer('◻ It is', keys.tab);
      await screen.answer('◼ It is', keys.enter);
    },
    response: () => ({ selectedIds: ['this'] }),
  },
};
const commented = { type: 'approval', payload: { allowComment: true } };
const ofView: Record<string, Field> = {
  ...fields,
  'the comment of an approval': {
    review: commented,
    key: 'c',
    prompt: '◆  Comment',
    async end(screen) {
      screen.type(keys.enter);
      await screen.press('c  Comment:', '1');
    },
    response: (comment) => ({ selectedOption: 'approve', comment }),
  },
};
const ofAnswer: Record<string, Field> = {
  ...fields,
  'the comment of an approval': {
    review: commented,
    begin: press('1', '1 ○ Approve'),
    prompt: '◆  Comment',
    response: (comment) => ({ selectedOption: 'approve', comment }),
  },
  'the search of an approval': {
    review: { type: 'approval' },
    searches: 'options',
    prompt: 'Search:',
    response: () => ({ selectedOption: 'this' }),
  },
};

const SIZE = { columns: 400, rows: 50 };

type Reader = 'view' | 'answer';

/** Asks in a channel of its own, and opens a reader at the field. */
async function openedAt(reader: Reader, field: Field, written: string) {
  const { review, searches, key = keys.enter, begin, prompt } = field;
  const name = `k${crypto.randomUUID().slice(0, 8)}`;
  const channelId = await inbox.channel({ name });
  const payload = searches
    ? { ...review.payload, [searches]: choicesWith(written) }
    : review.payload;
  const message = await inbox.send({ channelId, text: 'Well?', review: { ...review, payload } });
  const args = reader === 'view' ? ['-c', name] : ['answer', message.id];
  const screen = inbox.terminal.open(args, {}, SIZE);
  if (reader === 'view') {
    await screen.shows('● live');
    await screen.answer('▸ Well?', key);
  }
  await begin?.(screen);
  await screen.shows(prompt);
  return { message, screen };
}

async function responseTo({ id, channelId }: Message): Promise<JsonObject | null | undefined> {
  const waited = `/reviews/${id}/wait?channel=${channelId}`;
  const { body } = await inbox.as('agent').get<{ message: Message | null }>(waited);
  return body.message?.review?.response;
}

async function arrives(reader: Reader, field: Field | undefined, all: Way[]): Promise<void> {
  if (field === undefined) return;
  const { review, end = enter, response } = field;
  const written = writtenBy(all);
  const { message, screen } = await openedAt(reader, field, written);
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const isJson = review.type === 'freeform';
  await write(screen, isJson ? all.map((way) => ({ ...way, text: inJson(way.text) })) : all);
  await end(screen);
  expect({ reader, response: await responseTo(message) }).toEqual({
    reader,
    response: response(written),
  });
  screen[Symbol.dispose]();
}

/** Writes into the field of that name in both readers, side by side. */
const arriveIn = (what: string, all: Way[]) =>
  Promise.all([arrives('view', ofView[what], all), arrives('answer', ofAnswer[what], all)]);

test.concurrent.each(Object.keys({ ...ofView, ...ofAnswer }).map((what, at) => ({ what, at })))(
  'takes every key that is typed into $what',
  ({ what, at }) => arriveIn(what, waysOf(at)),
  TIMEOUT,
);

test.concurrent(
  'takes every key that is typed into the filter',
  async () => {
    const ways = waysOf(0);
    const written = writtenBy(ways);
    const filter: Field = {
      review: { type: 'approval' },
      key: '/',
      prompt: '/▏',
      response: () => ({}),
    };
    const { screen } = await openedAt('view', filter, written);
    await write(screen, ways);
    await screen.shows(`/${written}▏`);
  },
  TIMEOUT,
);

const from = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(first + at)).join('');
const LATIN = from(0xa1, 95);
const GREEK = `${from(0x391, 17)}${from(0x3a3, 44)}`;
const CYRILLIC = from(0x410, 64);
const IDEOGRAPHS = from(0x4e00, 100);
const EMOJI = '😀👍🎉🔥💡🚀👩‍💻🇩🇪❤️🧪';

/** A sample of all characters that can be seen. */
function sampleOf(apart: number): string {
  const all = Array.from({ length: 0x11_0000 }, (_, code) => code);
  const isSeen = (code: number) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(code));
  const sample = all.filter(isSeen).filter((_, at) => at % apart === 0);
  return sample.map((code) => String.fromCodePoint(code)).join('');
}

const inOthers = Object.keys(fields).filter((what) =>
  IS_LONG ? !what.includes('search') : what === 'text',
);

test.concurrent.each(inOthers)(
  'takes the letters of other scripts that are typed into %s',
  (what) => {
    const text = LATIN + GREEK + CYRILLIC + IDEOGRAPHS + EMOJI + (IS_LONG ? sampleOf(100) : '');
    return arriveIn(what, [
      { text, apartMs: 10 },
      { text, apartMs: 'pasted' },
    ]);
  },
  TIMEOUT,
);
