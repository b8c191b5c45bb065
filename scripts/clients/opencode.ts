/** OpenCode: how it is started, and how its terminal is answered. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { $ } from 'bun';
import type { Driver } from './cases.ts';
import { type Box, openTerminal } from './machine.ts';

export const opencode: Driver = {
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Runs it' } }),
  question: (question, labels) => ({
    tool: 'question',
    input: {
      questions: [
        {
          question,
          header: 'Which',
          options: labels.map((label) => ({ label, description: `About ${label}` })),
        },
      ],
    },
  }),
  plan: null,
  async prepare(home, box) {
    const work = join(home, 'work');
    await mkdir(work, { recursive: true });
    await $`git init -q ${work}`;
    await connect(home, box);
  },
  async open(home, { model, bin, args = [] }) {
    await configure(home, model);
    const command = [join(bin, 'opencode'), '--prompt', 'go', ...args];
    return openTerminal(home, command, environment(home));
  },
  async runHeadless(home, { model, bin, args = [] }) {
    await configure(home, model);
    const child = Bun.spawn([join(bin, 'opencode'), 'run', ...args, 'go'], {
      cwd: join(home, 'work'),
      env: environment(home),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out = await new Response(child.stdout).text();
    return { code: await child.exited, out };
  },
  asks: /Allow once|Permission required|esc dismiss/i,
  yes: ['Enter'],
  no: ['Escape'],
  done: /All done/,
};

const configure = (home: string, model: string) =>
  writeFile(
    join(home, 'work', 'opencode.json'),
    JSON.stringify({
      model: 'scripted/m',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `${model}/v1`, apiKey: 'x' },
          models: { m: { name: 'm', tool_call: true } },
        },
      },
      permission: { bash: 'ask', edit: 'ask' },
      autoupdate: false,
      share: 'disabled',
    }),
  );

const environment = (home: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
});

async function connect(home: string, { url, key, executable }: Box): Promise<void> {
  const called = join(home, 'inbox');
  await writeFile(
    called,
    `#!/bin/sh\nINBOX_URL='${url}' INBOX_API_KEY='${key}' exec '${executable}' "$@"\n`,
    { mode: 0o700 },
  );
  const plugin = await readFile(`${import.meta.dir}/../../src/agents/opencode/plugin.js`, 'utf8');
  const directory = join(home, '.config', 'opencode', 'plugins');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'inbox.js'), plugin.replace('@INBOX@', called));
}
