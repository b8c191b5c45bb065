/** The clients that the page on live events prints, while the server is killed and restored. */
import { expect } from 'bun:test';
import { join } from 'node:path';
import { createBackup } from '../../src/backup/create.ts';
import { restoreBackup } from '../../src/backup/restore.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { needsConcurrently } from '../support/machine/tools.ts';
import { serveInProcess } from '../support/server/process.ts';

const root = join(import.meta.dir, '../..');
const page = await Bun.file(join(root, 'docs/live.md')).text();
const printed = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n(.+?)^\`\`\`$`, 'ms').exec(page)?.[1]?.trimEnd() ?? '';
const response = { selectedOption: 'approve' };
/** A client that was refused connects again within that. */
const RECONNECTED_MS = 7000;

const clients: [language: string, command: string[], wanted: string][] = [
  ['js', [process.execPath, '-e'], 'asked: Go?\nanswered: {"selectedOption":"approve"}'],
  ['python', ['python3', '-c'], "answered: {'selectedOption': 'approve'}"],
];
for (const [language, command, wanted] of clients) {
  needsConcurrently('python3')(
    `the printed client in ${language} is under 40 lines, and survives kills and a restored backup`,
    async () => {
      const code = printed(language);
      expect(code.split('\n').length).toBeWithin(10, 40);
      const data = temporaryDirectory();
      const archive = join(data, 'a.tar.gz');
      let server = await serveInProcess(data);
      const { id } = (await server.owner.post<Agent>('/agents', { name: 'Bot' })).body;
      const { key } = (await server.owner.post<NewKey>('/keys', { name: 'Bot' })).body;
      const { port } = new URL(server.url);
      const restart = async (whileStopped = async () => {}) => {
        await server.end('SIGKILL');
        await whileStopped();
        server = await serveInProcess(data, { INBOX_PORT: port });
        await Bun.sleep(RECONNECTED_MS);
      };
      const follower = Bun.spawn([...command, code.replace('4600', port)], {
        cwd: root,
        stdout: 'pipe',
        stderr: 'pipe',
        env: { ...process.env, KEY: key, CHANNEL: id, PYTHONUNBUFFERED: '1' },
      });
      try {
        await createBackup(data, archive, () => {});
        await restart();
        await server.agent.post('/messages', { channelId: id, text: 'after the backup' });
        await restart(async () => void (await restoreBackup(data, archive, () => {})));
        const question = { channelId: id, text: 'Go?', review: { type: 'approval' } };
        const { body } = await server.agent.post<Message>('/messages', question);
        await server.owner.post(`/reviews/${body.id}/respond`, { response });
        let text = '';
        for await (const part of follower.stdout) {
          text += new TextDecoder().decode(part);
          if (/answered.*\n/.test(text)) break;
        }
        expect(text).toEndWith(`${wanted}\n`);
      } finally {
        follower.kill();
        await server.end('SIGKILL');
        removeDirectory(data);
      }
    },
    60_000,
  );
}
