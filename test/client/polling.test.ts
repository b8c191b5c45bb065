import { expect, test } from 'bun:test';
import { follow as followLog } from '../../src/client/follow/follow.ts';
import { findRun } from '../../src/run-file.ts';
import { plainProxy } from '../support/proxies/plain.ts';
import { testServer } from '../support/server/server.ts';

test.each([{ isSilent: false }, { isSilent: true }])(
  'polls while no WebSocket gets through, and switches once one does: %p',
  async (how) => {
    await using server = await testServer();
    await using proxy = plainProxy(() => server.url, how);
    const token = `${findRun(server.data)?.token}`;
    const source = async () => {
      const { url } = proxy;
      return { url, credentials: { token } };
    };
    const received: string[] = [];
    const states: unknown[] = [];
    const events = new EventTarget();
    const until = async (holds: () => boolean) => {
      while (!holds())
        await new Promise((wake) => events.addEventListener('news', wake, { once: true }));
    };
    const live = followLog(
      { source, place: { after: 'now' }, probeMs: 200 },
      {
        event({ name, payload }) {
          if (name === 'message:created') received.push(`${payload.text}`);
          events.dispatchEvent(new Event('news'));
        },
        state(...state) {
          states.push(state);
          events.dispatchEvent(new Event('news'));
        },
      },
    );
    await until(() => states.length === 1);
    expect(states).toEqual([['live', 'polling']]);
    const channel = await server.channel();
    const say = (text: string) =>
      server.as.agent.post('/messages', { channelId: channel.id, text });
    await say('one');
    await until(() => received.length === 1);
    proxy.pass();
    await until(() => states.length === 3);
    expect(states.slice(1)).toEqual([['lost'], ['live', 'websocket']]);
    await say('two');
    await until(() => received.length === 2);
    expect(received).toEqual(['one', 'two']);
    live.close();
    await live.ended;
  },
  30_000,
);
