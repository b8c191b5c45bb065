/** The commands by name. Each is loaded only when it is called, so that `inbox --help` is at once. */
import type { Command } from 'commander';

export type Entry = {
  name: string;
  aliases?: string[];
  about: string;
  /** Brings what the command takes and does. */
  load: () => Promise<(command: Command) => void>;
};

export const groups: Record<string, Entry[]> = {
  'People:': [
    {
      name: 'triage',
      about: 'answer what is waiting, one by one: `inbox` alone',
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
      about: 'answer a question; on a terminal it asks you',
      load: async () => (await import('./commands/answer.ts')).defineAnswer,
    },
    {
      name: 'show',
      about: 'show a message, its question and its answer',
      load: async () => (await import('./commands/show.ts')).defineShow,
    },
    {
      name: 'tail',
      about: 'follow messages as they arrive',
      load: async () => (await import('./commands/tail.ts')).defineTail,
    },
    {
      name: 'login',
      about: 'log in to an inbox on another machine',
      load: async () => (await import('./commands/login.ts')).defineLogin,
    },
    {
      name: 'logout',
      about: 'end a login, and revoke the token it made',
      load: async () => (await import('./commands/logout.ts')).defineLogout,
    },
    {
      name: 'profile',
      aliases: ['profiles'],
      about: 'list your logins, and choose the one in use',
      load: async () => (await import('./commands/profile.ts')).defineProfile,
    },
    {
      name: 'whoami',
      about: 'show which inbox commands go to, and as whom',
      load: async () => (await import('./commands/whoami.ts')).defineWhoami,
    },
  ],
  'Agents:': [
    {
      name: 'ask',
      about: 'ask a person; with --wait, wait for the answer',
      load: async () => (await import('./commands/ask.ts')).defineAsk,
    },
    {
      name: 'wait',
      about: 'wait for the answer to a question, and print it',
      load: async () => (await import('./commands/wait.ts')).defineWait,
    },
    {
      name: 'send',
      about: 'send a message; prints its id',
      load: async () => (await import('./commands/send.ts')).defineSend,
    },
    {
      name: 'file',
      aliases: ['files'],
      about: 'upload, list and download files',
      load: async () => (await import('./commands/file.ts')).defineFile,
    },
    {
      name: 'listen',
      about: "post a channel's events to a URL of this machine",
      load: async () => (await import('./commands/listen.ts')).defineListen,
    },
  ],
  'Admin:': [
    {
      name: 'init',
      about: 'create the data directory and its owner',
      load: async () => (await import('./commands/init.ts')).defineInit,
    },
    {
      name: 'serve',
      about: 'run the server until it is interrupted',
      load: async () => (await import('./commands/serve.ts')).defineServe,
    },
    {
      name: 'service',
      aliases: ['services'],
      about: 'run the server as a systemd service',
      load: async () => (await import('./commands/service.ts')).defineService,
    },
    {
      name: 'channel',
      aliases: ['channels'],
      about: 'manage channels and their webhooks',
      load: async () => (await import('./commands/channel.ts')).defineChannel,
    },
    {
      name: 'key',
      aliases: ['keys'],
      about: "manage agents' API keys",
      load: async () => (await import('./commands/key.ts')).defineKey,
    },
    {
      name: 'user',
      aliases: ['users'],
      about: 'manage the people who answer',
      load: async () => (await import('./commands/user.ts')).defineUser,
    },
    {
      name: 'token',
      aliases: ['tokens'],
      about: 'manage personal tokens, for terminals and scripts',
      load: async () => (await import('./commands/token.ts')).defineToken,
    },
    {
      name: 'local-answers',
      about: 'show or set whether answering works without a login',
      load: async () => (await import('./commands/local-answers.ts')).defineLocalAnswers,
    },
    {
      name: 'deliveries',
      aliases: ['delivery'],
      about: 'list webhook deliveries, and retry one',
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
      about: 'check this installation, and say how to fix it',
      load: async () => (await import('./commands/doctor.ts')).defineDoctor,
    },
    {
      name: 'config',
      about: 'show every setting and where it comes from',
      load: async () => (await import('./commands/config.ts')).defineConfig,
    },
    {
      name: 'completion',
      aliases: ['completions'],
      about: 'print completions for a shell',
      load: async () => (await import('./commands/completion.ts')).defineCompletion,
    },
  ],
};
