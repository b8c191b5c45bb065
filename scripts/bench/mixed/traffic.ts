/** Requests over a few connections, and polls that wait over many. */
import { type Answer, type Connection, connect } from '../support/connection.ts';

type Kind = 'sends' | 'lists' | 'answers';

/** Sends requests over connections of its own, one at a time on each; latency counts from the call. */
export async function createAsker(url: string, connections: number) {
  const free = await Promise.all(Array.from({ length: connections }, () => connect(url)));
  const tookMs: Record<Kind, number[]> = { sends: [], lists: [], answers: [] };
  const queue: ((connection: Connection) => void)[] = [];
  let failed = 0;
  let open = 0;

  const release = (connection: Connection) => {
    const next = queue.shift();
    if (next) next(connection);
    else free.push(connection);
  };

  return {
    tookMs,
    failed: () => failed,
    forget() {
      for (const ms of Object.values(tookMs)) ms.length = 0;
    },
    async ask(kind: Kind, request: string): Promise<Answer> {
      const at = performance.now();
      open++;
      const connection =
        // In turn: a connection that is unused for a minute is closed.
        free.shift() ?? (await new Promise<Connection>((resolve) => queue.push(resolve)));
      const answer = await connection.ask(request);
      release(connection);
      tookMs[kind].push(performance.now() - at);
      if (answer.status < 200 || answer.status > 299) failed++;
      open--;
      return answer;
    },
    async idle() {
      while (open > 0) await Bun.sleep(10);
    },
  };
}

type Review = { id: string; channelId: string };
type Verbs = { ask: (n: number) => Promise<Review>; wait: (review: Review) => string };

/** Each sends a review and waits for its answer, again and again. */
export async function createWaiters(url: string, count: number, { ask, wait }: Verbs) {
  const waiting: string[] = [];
  let woken = 0;
  let failed = 0;

  async function waitAlways(n: number, connection: Connection): Promise<void> {
    let review = await ask(n);
    waiting.push(review.id);
    while (true) {
      const { status, body } = await connection.ask(wait(review));
      if (status !== 200) {
        failed++;
        return;
      }
      if (body.includes('"status":"timeout"')) continue;
      woken++;
      review = await ask(n);
      waiting.push(review.id);
    }
  }

  for (let n = 0; n < count; n++) {
    const connection = await connect(url);
    void waitAlways(n, connection);
  }
  while (waiting.length < count) await Bun.sleep(10);
  return {
    /** Removes and returns the review that has waited longest. */
    next: () => waiting.shift(),
    woken: () => woken,
    failed: () => failed,
  };
}
