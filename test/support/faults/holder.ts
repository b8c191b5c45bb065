/**
 * A program that asks held questions and waits for each, as an agent does: it comes back whenever a wait ends
 * or its connection breaks. Prints a line for each question, and one for each end.
 */
const [url = '', key = '', channelId = '', count = '0', expiresInSeconds = '3600'] =
  process.argv.slice(2);
const WAIT_MS = 10_000;
const PAUSE_MS = 500;

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}

async function hold(number: number): Promise<void> {
  const review = { type: 'approval', hold: true, expiresInSeconds: Number(expiresInSeconds) };
  const asked = await call('POST', '/messages', { channelId, text: `Number ${number}?`, review });
  const { id } = asked as { id: string };
  console.log(JSON.stringify({ id, status: 'asked' }));
  while (true) {
    const path = `/reviews/${id}/wait?channel=${channelId}&timeout=${WAIT_MS}`;
    const { status } = (await call('GET', path).catch(() => ({ status: 'away' }))) as {
      status: string;
    };
    if (status === 'away') await Bun.sleep(PAUSE_MS);
    else if (status !== 'timeout') return console.log(JSON.stringify({ id, status }));
  }
}

await Promise.all(Array.from({ length: Number(count) }, (_, number) => hold(number)));
