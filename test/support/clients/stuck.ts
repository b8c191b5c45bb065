/** Clients of a channel that subscribe and then read no more, spoken by hand. */
import type { Socket } from 'bun';

/** Reads again; resolves, once the server has ended the connection, to the text that still came. */
export type Stuck = { readAgain: () => Promise<string> };
type Subscribe = (url: string, apiKey: string, channelId: string) => Promise<Stuck>;

const connect = (apiKey: string) => `40${JSON.stringify({ apiKey })}`;
const subscribe = (channelId: string) => `420${JSON.stringify(['subscribe:channel', channelId])}`;
const SUBSCRIBED = '430[{"ok":true}]';

/** A websocket whose receiver is full. */
export const stuckSocket: Subscribe = async (url, apiKey, channelId) => {
  const { socket, shows, ended, text } = await openRaw(new URL(url));
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n' +
      'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await shows('"pingInterval"');
  socket.write(frame(connect(apiKey)));
  await shows('40{"sid"');
  socket.write(frame(subscribe(channelId)));
  await shows(SUBSCRIBED);
  socket.pause();
  const before = text().length;
  return {
    async readAgain() {
      socket.resume();
      await ended;
      return text().slice(before);
    },
  };
};

/** A polling client that polls no more. */
export const stuckPolling: Subscribe = async (url, apiKey, channelId) => {
  const at = `${url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(at)).text();
  const { sid } = JSON.parse(opened.slice(1));
  const poll = () => fetch(`${at}&sid=${sid}`);
  const send = (body: string) => fetch(`${at}&sid=${sid}`, { method: 'POST', body });
  const until = async (text: string) => {
    while (!(await (await poll()).text()).includes(text));
  };
  await send(connect(apiKey));
  await until('40{"sid"');
  await send(subscribe(channelId));
  await until(SUBSCRIBED);
  return {
    async readAgain() {
      let text = '';
      for (let answer = await poll(); answer.ok; answer = await poll()) text += await answer.text();
      return text;
    },
  };
};

async function openRaw({ hostname, port }: URL) {
  let text = '';
  let look = () => {};
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const socket: Socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, chunk) {
        text += chunk.toString('latin1');
        look();
      },
      close: () => end(),
      error: () => end(),
    },
  });
  const shows = (wanted: string) =>
    new Promise<void>((resolve) => {
      look = () => text.includes(wanted) && resolve();
      look();
    });
  return { socket, shows, ended, text: () => text };
}

/** A masked text frame; the mask is zero, which leaves the text as it is. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const length = body.length < 126 ? [body.length] : [126, body.length >> 8, body.length & 255];
  const [first = 0, ...rest] = length;
  return Buffer.concat([Buffer.from([0x81, 0x80 | first, ...rest, 0, 0, 0, 0]), body]);
}
