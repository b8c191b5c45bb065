import { parseAllowList } from '../../../src/core/outgoing/addresses.ts';
import { createOwnExchange } from '../../../src/delivery/http/own.ts';
import { createSend, type Outgoing, type Send, sendBy } from '../../../src/delivery/http/send.ts';

type Options = {
  timeoutMs?: number;
  resolve?: (host: string) => Promise<string[]>;
};

/** A sender that may reach 127.0.0.2 and, of this machine, nothing else. */
export const testSender = ({
  allow = ['127.0.0.2'],
  timeoutMs = 10_000,
  ...rest
}: Options & { allow?: string[] } = {}) =>
  posting(createSend({ allow: parseAllowList(allow), timeoutMs, ...rest }));

/** A sender to what the owner has set. */
export const ownSender = ({ timeoutMs = 10_000, ...rest }: Options & { mostBytes?: number } = {}) =>
  posting(sendBy(createOwnExchange({ timeoutMs, ...rest })));

function posting(send: Send) {
  const ending = new AbortController();
  const close = () => ending.abort(new Error('The inbox is shutting down'));
  return {
    close,
    post: (url: string, rest: Partial<Outgoing> = {}) =>
      send({ url, method: 'POST', headers: {}, body: '{}', ...rest }, ending.signal),
    [Symbol.dispose]: close,
  };
}
