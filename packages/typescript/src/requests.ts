/** Requests to an inbox that may be away for a while. */

export class InboxError extends Error {
  override readonly name = 'InboxError';

  constructor(
    message: string,
    /** The status of the response; undefined if there was none. */
    readonly status?: number,
  ) {
    super(message);
  }
}

type Sent = {
  body?: object;
  signal?: AbortSignal | undefined;
  /** How long to try again while the inbox is away, as a time: a minute from now unless given. */
  until?: number;
  /** How long the inbox may take. */
  seconds?: number;
};

const PATIENCE_MS = 60_000;
/** Beyond what the inbox takes to answer. */
const GRACE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 5;

export class Requests {
  readonly #api: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, key: string) {
    this.#api = `${url.replace(/\/+$/, '')}/api/v1`;
    this.#headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  }

  /** Sends a request again until it is answered. Each of them can be repeated: it then changes nothing. */
  async send<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const { body, signal, until, seconds = 20 } = sent;
    const giveUp = Math.max(Date.now() + PATIENCE_MS, until || 0);
    for (let pause = 0.25; ; pause = Math.min(pause * 2, LONGEST_PAUSE_SECONDS)) {
      const limit = AbortSignal.timeout((seconds + GRACE_SECONDS) * 1000);
      let wait = pause;
      let failure: InboxError;
      try {
        const response = await fetch(this.#api + path, {
          method,
          headers: this.#headers,
          body: body === undefined ? null : JSON.stringify(body),
          // It would make a POST a GET, and carry the key elsewhere.
          redirect: 'manual',
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
        const text = await response.text();
        if (response.ok) return read<T>(text, this.#api);
        failure = new InboxError(faultIn(text, response), response.status);
        const isTemporary = response.status === 429 || response.status >= 500;
        if (!isTemporary) throw failure;
        wait = Number(response.headers.get('retry-after')) || pause;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof InboxError) throw error;
        failure = new InboxError(`The inbox can't be reached at ${this.#api}: ${causeOf(error)}`);
      }
      if (Date.now() + wait * 1000 > giveUp) throw failure;
      await sleep(wait * 1000, signal);
    }
  }
}

function read<T>(text: string, api: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new InboxError(`What answers at ${api} is not an inbox: check INBOX_URL`);
  }
}

/** The inbox says what is wrong with which field. */
function faultIn(text: string, { status, headers }: Response): string {
  const moved = headers.get('location');
  if (moved !== null) return `The inbox is elsewhere: set INBOX_URL by ${moved}`;
  try {
    const { message, detail } = JSON.parse(text);
    const words = message === 'Validation failed' && detail ? detail : message;
    if (status === 401) return `${words}. Check the key: INBOX_API_KEY`;
    if (words) return `${words}`;
  } catch {}
  return `The inbox answered with status ${status}`;
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return `${error}`;
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
