import { parseAllowList } from '../../../src/core/outgoing/addresses.ts';
import { createSend, type Outgoing } from '../../../src/delivery/http/send.ts';

type Options = {
  allow?: string[];
  timeoutMs?: number;
  resolve?: (host: string) => Promise<string[]>;
};

/** A sender that may reach 127.0.0.2 and, of this machine, nothing else. */
export function testSender({ allow = ['127.0.0.2'], timeoutMs = 10_000, resolve }: Options = {}) {
  const ending = new AbortController();
  const close = () => ending.abort(new Error('The inbox is shutting down'));
  const send = createSend({
    allow: parseAllowList(allow),
    timeoutMs,
    ...(resolve ? { resolve } : {}),
  });
  return {
    close,
    post: (url: string, rest: Partial<Outgoing> = {}) =>
      send({ url, method: 'POST', headers: {}, body: '{}', ...rest }, ending.signal),
    [Symbol.dispose]: close,
  };
}
