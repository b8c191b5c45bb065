/** Claude Code: how it is started, and how its terminal is answered. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { $ } from 'bun';
import type { Driver } from './cases.ts';
import { type Box, openTerminal } from './machine.ts';

const KEY = 'sk-ant-scripted-model-of-a-test';

export const claude: Driver = {
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'Runs it' } }),
  question: (question, labels) => ({
    tool: 'AskUserQuestion',
    input: {
      questions: [
        {
          question,
          header: 'Which',
          multiSelect: false,
          options: labels.map((label) => ({ label, description: `About ${label}` })),
        },
      ],
    },
  }),
  plan: (plan) => ({ tool: 'ExitPlanMode', input: { plan } }),
  async prepare(home, box) {
    const work = join(home, 'work');
    await mkdir(work, { recursive: true });
    await $`git init -q ${work}`;
    const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
    await writeFile(
      join(home, '.claude.json'),
      JSON.stringify({
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
        projects: { [work]: trusted },
      }),
    );
    await connect(home, box);
  },
  async open(home, { model, bin, args = [] }) {
    const terminal = await openTerminal(
      home,
      [join(bin, 'claude'), ...args],
      environment(home, model),
    );
    await terminal.shows(/shortcuts|for agents|❯/);
    await Bun.sleep(1000);
    await terminal.press('go', 'Enter');
    return terminal;
  },
  async runHeadless(home, { model, bin, args = [] }) {
    const command = [join(bin, 'claude'), '-p', 'go', ...args];
    const child = Bun.spawn(command, {
      cwd: join(home, 'work'),
      env: environment(home, model),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out = await new Response(child.stdout).text();
    return { code: await child.exited, out };
  },
  asks: /Do you want|Would you like|Enter to select/,
  yes: ['Enter'],
  no: ['Escape'],
  done: /All done/,
};

const environment = (home: string, model: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  ANTHROPIC_BASE_URL: model,
  ANTHROPIC_API_KEY: KEY,
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
});

async function connect(home: string, { url, key, executable }: Box): Promise<void> {
  const called = (timeout: number) => ({
    type: 'http',
    url: `${url}/api/v1/hooks/claude`,
    timeout,
    headers: { Authorization: `Bearer ${key}` },
  });
  const ran = {
    type: 'command',
    command: `INBOX_URL=${url} INBOX_API_KEY=${key} ${executable} hook claude`,
    async: true,
    timeout: 10,
  };
  const each = (hook: object) => [{ hooks: [hook] }];
  await mkdir(join(home, '.claude'), { recursive: true });
  await writeFile(
    join(home, '.claude', 'settings.json'),
    JSON.stringify({
      permissions: { defaultMode: 'default' },
      hooks: {
        PermissionRequest: each(called(86_430)),
        PostToolUse: each(ran),
        PostToolUseFailure: each(ran),
        SessionEnd: each(called(2)),
        Stop: each(called(2)),
        SubagentStop: each(called(2)),
        PermissionDenied: each(called(2)),
      },
    }),
  );
}
