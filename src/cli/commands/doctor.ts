import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { findRun } from '../../run-file.ts';
import type { Finding } from '../doctor/finding.ts';
import {
  checkClock,
  checkDatabase,
  checkDisk,
  checkLocalAnswers,
  checkLock,
  checkPermissions,
  checkSettings,
} from '../doctor/here.ts';
import { checkPort, checkPublicUrl, checkResolver, healthAt } from '../doctor/network.ts';
import { checkTransport } from '../doctor/transport.ts';
import { exit } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { print, printJson } from '../output.ts';

export function defineDoctor(command: Command): void {
  command
    .addHelpText('after', '\nExits 1 where something fails.\n\nExample:\n  $ inbox doctor')
    .action((_: unknown, self: Command) => doctor(self.optsWithGlobals()));
}

async function doctor({ data, json }: GlobalOptions): Promise<void> {
  const config = loadConfig({ data });
  const checks: Finding[] = [];
  for await (const finding of examine(config)) {
    checks.push(finding);
    if (!json) print(lineOf(finding));
  }
  const ok = checks.every(({ result }) => result !== 'fail');
  if (json) printJson({ ok, checks });
  if (!ok) process.exitCode = exit.error;
}

type Config = ReturnType<typeof loadConfig>;

async function* examine(config: Config): AsyncGenerator<Finding> {
  const { data } = config;
  const run = findRun(data);
  const answers = run && (await healthAt(run.url)) ? run.url : null;
  yield checkSettings(data);
  const permissions = checkPermissions(data);
  yield permissions;
  // Nothing can be said of what cannot be read.
  if (existsSync(data) && permissions.result !== 'fail') {
    yield checkLock(data, answers);
    yield checkDisk(data);
    yield checkClock(data, Date.now());
    yield checkDatabase(data);
    yield checkLocalAnswers(data, config.localAnswers);
  }
  yield await checkPort(config, answers);
  yield checkTransport(config);
  yield await checkPublicUrl(config.publicUrl, answers !== null);
  yield await checkResolver();
}

const signs = { ok: '✓ ok  ', warn: '! warn', fail: '✗ fail' };

function lineOf({ check, result, says, next }: Finding): string {
  const line = `${signs[result]}  ${check.padEnd(11)}  ${says}`;
  return next ? `${line}\n                       ${next}` : line;
}
