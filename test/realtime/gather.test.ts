import { expect, test } from 'bun:test';
import { createGatherer } from '../../src/realtime/gather.ts';

const HEARD = ['1', '2', '3', '4'];

test.each([
  ['one turn', false],
  ['two turns', true],
])('what %s sent before a close arrives, in order', async (_, late) => {
  const gathered = createGatherer();
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
  const heard: string[] = [];
  const client = new WebSocket(`ws://127.0.0.1:${server.port}`);
  client.onmessage = ({ data }) => heard.push(data);
  await new Promise((resolve) => {
    client.onclose = resolve;
  });
  expect(heard).toEqual(HEARD);
});

test('a websocket that has gone before the turn ends hurts nobody else', async () => {
  const gathered = createGatherer();
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
