/**
 * Answers of any size. One over 64 KiB is a stream that is written as fast as its client reads it, and takes a
 * place until then: what nobody reads must not fill the memory.
 */
import type { Context } from 'elysia';
import { InboxError } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import { cutMessage } from '../core/messages/cut.ts';
import type { Message } from '../core/messages/schema.ts';
import { timerMs } from '../core/timers.ts';
import type { McpAnswer } from '../mcp/handler.ts';
import { credentialOf } from './gates/caller.ts';

const SLICE = 64 * 1024;

export type Large = ReturnType<typeof createLarge>;
type Slices = AsyncGenerator<Uint8Array<ArrayBuffer>>;

/** The most that a credential may have under way, and all of them together. */
const ANSWERS = { each: 16, all: 64, what: 'large answers' };
const STREAMS = { each: 20, all: 500, what: 'event streams' };
const HELD = { each: 500, all: 4000, what: 'held calls' };

export function createLarge({ log }: Inbox) {
  const answers = createPlaces(ANSWERS);
  const streams = createPlaces(STREAMS);
  const heldCalls = createPlaces(HELD);
  /** The bytes of outcomes that many wait for, so that each is written once. */
  const shared = new WeakMap<object, string | Uint8Array<ArrayBuffer>>();

  /** Streams the slices until the client has left; then, or at the end, `left` is called once. */
  function stream(
    request: Request,
    slices: Slices,
    headers: Record<string, string>,
    left = () => {},
  ) {
    let hasEnded = false;
    const end = once(() => {
      hasEnded = true;
      request.signal.removeEventListener('abort', end);
      left();
      void slices.return(undefined);
    });
    request.signal.addEventListener('abort', end);
    if (request.signal.aborted) end();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await slices.next();
            // The client left while it was read.
            if (hasEnded) return;
            if (!done) return controller.enqueue(value);
            controller.close();
          } catch (err) {
            log.error({ err }, 'answer interrupted');
            controller.error(err);
          }
          end();
        },
        async cancel() {
          end();
          await slices.return(undefined);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers });
  }

  /** Answers with text that is produced while it is read; refused if it is large and has no place. */
  async function text(
    request: Request,
    pieces: AsyncGenerator<string>,
    headers: Record<string, string>,
  ) {
    const slices = encoded(pieces);
    const first = await slices.next();
    const second = first.done ? first : await slices.next();
    if (second.done) return new Response(first.value ?? '', { headers });
    const left = answers.take(credentialOf(request));
    if (left) return stream(request, resumed([first.value, second.value], slices), headers, left);
    await slices.return(undefined);
    throw answers.full(credentialOf(request));
  }

  /** Answers with what may be held, whose place is given back by `left`. */
  async function inPlace(request: Request, answer: (left: () => void) => Promise<Response>) {
    const left = heldCalls.claim(credentialOf(request));
    try {
      return await answer(left);
    } catch (err) {
      left();
      throw err;
    }
  }

  return {
    text,
    /** Answers with a list of messages. */
    list: (request: Request, parts: AsyncGenerator<object[]>) =>
      text(request, listed(parts, '[', ']'), JSON_TYPE),
    /** Answers with a page: what it lists, then its other fields. */
    page(request: Request, parts: AsyncGenerator<object[]>, rest: object) {
      const after = JSON.stringify(rest).slice(1);
      return text(request, listed(parts, '{"data":[', `],${after}`), JSON_TYPE);
    },
    /** Answers with what many may have waited for: written once for all of them, and never refused. */
    awaited(request: Request, outcome: object): Response {
      const bytes = shared.get(outcome) ?? encodedIfLarge(outcome);
      shared.set(outcome, bytes);
      if (typeof bytes === 'string') return new Response(bytes, { headers: JSON_TYPE });
      return stream(request, slicesOf(bytes), JSON_TYPE);
    },
    /** Answers with a stream of events, which takes a place of its own. */
    events(request: Request, slices: Slices, headers: Record<string, string>): Response {
      return stream(request, slices, headers, streams.claim(credentialOf(request)));
    },
    /**
     * Answers a call when a person has decided, or with nothing for null. Until then white space keeps the
     * connection alive, which readers of JSON skip. The call begins once it has a place.
     */
    async held(request: Request, begin: () => Promise<{ opinion: Promise<object | null> } | null>) {
      return inPlace(request, async (left) => {
        const begun = await begin();
        if (!begun) {
          left();
          return noOpinion();
        }
        const json = begun.opinion.then((opinion) => opinion && JSON.stringify(opinion));
        return new Response(trickled(json, SPACES, { left, log }), { headers: HELD_HEADERS });
      });
    },
    /**
     * Answers a call of MCP, which is an event stream if it takes until a person has decided. Then it begins with a
     * comment: some clients leave a call without any bytes for a minute.
     */
    called(request: Request, begin: () => Promise<McpAnswer>): Promise<Response> {
      return inPlace(request, async (left) => {
        const { text, status, headers } = await begin();
        headers.set('cache-control', 'no-store, no-transform');
        headers.set('x-accel-buffering', 'no');
        if (typeof text !== 'string') {
          return new Response(trickled(text, COMMENTS, { left, log }), { status, headers });
        }
        left();
        return new Response(text, { status, headers });
      });
    },
    /** Answers with a value. A change has been made already: without a place its message is cut, as in lists. */
    value(
      { request, set }: Pick<Context, 'request' | 'set'>,
      value: unknown,
    ): Response | undefined {
      if (!isPlain(value)) return undefined;
      if (isShort(value)) {
        set.headers['content-type'] = 'application/json';
        return undefined;
      }
      const bytes = encodedIfLarge(value);
      if (typeof bytes === 'string') return new Response(bytes, { headers: JSON_TYPE });
      const left = answers.take(credentialOf(request));
      if (left) return stream(request, slicesOf(bytes), JSON_TYPE, left);
      if (request.method === 'GET') throw answers.full(credentialOf(request));
      if (!isMessage(value)) return stream(request, slicesOf(bytes), JSON_TYPE);
      return new Response(JSON.stringify(cutMessage(value)), { headers: JSON_TYPE });
    },
  };
}

/** Returns whether a value is certainly short as JSON, without writing it: a letter takes 6 bytes at most. */
const isShort = (value: object): boolean => roomAfter(value, SLICE / 6) >= 0;

function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 1;
  if (typeof value !== 'object' || value === null) return room - LONGEST_NUMBER / 6;
  let left = room;
  const parts = value as Record<string, unknown>;
  for (const name in parts) {
    left = roomAfter(parts[name], left - name.length - 1);
    if (left < 0) break;
  }
  return left;
}

/** The letters of `-1.2345678901234567e-300`, each of one byte. */
const LONGEST_NUMBER = 24;

/** Returns a short value as JSON, and a large one encoded. */
function encodedIfLarge(value: object): string | Uint8Array<ArrayBuffer> {
  const json = JSON.stringify(value);
  if (json.length * 3 <= SLICE) return json;
  const bytes = new TextEncoder().encode(json);
  return bytes.length <= SLICE ? json : bytes;
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype);

const isMessage = (value: object): value is Message => 'truncated' in value;

/** No proxy may keep the white space back. */
const HELD_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** The answer to a call that nobody decides. */
export const noOpinion = () => new Response(null, { headers: HELD_HEADERS });

/** The bytes that keep the connection of a held call alive. */
type Alive = { first: Uint8Array | null; bytes: Uint8Array; everyMs: number };

const SPACES: Alive = { first: null, bytes: new TextEncoder().encode(' '), everyMs: 20_000 };

const COMMENT = new TextEncoder().encode(': waiting\n\n');
const COMMENTS: Alive = { first: COMMENT, bytes: COMMENT, everyMs: 15_000 };

/** Bytes that mean nothing until the text is there. Few objects: thousands of these are held for a day. */
const trickled = (
  text: Promise<string | null>,
  { first, bytes, everyMs }: Alive,
  { left, log }: Pick<Inbox, 'log'> & { left: () => void },
) => {
  let timer: NodeJS.Timeout;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (first) controller.enqueue(first);
      timer = setInterval(() => controller.enqueue(bytes), timerMs(everyMs));
      const end = (value: string | null) => {
        clearInterval(timer);
        left();
        if (value !== null) controller.enqueue(new TextEncoder().encode(value));
        controller.close();
      };
      const fail = (err: unknown) => {
        log.error({ err }, 'a held call is left to its client');
        end(null);
      };
      // It throws for a stream whose client has left.
      text.then(end, fail).catch(() => {});
    },
    cancel() {
      clearInterval(timer);
      left();
    },
  });
};

const JSON_TYPE = { 'content-type': 'application/json' };

/** Places by credential, and in all. */
export function createPlaces({ each, all, what }: typeof ANSWERS) {
  const taken = new Map<string, number>();
  let sum = 0;

  /** Returns the function that gives the place back; null if there is none. */
  function take(credential: string): (() => void) | null {
    const own = taken.get(credential) ?? 0;
    if (own >= each || sum >= all) return null;
    taken.set(credential, own + 1);
    sum++;
    return once(() => {
      const left = (taken.get(credential) ?? 1) - 1;
      if (left === 0) taken.delete(credential);
      else taken.set(credential, left);
      sum--;
    });
  }

  function full(credential: string): InboxError {
    const isOwn = (taken.get(credential) ?? 0) >= each;
    const sentence = isOwn
      ? `This credential has ${each} ${what} under way. Read or close one first`
      : `The inbox has ${all} ${what} under way. Try again in 1s`;
    return new InboxError('rate_limited', sentence, { retryAfterSeconds: 1 });
  }

  return {
    take,
    full,
    /**
     * Takes a place, or refuses the request.
     * @throws InboxError `rate_limited` if there is none
     */
    claim(credential: string): () => void {
      const left = take(credential);
      if (!left) throw full(credential);
      return left;
    },
  };
}

async function* listed(parts: AsyncGenerator<object[]>, before: string, after: string) {
  let gap = before;
  for await (const part of parts) {
    yield part.map((item) => `${takeGap()}${JSON.stringify(item)}`).join('');
  }
  yield `${gap === before ? before : ''}${after}`;

  function takeGap(): string {
    const taken = gap;
    gap = ',';
    return taken;
  }
}

/** Encodes text in slices; only the last one is shorter. */
async function* encoded(pieces: AsyncGenerator<string>): Slices {
  const encoder = new TextEncoder();
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < SLICE) continue;
    yield* slicesOf(encoder.encode(text));
    text = '';
  }
  if (text !== '') yield* slicesOf(encoder.encode(text));
}

async function* slicesOf(bytes: Uint8Array<ArrayBuffer>): Slices {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

async function* resumed(begun: Uint8Array<ArrayBuffer>[], rest: Slices): Slices {
  try {
    yield* begun;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}
