/** The floor for the commands: one request and its rows, written by hand; or a text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [what = '', data = '', id = ''] = process.argv.slice(2);
type Asked = { id: string; text: string; channelId: string };

const print: Record<string, () => Promise<string>> = {
  async list() {
    const rows: Asked[] = await get('/reviews/pending?limit=100');
    return rows.map((one) => [one.id.slice(-8), one.channelId, one.text].join('\t')).join('\n');
  },
  async show() {
    const one: Asked = await get(`/messages/${id}`);
    return [one.id, one.channelId, one.text].join('\n');
  },
  help: async () =>
    Array.from({ length: 50 }, (_, at) => `  command-${at}  what it does`).join('\n'),
  async completions() {
    const channels: { name: string }[] = await get('/agents');
    return channels.map(({ name }) => name).join('\n');
  },
};
process.stdout.write(`${await print[what]?.()}\n`);

async function get<T>(path: string): Promise<T> {
  const { url, token } = JSON.parse(readFileSync(join(data, 'run.json'), 'utf8'));
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/api/v1${path}`, { headers })).json() as Promise<T>;
}
