import { expect, test } from 'bun:test';
import { testTerminal } from '../support/terminal/terminal.ts';

const page = ['text/html', '<h1>Hello</h1>'] as const;
const json = ['application/json', '{"data":{}}'] as const;

test.each([
  [200, ...page],
  [404, ...page],
  [502, ...page],
  [200, ...json],
] as const)(
  'reports that a server answering %p as %p is not an inbox',
  async (status, type, body) => {
    await using terminal = testTerminal();
    const headers = { 'content-type': type };
    await using other = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response(body, { status, headers }),
    });
    const env = { INBOX_URL: `http://127.0.0.1:${other.port}`, INBOX_TOKEN: 'hu_x' };
    for (const command of [['list'], ['whoami'], ['channel', 'list']]) {
      const { code, stdout, stderr } = await terminal.run(command, { env });
      expect([command, code, stdout]).toEqual([command, 1, '']);
      expect(stderr).toMatch(/^error: Not an inbox.*Check the address\n$/);
    }
  },
);
