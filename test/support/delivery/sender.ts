import { parseAllowList } from '../../../src/core/targets/addresses.ts';
import { createSender, type Exchange } from '../../../src/delivery/send.ts';

type Options = {
  allow?: string[];
  timeoutMs?: number;
  resolve?: (host: string) => Promise<string[]>;
};

/** A sender that may reach 127.0.0.2 and, of this machine, nothing else. */
export function testSender({ allow = ['127.0.0.2'], timeoutMs = 10_000, resolve }: Options = {}) {
  const sender = createSender({
    allow: parseAllowList(allow),
    timeoutMs,
    ...(resolve ? { resolve } : {}),
  });
  return {
    ...sender,
    post: (url: string, rest: Partial<Exchange> = {}) =>
      sender.send({ url, method: 'POST', headers: {}, body: '{}', ...rest }),
    [Symbol.dispose]: () => sender.close(),
  };
}
