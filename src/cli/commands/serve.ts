import type { Command } from 'commander';
import { findRun } from '../../run-file.ts';
import { plainHttp } from '../doctor/transport.ts';
import { notIgnored } from '../ending.ts';
import { exit } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { note, noteLink, noteStyled } from '../output.ts';
import { unknownInFile } from '../unknown-settings.ts';

type Options = GlobalOptions & {
  host?: string;
  port?: string;
  publicUrl?: string;
  localAnswers?: boolean;
};

export function defineServe(command: Command): void {
  command
    .option('--host <address>', 'address to listen on (INBOX_HOST, default 127.0.0.1)')
    .option('--port <port>', 'port to listen on, or 0 for any free port (INBOX_PORT, default 4600)')
    .option('--public-url <url>', 'URL at which people open the inbox (INBOX_PUBLIC_URL)')
    .option('--no-local-answers', 'require a login to answer (INBOX_LOCAL_ANSWERS=off)')
    .addHelpText('after', '\nExample:\n  $ inbox serve --port 4600')
    .action(async (_: unknown, self: Command) => serve(self.optsWithGlobals<Options>()));
}

async function serve(options: Options): Promise<void> {
  const { configOf, logForm, readSettings } = await import('../../config.ts');
  const { createLog } = await import('../../log.ts');
  const { startServer } = await import('../../server.ts');
  const { data, host, port, publicUrl } = options;
  const localAnswers = options.localAnswers === false ? 'off' : undefined;
  const read = readSettings({ data, host, port, publicUrl, localAnswers });
  const config = configOf(read);
  const log = createLog(logForm(config.log));
  for (const sentence of unknownInFile(config.data)) log.warn(sentence);
  // A listener with an unhandled rejection must not end the inbox.
  process.on('unhandledRejection', (err) => log.error({ err }, 'an unhandled rejection'));

  const stop = interrupted();
  const server = await startServer(config, log, read).catch(async (error) => {
    throw await withHolder(await withServer(error, config.data), config);
  });
  const plain = plainHttp(config);
  if (plain) log.warn(`${plain.says}. ${plain.next}`);
  // A reader of JSON can read no other line.
  const say = config.log === 'json' ? (text: string) => log.info(text) : note;
  say(`Listening on ${config.publicUrl ?? server.url}, data in ${config.data}`);
  if (server.setUpUrl) {
    if (config.log === 'json') say(`${SET_PASSWORD} ${server.setUpUrl}`);
    else {
      note(SET_PASSWORD);
      noteLink(server.setUpUrl);
    }
    if (process.stderr.isTTY && config.log !== 'json') await noteService();
  }
  // A closed terminal or pipe would end the process before the server has stopped.
  if ((await stop) !== 'SIGHUP' && process.stderr.isTTY) sayStopping();
  await server.stop();
  process.exit(exit.done);
}

const SET_PASSWORD = 'To set your password, open this one-time link:';

/** Suggests the service on a first start by hand. */
async function noteService(): Promise<void> {
  const { supervisorHere } = await import('../supervisors/supervisors.ts');
  const supervisor = supervisorHere();
  if (await supervisor.runsHere())
    note(`To start it ${supervisor.starts}: \`inbox service install\`.`);
}

/** Overwrites the terminal's ^C. */
const sayStopping = () => noteStyled('\rStopping…');

/** Adds where the server with this data directory answers. */
async function withServer(error: unknown, data: string): Promise<unknown> {
  const { DataDirectoryInUse } = await import('../../storage/directory.ts');
  const run = findRun(data);
  if (!(error instanceof DataDirectoryInUse) || run === null) return error;
  const isServer = error.message.includes(`(process ${run.pid},`);
  return isServer ? new DataDirectoryInUse(`${error.message}, at ${run.url}`) : error;
}

/** Adds who holds the port. */
async function withHolder(error: unknown, { host, port }: { host: string; port: number }) {
  const { PortInUse } = await import('../../server.ts');
  if (!(error instanceof PortInUse)) return error;
  const { holderOfPort } = await import('../port-holder.ts');
  const { urlAt } = await import('../../config.ts');
  const holder = await holderOfPort(urlAt(host, port), port);
  const by = holder === null ? '' : ` by ${holder}`;
  const end = holder === null ? 'C' : 'Stop it, or c';
  return new PortInUse(`${error.message}${by}. ${end}hoose another port with --port or INBOX_PORT`);
}

/** A signal to a group of processes comes twice: to the inbox, and through the command that started it. */
const SAME_MS = 1000;

/** Resolves on the first Ctrl-C or SIGTERM; a later one ends the process as usual. */
function interrupted(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const signals = notIgnored(['SIGINT', 'SIGTERM', 'SIGHUP']);
    const letGo = () => {
      for (const signal of signals) process.off(signal, receive);
    };
    const receive = (signal: NodeJS.Signals) => {
      resolve(signal);
      setTimeout(letGo, SAME_MS).unref();
    };
    for (const signal of signals) process.on(signal, receive);
  });
}
