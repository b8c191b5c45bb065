/** All checks of this machine, each finding as soon as it is there. */
import { type ConfigError, configOf, dataDirectoryOf, secretsKeyFile } from '../../config.ts';
import { findRun } from '../../run-file.ts';
import { hasWebhook, isMissing } from '../../storage/directory.ts';
import { parts } from '../../ways/parts.ts';
import { contactKinds } from '../../ways/ways.ts';
import { inPage, settingsIn, unreadablePush, unreadableWay } from '../settings-here.ts';
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
  unreadableSettings,
} from './here.ts';
import { checkPort, checkPublicUrl, checkResolver, healthAt } from './network.ts';
import { checkTransport } from './transport.ts';

/**
 * @param directory the data directory, where a flag names it
 * @param why the reason that the settings cannot be read: what depends on them is not checked
 */
export async function* examine(
  directory: string | undefined,
  why: ConfigError | null,
): AsyncGenerator<Finding> {
  const data = dataDirectoryOf({ data: directory });
  const inForce = why ? null : settingsIn(data);
  const config = inForce && configOf(inForce.read);
  const run = findRun(data);
  const answers = run && (await healthAt(run.url)) ? run.url : null;
  const doctors = await Promise.all(
    contactKinds.map(async (kind) => ({ kind, ...(await parts[kind].doctor()) })),
  );
  yield why ? unreadableSettings(why) : checkSettings(data);
  const permissions = checkPermissions(data);
  yield permissions;
  // An unreadable directory cannot be checked further.
  if (!isMissing(data) && permissions.result !== 'fail') {
    yield checkLock(data, answers);
    yield checkDisk(data);
    yield checkClock(data, Date.now());
    yield checkDatabase(data, Date.now());
    yield await checkBackups(data, config?.backupAt ?? null, Date.now());
    if (inForce && config) {
      yield checkLocalAnswers(data, config.localAnswers);
      const keyFile = secretsKeyFile(config);
      for (const kind of contactKinds) {
        const reason = inForce.unreadable[kind];
        if (reason) yield unreadableWay(kind, reason, keyFile);
      }
      if (inForce.unreadablePush) yield unreadablePush(inForce.unreadablePush, keyFile);
      for (const { kind, checkHere } of doctors) {
        if (checkHere) yield inPage(kind, inForce.outside, checkHere(data, config));
      }
    }
  }
  if (!inForce || !config) return;
  yield await checkPort(config, answers);
  yield checkTransport(config);
  yield await checkPublicUrl(config.publicUrl, answers !== null);
  yield await checkResolver(hasWebhook(data));
  const running = answers === null ? null : run;
  // All of them at the same time.
  const checks = doctors.flatMap(({ kind, check }) => {
    const finding = check?.(config, running);
    return finding ? [{ kind, finding }] : [];
  });
  for (const { kind, finding } of checks) yield inPage(kind, inForce.outside, await finding);
}
