import { type Command, Option } from 'commander';
import { ok } from '../../client/client.ts';
import { ConfigError, dataDirectoryOf } from '../../config.ts';
import { InboxError } from '../../core/errors.ts';
import { withMaskedLogin } from '../../core/urls.ts';
import { findRun } from '../../run-file.ts';
import { openConnection } from '../connection.ts';
import { counted } from '../counted.ts';
import { checkAgents } from '../doctor/agents.ts';
import { examine } from '../doctor/examine.ts';
import { type Finding, findings } from '../doctor/finding.ts';
import { lookAtHealth } from '../doctor/health.ts';
import { checkSettings, faultOfPages } from '../doctor/here.ts';
import { healthAt } from '../doctor/network.ts';
import { linesOf, summaryOf } from '../doctor/print.ts';
import { answerMsFrom, checkProxy } from '../doctor/proxy.ts';
import { checkClockThere, checkPushThere, checkServer } from '../doctor/there.ts';
import { exit, UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { note, oneLine, print, printJson, terminalSize } from '../output.ts';
import { type Remote, resolveTarget, type Target } from '../target.ts';
import { sentenceOf, whyNotLetIn } from '../triage/trouble.ts';

type Options = GlobalOptions & { proxy?: string; held?: string; health?: boolean; pages?: boolean };

export function defineDoctor(command: Command): void {
  command
    .option('--proxy <url>', 'check the proxy in front of the inbox, from outside')
    .option(
      '--held <duration>',
      'with --proxy: how long an answer is held, up to 1h (default: 150s)',
    )
    .option('--health', 'only check the health of the running server, in one line')
    // For a server, which checks its database in a process of its own.
    .addOption(new Option('--pages').hideHelp())
    .addHelpText('after', '\nExits 1 if a check fails.\n\nExample:\n  $ inbox doctor')
    .action((_: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      if (options.pages) {
        printJson({ fault: faultOfPages(dataDirectoryOf(options)) });
        return undefined;
      }
      return options.health ? health(options) : doctor(options);
    });
}

async function health(options: Options): Promise<void> {
  const why = faultOfSettings(options);
  const { says, ...found } = why
    ? { ok: false, status: null, url: null, says: why.message }
    : await lookAtHealth(targetToCheck(options).address, dataDirectoryOf(options));
  if (!found.ok) process.exitCode = exit.error;
  if (options.json) printJson(found);
  else print(says);
}

async function doctor(options: Options): Promise<void> {
  const { json } = options;
  const { stdout } = process;
  const checks: Finding[] = [];
  for await (const finding of found(options)) {
    checks.push(finding);
    if (stdout.isTTY && !json) print(linesOf(finding, terminalSize(stdout).columns).join('\n'));
  }
  const ok = checks.every(({ result }) => result !== 'fail');
  if (!ok) process.exitCode = exit.error;
  // A pipe gets them all together: its reader may go after the first line.
  if (!stdout.isTTY && !json) print(checks.flatMap((finding) => linesOf(finding, null)).join('\n'));
  if (json) printJson({ ok, checks });
  else print(`\n${summaryOf(checks)}`);
}

/** Returns why the settings cannot be read, which is a finding here and wrong usage elsewhere. */
function faultOfSettings(options: Options): ConfigError | null {
  try {
    targetToCheck(options);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** A proxy is checked from the machine of its inbox, whichever inbox other commands use. */
function targetToCheck(options: Options): Target | { url: null; address: null } {
  const isHere = options.proxy !== undefined && options.url === undefined;
  return isHere ? { url: null, address: null } : resolveTarget(options);
}

function found(options: Options): AsyncGenerator<Finding> {
  if (options.held !== undefined && options.proxy === undefined) {
    throw new UsageError('--held can only be used with --proxy');
  }
  const why = faultOfSettings(options);
  if (why) return withAgents(examine(options.data, why));
  const target = targetToCheck(options);
  if (target.url !== null) noteElsewhere(target);
  if (options.proxy !== undefined) return examineProxy(options.proxy, options);
  return withAgents(
    target.url === null ? examine(options.data, null) : examineThere(target, options),
  );
}

/** The agents of this machine, wherever they ask. */
async function* withAgents(others: AsyncGenerator<Finding>): AsyncGenerator<Finding> {
  yield* others;
  yield* checkAgents(Date.now());
}

/** The server must run on this machine: it answers only those who can read its data directory. */
async function* examineProxy(url: string, { data, held }: Options): AsyncGenerator<Finding> {
  if (!URL.canParse(url)) throw new UsageError(`--proxy: “${withMaskedLogin(url)}” is not a URL`);
  const answerMs = answerMsFrom(held);
  const run = findRun(dataDirectoryOf({ data }));
  const { fail } = findings('server');
  if (run && (await healthAt(run.url))) yield* checkProxy(url, run.token, answerMs);
  else
    yield fail(
      'No server is running here',
      'Start it with `inbox serve`, then run this on the same machine.',
    );
}

function noteElsewhere({ url, source }: Target): void {
  note(`Checking ${url}, the current inbox (${source}).`);
  note('To check this machine: `inbox doctor --data DIRECTORY`');
}

async function* examineThere(
  { url, address }: Remote,
  options: GlobalOptions,
): AsyncGenerator<Finding> {
  yield checkSettings(dataDirectoryOf(options));
  const health = await healthAt(address);
  yield checkServer(url, health);
  if (!health) return;
  yield* checkLogin(options);
  yield checkClockThere(health.date, Date.now());
}

/** As an agent, or as a user with what only users may read. */
async function* checkLogin(options: GlobalOptions): AsyncGenerator<Finding> {
  const { ok: fine } = findings('login');
  try {
    const { person, speaksAs } = await openConnection(options, 'inbox doctor');
    if (speaksAs === 'agent') {
      const { length } = await ok(person.agents.get());
      yield fine(`Agent with access to ${counted(length, 'channel')}`);
      return;
    }
    const { name, role } = await ok(person.auth.session.get());
    yield fine(`${oneLine(name, 60)} (${role})`);
    yield checkPushThere(await refusalOf(ok(person.push.key.get())));
  } catch (error) {
    const says = sentenceOf(whyNotLetIn(error, options));
    yield { check: 'login', result: 'fail', says, next: null };
  }
}

/** Returns the refusal of a request; null for a success. */
async function refusalOf(request: Promise<unknown>): Promise<InboxError | null> {
  try {
    await request;
    return null;
  } catch (error) {
    if (error instanceof InboxError) return error;
    throw error;
  }
}
