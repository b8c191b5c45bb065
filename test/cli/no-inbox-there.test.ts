import { expect, test } from 'bun:test';
import { testTerminal } from '../support/terminal.ts';

test.each([200, 404, 502])(
  'another server that answers %p is no inbox, and the address is to be checked',
  async (status) => {
    await using terminal = testTerminal();
    const headers = { 'content-type': 'text/html' };
    await using other = Bun.serve({
      ...{ port: 0, hostname: '127.0.0.1' },
      fetch: () => new Response('<h1>Hello</h1>', { status, headers }),
    });
    const env = { INBOX_URL: `http://127.0.0.1:${other.port}`, INBOX_TOKEN: 'hu_x' };
    for (const command of [['list'], ['whoami'], ['channel', 'list']]) {
      const { code, stdout, stderr } = await terminal.run(command, { env });
      expect([command, code, stdout]).toEqual([command, 1, '']);
      expect(stderr).toMatch(/^error: What answers there is no inbox.*Check the address\n$/);
    }
  },
);
