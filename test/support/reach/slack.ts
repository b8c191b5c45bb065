/** Slack on loopback, as https://docs.slack.dev describes what the inbox uses: its Web API and Socket Mode. */
import type { ServerWebSocket } from 'bun';
import { type SlackCall, SlackRefusal, slackMessages } from './slack-messages.ts';

export const APP_TOKEN = 'xapp-1-A0123-very-secret-app';
export const BOT_TOKEN = 'xoxb-0123-very-secret-bot';

type Socket = ServerWebSocket<{ ticket: string }>;
export type SlackServer = ReturnType<typeof testSlack>;

export function testSlack() {
  const { messages, members, methods, ...written } = slackMessages();
  const received: { method: string; call: SlackCall }[] = [];
  const sockets: Socket[] = [];
  const tickets = new Set<string>();
  const acknowledged: string[] = [];
  const closed: number[] = [];
  /** Envelopes that no connection has acknowledged. */
  let waiting: { envelope_id: string }[] = [];
  let lastId = 0;
  let others = 0;
  let refusing: { method: string; refusal: SlackRefusal } | null = null;
  let breaking: string | null = null;

  const appMethods: typeof methods = {
    'apps.connections.open': () => {
      const ticket = `t-${++lastId}-secret-ticket`;
      tickets.add(ticket);
      return { url: `ws://127.0.0.1:${server.port}/link?ticket=${ticket}&app_id=A0123` };
    },
  };

  async function answer(method: string, token: string, body: string): Promise<Response> {
    const all = token === APP_TOKEN ? appMethods : methods;
    const isKnown = token === APP_TOKEN || token === BOT_TOKEN;
    try {
      const call = JSON.parse(body || '{}') as SlackCall;
      received.push({ method, call });
      if (refusing?.method === method) throw refusing.refusal;
      if (!isKnown) throw new SlackRefusal('invalid_auth');
      const found = all[method];
      if (!found)
        throw new SlackRefusal(
          method in { ...methods, ...appMethods } ? 'not_allowed_token_type' : 'unknown_method',
        );
      const result = found(call);
      if (method === breaking) {
        breaking = null;
        return new Response('Bad Gateway', { status: 502 });
      }
      return Response.json({ ok: true, ...result });
    } catch (error) {
      const { code, status, headers } = error as SlackRefusal;
      return Response.json({ ok: false, error: code }, { status, headers });
    }
  }

  const server = Bun.serve<{ ticket: string }>({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request, self) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/link') {
        const ticket = searchParams.get('ticket') ?? '';
        // A ticket is valid once.
        if (!tickets.delete(ticket)) return new Response(null, { status: 401 });
        return self.upgrade(request, { data: { ticket } })
          ? undefined
          : new Response(null, { status: 400 });
      }
      const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
      return answer(pathname.replace('/api/', ''), token, await request.text());
    },
    websocket: {
      open(socket) {
        sockets.push(socket);
        const connection_info = { app_id: 'A0123' };
        const num_connections = sockets.length + others;
        socket.send(JSON.stringify({ type: 'hello', num_connections, connection_info }));
        for (const envelope of waiting) socket.send(JSON.stringify(envelope));
      },
      message(_, text) {
        const { envelope_id } = JSON.parse(`${text}`) as { envelope_id: string };
        acknowledged.push(envelope_id);
        waiting = waiting.filter((one) => one.envelope_id !== envelope_id);
      },
      close(socket, code) {
        closed.push(code);
        sockets.splice(sockets.indexOf(socket), 1);
      },
    },
  });

  function push(type: string, payload: object, isKept: boolean): string {
    const envelope_id = `e-${++lastId}`;
    const envelope = { envelope_id, type, payload, accepts_response_payload: false };
    if (isKept) waiting.push(envelope);
    sockets.at(-1)?.send(JSON.stringify(envelope));
    return envelope_id;
  }

  return {
    url: `http://127.0.0.1:${server.port}/api`,
    received,
    messages,
    members,
    sockets,
    acknowledged,
    closed,
    ...written,
    /** A member presses a button, or sends what one carries. Slack does not repeat it. */
    press(user: string, message: (typeof messages)[number] | undefined, value: string): string {
      const container = message && {
        type: 'message',
        message_ts: message.ts,
        channel_id: message.channel,
      };
      const actions = [{ type: 'button', action_id: 'answer-0', block_id: 'b', value }];
      const payload = { type: 'block_actions', user: { id: user }, actions, container, message };
      return push('interactive', payload, false);
    },
    /** A member writes to the app, in the thread of a message if it is named. */
    write(
      user: string,
      text: string,
      { thread_ts, ...more }: { thread_ts?: string } & Record<string, unknown> = {},
    ): string {
      const ts = written.nextTs();
      const channel = written.directOf(user);
      const place = { channel, channel_type: 'im', ts, ...(thread_ts ? { thread_ts } : {}) };
      const event = { type: 'message', user, text, ...place, ...more };
      return push('events_api', { type: 'event_callback', event_id: `Ev${ts}`, event }, true);
    },
    /** Sends something other than an envelope. */
    send: (message: object) => sockets.at(-1)?.send(JSON.stringify(message)),
    /** Ends the connection as a network that fails. */
    cut: () => sockets.at(-1)?.terminate(),
    /** Other programs that are connected as the app. */
    share(count: number): void {
      others = count;
    },
    refuse(method: string | null, code = 'internal_error', status = 200, headers = {}): void {
      refusing = (method && { method, refusal: new SlackRefusal(code, status, headers) }) || null;
    },
    /** Does the next call of a method, but answers as a proxy that lost the answer. */
    breakAfter(method: string): void {
      breaking = method;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
