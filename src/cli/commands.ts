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
  'Server:': [
    {
      name: 'init',
      about: 'create the data directory and its owner',
      load: async () => (await import('./commands/init.ts')).defineInit,
    },
    {
      name: 'serve',
      about: 'serve the inbox until it is interrupted',
      load: async () => (await import('./commands/serve.ts')).defineServe,
    },
    {
      name: 'key',
      aliases: ['keys'],
      about: 'manage the API keys of agents',
      load: async () => (await import('./commands/key.ts')).defineKey,
    },
    {
      name: 'token',
      aliases: ['tokens'],
      about: "manage people's own tokens, for the terminal and scripts",
      load: async () => (await import('./commands/token.ts')).defineToken,
    },
    {
      name: 'user',
      aliases: ['users'],
      about: 'manage the people who answer',
      load: async () => (await import('./commands/user.ts')).defineUser,
    },
    {
      name: 'local-answers',
      about: 'show or set whether answering works without a login',
      load: async () => (await import('./commands/local-answers.ts')).defineLocalAnswers,
    },
    {
      name: 'channel',
      aliases: ['channels'],
      about: 'manage channels',
      load: async () => (await import('./commands/channel.ts')).defineChannel,
    },
    {
      name: 'deliveries',
      aliases: ['delivery'],
      about: 'list the webhooks that went out, and send one again',
      load: async () => (await import('./commands/deliveries.ts')).defineDeliveries,
    },
    {
      name: 'service',
      aliases: ['services'],
      about: 'let systemd run the server',
      load: async () => (await import('./commands/service.ts')).defineService,
    },
    {
      name: 'doctor',
      about: 'look for what is wrong here, and say what to do',
      load: async () => (await import('./commands/doctor.ts')).defineDoctor,
    },
    {
      name: 'config',
      about: 'show each setting and where it stands',
      load: async () => (await import('./commands/config.ts')).defineConfig,
    },
    {
      name: 'backup',
      aliases: ['backups'],
      about: 'back the inbox up, and restore it',
      load: async () => (await import('./commands/backup.ts')).defineBackup,
    },
    {
      name: 'audit',
      about: 'list, export and verify the audit log',
      load: async () => (await import('./commands/audit.ts')).defineAudit,
    },
    {
      name: 'completion',
      aliases: ['completions'],
      about: 'print completions for a shell',
      load: async () => {
        const { defineCompletion } = await import('./commands/completion.ts');
        return defineCompletion(Object.values(groups).flat());
      },
    },
  ],
  'Agents:': [
    {
      name: 'send',
      about: 'send a message; prints its id',
      load: async () => (await import('./commands/send.ts')).defineSend,
    },
    {
      name: 'ask',
      about: 'ask a person; with --wait, wait for the answer',
      load: async () => (await import('./commands/ask.ts')).defineAsk,
    },
    {
      name: 'file',
      aliases: ['files'],
      about: 'send files, list them and fetch them',
      load: async () => (await import('./commands/file.ts')).defineFile,
    },
    {
      name: 'wait',
      about: 'wait for the answer to a message and print it',
      load: async () => (await import('./commands/wait.ts')).defineWait,
    },
    {
      name: 'listen',
      about: "post a channel's events to a URL of this machine",
      load: async () => (await import('./commands/listen.ts')).defineListen,
    },
  ],
  'People:': [
    {
      name: 'triage',
      about: 'answer what is waiting, one after another: the same as `inbox` alone',
      load: async () => (await import('./commands/triage.ts')).defineTriage,
    },
    {
      name: 'list',
      aliases: ['ls'],
      about: 'list what waits for an answer, or all messages',
      load: async () => (await import('./commands/list.ts')).defineList,
    },
    {
      name: 'tail',
      about: 'follow the messages as they come',
      load: async () => (await import('./commands/tail.ts')).defineTail,
    },
    {
      name: 'show',
      about: 'show a message and its review',
      load: async () => (await import('./commands/show.ts')).defineShow,
    },
    {
      name: 'answer',
      about: 'answer a question; without flags it asks you, on a terminal',
      load: async () => (await import('./commands/answer.ts')).defineAnswer,
    },
    {
      name: 'login',
      about: 'log in to an inbox elsewhere; from then on commands go there',
      load: async () => (await import('./commands/login.ts')).defineLogin,
    },
    {
      name: 'logout',
      about: 'end a log-in, and revoke the token it made',
      load: async () => (await import('./commands/logout.ts')).defineLogout,
    },
    {
      name: 'profile',
      aliases: ['profiles'],
      about: 'list your log-ins, and choose the one that commands use',
      load: async () => (await import('./commands/profile.ts')).defineProfile,
    },
    {
      name: 'whoami',
      about: 'show which inbox commands go to, and as whom',
      load: async () => (await import('./commands/whoami.ts')).defineWhoami,
    },
  ],
};
