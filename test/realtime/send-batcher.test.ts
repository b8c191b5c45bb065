import { expect, test } from 'bun:test';
import { createSendBatcher } from '../../src/realtime/send-batcher.ts';

const HEARD = ['1', '2', '3', '4'];

test.each([
  ['one turn', false],
  ['two turns', true],
])('delivers the packets of %s before a close, in order', async (_, late) => {
  const gathered = createSendBatcher();
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, own) => (own.upgrade(request) ? undefined : new Response()),
    websocket: {
      async open(raw) {
        const socket = gathered(raw);
        for (const packet of HEARD.slice(0, 2)) socket.send(packet);
        if (late) await new Promise(setImmediate);
        for (const packet of HEARD.slice(2)) socket.send(packet);
        socket.close();
      },
      message() {},
    },
  });
  const received: string[] = [];
  const client = new WebSocket(`ws://127.0.0.1:${server.port}`);
  client.onmessage = ({ data }) => received.push(data);
  await new Promise((resolve) => {
    client.onclose = resolve;
  });
  expect(received).toEqual(HEARD);
});

test('delivers to other websockets when one has closed within the turn', async () => {
  const gathered = createSendBatcher();
  const raws: Bun.ServerWebSocket<unknown>[] = [];
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request, own) => (own.upgrade(request) ? undefined : new Response()),
    websocket: {
      open(raw) {
        if (raws.push(raw) < 2) return;
        for (const one of raws) gathered(one).send('heard');
        raws[0]?.terminate();
      },
      message() {},
    },
  });
  const first = new WebSocket(`ws://127.0.0.1:${server.port}`);
  await new Promise((resolve) => {
    first.onopen = resolve;
  });
  const second = new WebSocket(`ws://127.0.0.1:${server.port}`);
  const { data } = await new Promise<MessageEvent>((resolve) => {
    second.onmessage = resolve;
  });
  expect(data).toBe('heard');
});

/** As much of a websocket as is used, on which each packet takes a while. */
function slow(name: string, sent: string[]) {
  const send = (packet: string) => {
    const until = performance.now() + 5;
    while (performance.now() < until);
    sent.push(`${name} ${packet.length}`);
  };
  const socket = {
    send,
    cork: (work: () => void) => work(),
    getBufferedAmount: () => 0,
    readyState: 1,
    data: {},
  };
  return socket as unknown as Bun.ServerWebSocket<unknown>;
}

test('sends a large packet to many sockets in slices, and yields in between', async () => {
  const gathered = createSendBatcher();
  const sent: string[] = [];
  const sockets = ['a', 'b', 'c', 'd', 'e'].map((name) => gathered(slow(name, sent)));
  for (const socket of sockets) {
    socket.send('x'.repeat(200_000));
    socket.send('x'.repeat(100_000));
    socket.send('!');
  }
  setImmediate(() => sent.push('others'));
  while (sent.length < 16) await new Promise(setImmediate);
  expect(sent.indexOf('others')).toBeLessThan(8);
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const own = sent.filter((one) => one.startsWith(`${name} `));
    expect(own).toEqual([`${name} 200000`, `${name} 100000`, `${name} 1`]);
  }
});

test('drops a websocket that gathers more than its limit', () => {
  let dropped = false;
  const raw = Object.assign(slow('a', []), { terminate: () => (dropped = true) });
  const socket = createSendBatcher({ backlog: 1000, backlogs: 5000 })(raw as never);
  for (let count = 0; count < 3; count++) socket.send('x'.repeat(400));
  expect(dropped).toBe(true);
});

test('drops the websockets that are furthest behind once all together have more than their limit', async () => {
  const KIB = 1024;
  const gathered = createSendBatcher({ backlog: 4000 * KIB, backlogs: 1000 * KIB });
  const dropped: number[] = [];
  const sockets = [100, 700, 90, 500, 50].map((kib) => {
    const raw = {
      cork: (work: () => void) => work(),
      send: () => {},
      getBufferedAmount: () => (raw.readyState === WebSocket.OPEN ? kib * KIB : 0),
      terminate: () => {
        raw.readyState = WebSocket.CLOSED;
        dropped.push(kib);
      },
      readyState: WebSocket.OPEN as number,
      data: {},
    };
    return gathered(raw as never);
  });
  for (let round = 0; round < 2; round++) {
    for (const socket of sockets) socket.send('x');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  expect(dropped).toEqual([700]);
});
