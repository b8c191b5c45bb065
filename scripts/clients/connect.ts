/** Connects a client with `inbox connect`, as a person does who has a code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClientName } from '../../src/agents/clients.ts';
import { clientFiles } from '../../src/agents/files.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Enrolment } from '../../src/core/enrolments/schema.ts';
import type { TestInbox } from './inbox.ts';
import { programs, searchPath } from './installed.ts';

type Connecting = {
  client: ClientName;
  home: string;
  /** Another server, which is there once the client is connected. */
  url: string | undefined;
  expires: number | undefined;
  /** Rules for what it must ask. */
  ask: string[];
};

export const executable = join(import.meta.dir, '../../dist/inbox');
let channels = 0;

/** @returns the id of a channel of its own */
export async function connect(inbox: TestInbox, connecting: Connecting): Promise<string> {
  const { client, home, url = inbox.url, expires, ask } = connecting;
  const owner = inbox.owner();
  const name = `${client} ${++channels}`;
  const { body: channel } = await owner.post<Agent>('/agents', { name });
  const { body } = await owner.post<Enrolment>('/enrolments', { client, channelId: channel.id });
  const gate = clientFiles[client].gate === null ? [] : ['--gate'];
  const rules = ask.flatMap((rule) => ['--ask', rule]);
  const flags = ['--url', inbox.url, '--code', body.code, '--yes', ...gate, ...rules];
  const { exitCode, stderr } = Bun.spawnSync([executable, 'connect', client, ...flags], {
    env: { HOME: home, PATH: `${dirname(programs[client])}:${searchPath}` },
    stderr: 'pipe',
  });
  if (exitCode !== 0) throw new Error(`inbox connect ${client}: ${stderr}`);
  const settings = join(home, '.claude/settings.json');
  replaceIn(join(home, '.config/inbox/connected.json'), inbox.url, url);
  if (client === 'claude') {
    replaceIn(settings, inbox.url, url);
    if (expires) replaceIn(settings, '/hooks/claude"', `/hooks/claude?expires=${expires}"`);
  }
  return channel.id;
}

function replaceIn(path: string, from: string, to: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
}
