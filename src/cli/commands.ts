/** The commands by name. Each is loaded only when called, to keep `inbox --help` fast. */
import type { Command } from 'commander';
import { clientNames, clients } from '../agents/clients.ts';

export type Entry = {
  name: string;
  aliases?: string[];
  about: string;
  /** Loads what defines the command. */
  load: () => Promise<(command: Command) => void>;
};

/** Words for the same: a command that is called by one of them is found by the others. */
const synonyms = [
  ['list', 'ls'],
  ['create', 'add'],
  ['rm', 'remove', 'delete'],
];

/** Loads what defines the command. */
export async function define(command: Command, { load }: Entry): Promise<void> {
  (await load())(command);
  command.commands.forEach(acceptSynonyms);
}

function acceptSynonyms(command: Command): void {
  const names = [command.name(), ...command.aliases()];
  const same = synonyms.find((words) => words.some((word) => names.includes(word))) ?? [];
  command.aliases(same.filter((word) => !names.includes(word)));
  command.commands.forEach(acceptSynonyms);
}

export const groups: Record<string, Entry[]> = {
  'People:': [
    {
      name: 'triage',
      about: 'work through pending questions (same as `inbox` alone)',
      load: async () => (await import('./commands/triage.ts')).defineTriage,
    },
    {
      name: 'list',
      aliases: ['ls'],
      about: 'list pending or answered questions, or all messages',
      load: async () => (await import('./commands/list.ts')).defineList,
    },
    {
      name: 'answer',
      about: 'answer a question; prompts in a terminal',
      load: async () => (await import('./commands/answer.ts')).defineAnswer,
    },
    {
      name: 'approve',
      about: 'answer a question with the option that approves',
      load: async () => (await import('./commands/decide.ts')).defineApprove,
    },
    {
      name: 'reject',
      about: 'answer a question with the option that refuses',
      load: async () => (await import('./commands/decide.ts')).defineReject,
    },
    {
      name: 'undo',
      about: 'undo an answer that still counts down here',
      load: async () => (await import('./commands/undo.ts')).defineUndo,
    },
    {
      name: 'open',
      about: 'open the dashboard, or a question, in a browser',
      load: async () => (await import('./commands/open.ts')).defineOpen,
    },
    {
      name: 'show',
      about: 'show a message, its question and its answer',
      load: async () => (await import('./commands/show.ts')).defineShow,
    },
    {
      name: 'tail',
      about: 'stream messages and answers as they arrive',
      load: async () => (await import('./commands/tail.ts')).defineTail,
    },
    {
      name: 'contact',
      aliases: ['contacts'],
      about: 'manage how you are notified of questions',
      load: async () => (await import('./commands/contact.ts')).defineContact,
    },
    {
      name: 'attention',
      about: 'show or set your quiet hours and reminders',
      load: async () => (await import('./commands/attention.ts')).defineAttention,
    },
    {
      name: 'login',
      about: 'log in to a remote inbox and make it the default',
      load: async () => (await import('./commands/login.ts')).defineLogin,
    },
    {
      name: 'logout',
      about: 'log out and revoke the token of the login',
      load: async () => (await import('./commands/logout.ts')).defineLogout,
    },
    {
      name: 'profile',
      aliases: ['profiles'],
      about: 'list saved logins and choose the current one',
      load: async () => (await import('./commands/profile.ts')).defineProfile,
    },
    {
      name: 'whoami',
      about: 'show the current inbox and identity',
      load: async () => (await import('./commands/whoami.ts')).defineWhoami,
    },
    {
      name: 'status',
      about: 'show the inbox, its version, who you are, and how many questions are pending',
      load: async () => (await import('./commands/status.ts')).defineStatus,
    },
  ],
  'Agents:': [
    {
      name: 'ask',
      about: 'ask a question; with --wait, wait for the answer',
      load: async () => (await import('./commands/ask.ts')).defineAsk,
    },
    {
      name: 'wait',
      about: 'wait for the answer to a question and print it',
      load: async () => (await import('./commands/wait.ts')).defineWait,
    },
    {
      name: 'send',
      about: 'send a message and print its id',
      load: async () => (await import('./commands/send.ts')).defineSend,
    },
    {
      name: 'withdraw',
      about: 'withdraw a question that no longer needs an answer',
      load: async () => (await import('./commands/withdraw.ts')).defineWithdraw,
    },
    {
      name: 'retract',
      about: 'delete a message with its question and files',
      load: async () => (await import('./commands/retract.ts')).defineRetract,
    },
    {
      name: 'file',
      aliases: ['files'],
      about: 'upload, list and download files',
      load: async () => (await import('./commands/file.ts')).defineFile,
    },
    {
      name: 'hook',
      about: 'answer the hook of a coding agent, from stdin to stdout',
      load: async () => (await import('./commands/hook.ts')).defineHook,
    },
    {
      name: 'mcp',
      about: 'serve the tools that ask people to an agent, over stdin and stdout',
      load: async () => (await import('./commands/mcp.ts')).defineMcp,
    },
    {
      name: 'connect',
      about: 'connect a coding agent of this machine, or list them',
      load: async () => (await import('./commands/connect.ts')).defineConnect,
    },
    {
      name: 'disconnect',
      about: 'undo what connect changed, and end the key',
      load: async () => (await import('./commands/disconnect.ts')).defineDisconnect,
    },
    ...clientNames
      .filter((client) => clients[client].hidesPrompt)
      .map(
        (client): Entry => ({
          name: client,
          about: `say whether ${clients[client].label} asks you at this machine or in the inbox`,
          load: async () => (await import('./commands/at-machine.ts')).defineAtMachine(client),
        }),
      ),
    {
      name: 'listen',
      about: "forward a channel's events to a local URL",
      load: async () => (await import('./commands/listen.ts')).defineListen,
    },
  ],
  'Admin:': [
    {
      name: 'init',
      about: "create the data directory and the owner's account",
      load: async () => (await import('./commands/init.ts')).defineInit,
    },
    {
      name: 'serve',
      about: 'run the server in the foreground',
      load: async () => (await import('./commands/serve.ts')).defineServe,
    },
    {
      name: 'service',
      aliases: ['services'],
      about: 'install and manage the service, by systemd or launchd',
      load: async () => (await import('./commands/service.ts')).defineService,
    },
    {
      name: 'channel',
      aliases: ['channels'],
      about: 'manage channels and their webhooks',
      load: async () => (await import('./commands/channel.ts')).defineChannel,
    },
    {
      name: 'ladder',
      aliases: ['ladders'],
      about: "manage a channel's escalation: who is notified if a question stays pending",
      load: async () => (await import('./commands/ladder.ts')).defineLadder,
    },
    {
      name: 'key',
      aliases: ['keys'],
      about: "manage agents' API keys",
      load: async () => (await import('./commands/key.ts')).defineKey,
    },
    {
      name: 'enrol',
      about: 'create a code that connects a coding agent, or list the machines',
      load: async () => (await import('./commands/enrol.ts')).defineEnrol,
    },
    {
      name: 'user',
      aliases: ['users'],
      about: 'manage users, the people who answer',
      load: async () => (await import('./commands/user.ts')).defineUser,
    },
    {
      name: 'token',
      aliases: ['tokens'],
      about: 'manage tokens for the command line and scripts',
      load: async () => (await import('./commands/token.ts')).defineToken,
    },
    {
      name: 'local-answers',
      about: 'show or set whether answering requires a login',
      load: async () => (await import('./commands/local-answers.ts')).defineLocalAnswers,
    },
    {
      name: 'deliveries',
      aliases: ['delivery'],
      about: 'list webhook deliveries and retry failed ones',
      load: async () => (await import('./commands/deliveries.ts')).defineDeliveries,
    },
    {
      name: 'backup',
      aliases: ['backups'],
      about: 'create, verify and restore backups',
      load: async () => (await import('./commands/backup.ts')).defineBackup,
    },
    {
      name: 'audit',
      about: 'list, export and verify the audit log',
      load: async () => (await import('./commands/audit.ts')).defineAudit,
    },
    {
      name: 'doctor',
      about: 'check this installation and suggest fixes',
      load: async () => (await import('./commands/doctor.ts')).defineDoctor,
    },
    {
      name: 'config',
      about: 'show and change settings',
      load: async () => (await import('./commands/config.ts')).defineConfig,
    },
    {
      name: 'api',
      about: 'send a request to the HTTP API and print the response',
      load: async () => (await import('./commands/api.ts')).defineApi,
    },
    {
      name: 'upgrade',
      about: 'replace this executable by the newest release',
      load: async () => (await import('./commands/upgrade.ts')).defineUpgrade,
    },
    {
      name: 'completion',
      aliases: ['completions'],
      about: 'print shell completions',
      load: async () => (await import('./commands/completion.ts')).defineCompletion,
    },
    {
      name: 'version',
      about: 'print the version',
      load: async () => (await import('./commands/version.ts')).defineVersion,
    },
  ],
};
