/** Connects a client as `inbox connect` does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClientName } from '../../src/agents/clients.ts';
import { opencode } from '../../src/agents/opencode/files.ts';
import { channelOf, type TestInbox } from './inbox.ts';

/** @returns the channel's id */
export async function connect(
  inbox: TestInbox,
  client: ClientName,
  home: string,
  url: string,
  expires = 86_400,
): Promise<string> {
  const { channel, key } = await channelOf(inbox, client);
  const record = join(home, '.config/inbox/connected.json');
  write(
    record,
    JSON.stringify({
      clients: {
        [client]: {
          url,
          key: key.key,
          keyId: key.id,
          state: 'done',
          channelId: channel.id,
          channelName: client,
          version: '0',
          connectedAt: new Date().toISOString(),
          files: [],
          marks: [],
        },
      },
      toEnd: [],
    }),
  );
  const executable = join(import.meta.dir, '../../dist/inbox');
  if (client === 'opencode') {
    const connecting = {
      url,
      key: key.key,
      executable,
      record,
      ask: [],
      deniedCommands: ['answer'],
      deniedDirectories: [dirname(record)],
    };
    for (const file of opencode.files(connecting, { home, variable: () => undefined })) {
      if ('text' in file) write(file.path, file.text);
    }
    return channel.id;
  }
  const hook = { type: 'command', command: `${executable} hook claude`, async: true, timeout: 10 };
  const http = (timeout: number) => [
    {
      hooks: [
        {
          type: 'http',
          url: `${url}/api/v1/hooks/claude?expires=${expires}`,
          timeout,
          headers: { 'X-API-Key': key.key },
        },
      ],
    },
  ];
  write(
    join(home, '.claude/settings.json'),
    JSON.stringify({
      permissions: { defaultMode: 'default' },
      hooks: {
        PermissionRequest: http(86400),
        PostToolUse: [{ hooks: [hook] }],
        PostToolUseFailure: [{ hooks: [hook] }],
        PermissionDenied: http(2),
        Stop: http(2),
        SubagentStop: http(2),
        SessionEnd: http(2),
      },
    }),
  );
  return channel.id;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
}
