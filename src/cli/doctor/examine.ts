/** All checks of this machine, each finding as soon as it is there. */
import { loadConfig } from '../../config.ts';
import { findRun } from '../../run-file.ts';
import { hasWebhook, kindOf } from '../../storage/directory.ts';
import { checkBackups } from './backups.ts';
import type { Finding } from './finding.ts';
import {
  checkClock,
  checkDatabase,
  checkDisk,
  checkLocalAnswers,
  checkLock,
  checkPermissions,
  checkSettings,
} from './here.ts';
import { checkPort, checkPublicUrl, checkResolver, healthAt } from './network.ts';
import { checkPush } from './push.ts';
import { checkTransport } from './transport.ts';
import { checkWays } from './ways.ts';

/** @param directory the data directory, where a flag names it */
export async function* examine(directory: string | undefined): AsyncGenerator<Finding> {
  const config = loadConfig({ data: directory });
  const { data } = config;
  const run = findRun(data);
  const answers = run && (await healthAt(run.url)) ? run.url : null;
  yield checkSettings(data);
  const permissions = checkPermissions(data);
  yield permissions;
  // An unreadable directory cannot be checked further.
  if (kindOf(data) === 'directory' && permissions.result !== 'fail') {
    yield checkLock(data, answers);
    yield checkDisk(data);
    yield checkClock(data, Date.now());
    yield checkDatabase(data);
    yield checkBackups(data, Date.now());
    yield checkLocalAnswers(data, config.localAnswers);
    yield checkPush(data, config);
  }
  yield await checkPort(config, answers);
  yield checkTransport(config);
  yield await checkPublicUrl(config.publicUrl, answers !== null);
  yield await checkResolver(hasWebhook(data));
  for (const finding of checkWays(config, answers === null ? null : run)) yield await finding;
}
