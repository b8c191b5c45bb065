/** The clients that the page on live events prints, while the server is killed and started again. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { serveInProcess } from '../support/server/process.ts';

const root = join(import.meta.dir, '../..');
const page = await Bun.file(join(root, 'docs/live.md')).text();
const printed = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n(.+?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? '';
const response = { selectedOption: 'approve' };

test.each([
  ['js', [process.execPath, '-e'], 'connected\nasked: Go?\nanswered: {"selectedOption":"approve"}'],
  ['python', ['python3', '-c'], "answered: {'selectedOption': 'approve'}"],
])(
  'the printed client in %s is under 40 lines, and survives a killed server',
  async (language, command, wanted) => {
    const code = printed(language);
    expect(code.trimEnd().split('\n').length).toBeWithin(10, 40);
    const data = temporaryDirectory();
    const first = await serveInProcess(data);
    const { id } = (await first.owner.post<Agent>('/agents', { name: 'Bot' })).body;
    const { key } = (await first.owner.post<NewKey>('/keys', { name: 'Bot' })).body;
    const { port } = new URL(first.url);
    const follower = Bun.spawn([...command, code.replace('4600', port)], {
      ...{ cwd: root, stdout: 'pipe', stderr: 'pipe' },
      env: { ...process.env, KEY: key, CHANNEL: id, PYTHONUNBUFFERED: '1' },
    });
    await Bun.sleep(2000);
    await first.end('SIGKILL');
    await Bun.sleep(500);
    const server = await serveInProcess(data, { INBOX_PORT: port });
    const question = { channelId: id, text: 'Go?', review: { type: 'approval' } };
    const { body } = await server.agent.post<Message>('/messages', question);
    await server.owner.post(`/reviews/${body.id}/respond`, { response });
    let text = '';
    for await (const part of follower.stdout) {
      text += new TextDecoder().decode(part);
      if (text.includes('answered')) break;
    }
    expect(text.replace(/^(connected\n)+/, 'connected\n').trim()).toBe(wanted);
    follower.kill();
    await server.end('SIGKILL');
    removeDirectory(data);
  },
  60_000,
);
