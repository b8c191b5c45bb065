import { join } from 'node:path';
import type { Logger } from 'pino';
import { lockDirectory, openStore, recoverRestore } from '../storage/database.ts';
import { databaseIn, makeDataDirectory } from '../storage/directory.ts';
import { closeToOthers } from '../storage/mend.ts';
import { watchDigests } from '../ways/email/digest.ts';
import { noWays, type Ways } from '../ways/ways.ts';
import { readFault } from './about/damage.ts';
import { createKnownKeys, watchKnownKeys } from './access/known-keys.ts';
import { openLocalAnswers } from './access/local-answers.ts';
import { ensureLocalOwner } from './access/local-owner.ts';
import { newLocalState } from './access/local-state.ts';
import { watchAudited } from './audit/record.ts';
import { createBus } from './bus.ts';
import { channelNames } from './channels/stored.ts';
import { watchMachines } from './enrolments/enrolments.ts';
import { openFiles } from './files/directory.ts';
import { DEFAULT_MAX_FILE_SIZE } from './files/schema.ts';
import { idFactory } from './ids.ts';
import type { Change, Inbox } from './inbox.ts';
import { loadPatterns } from './json-schema/patterns.ts';
import { endHeld, watchLog } from './log/held.ts';
import { openLog } from './log/starts.ts';
import { closeLog } from './log/state.ts';
import { newestId } from './newest-id.ts';
import { watchInforming } from './notify/inform.ts';
import { watchLate } from './notify/late.ts';
import { createKnownPeople, watchKnownPeople } from './notify/people.ts';
import { watchPresences } from './notify/presence.ts';
import { watchReachChanges } from './notify/reach.ts';
import { watchRights } from './notify/rights.ts';
import { watchNoticeEnds } from './notify/taking-back.ts';
import { watchUnverified } from './notify/verify.ts';
import { newBots } from './notify/ways.ts';
import { watchFlows } from './oauth/relay.ts';
import { parseAllowList } from './outgoing/addresses.ts';
import { notePlugins } from './plugins/installed.ts';
import { loadPlugins } from './plugins/plugins.ts';
import { noQuotas, type Quotas } from './quotas.ts';
import { watchExpiry } from './reviews/expiry.ts';
import { createExpiry } from './reviews/next-expiry.ts';
import { watchReach } from './reviews/reach.ts';
import { closeWaiters, createWaiting } from './reviews/waiters.ts';
import { watchWaiting } from './reviews/waiting.ts';
import { watchEndedKeys } from './reviews/withdrawing.ts';
import type { Outside } from './settings/effective.ts';
import { openSecrets } from './settings/secrets.ts';
import { openAccounts, openSettings } from './settings/settings.ts';
import { watchOutbox } from './webhooks/outbox.ts';

export type OpenOptions = {
  /** The data directory; created if missing. */
  data: string;
  log: Logger;
  /** Shown to others who find the directory in use. */
  holder: string;
  lockWaitMs?: number;
  /** Hosts and CIDRs that webhooks may reach though they are not public. */
  webhookAllow?: string[];
  webhookRetriesMs?: readonly number[];
  ways?: Partial<Ways>;
  /** Where those are set. */
  waySources?: Outside['sources'];
  /** The key of the secrets that owners enter; by default `secrets.key` in the data directory. */
  secretsKeyFile?: string | null;
  auditKeepMs?: number | null;
  eventsKeepMs?: number | null;
  retentionMs?: number | null;
  /** `off`: nobody answers without a login, nor grants anyone the power to. */
  localAnswers?: 'on' | 'off';
  now?: () => number;
  /** In bytes; 100 MiB by default. */
  maxFileSize?: number | null;
  /** No limits by default. */
  quotas?: Quotas;
};

/** Opens the inbox in a data directory, exclusively for this process. */
export async function openInbox(options: OpenOptions): Promise<Inbox> {
  const { data, log, holder, lockWaitMs = 0, now = Date.now } = options;
  makeDataDirectory(data);
  const lock = lockDirectory(data, holder, lockWaitMs);
  try {
    await loadPatterns();
    recoverRestore(data);
    closeOpenFiles(data, log);
    const store = await openStore(databaseIn(data), {
      report: (progress) => log.info(progress),
    });
    const bus = createBus<Change>((event, err) => log.error({ err, event }, 'a listener failed'));
    const outside = { ways: ownWays(options.ways), sources: options.waySources ?? {} };
    const inbox: Inbox = {
      data,
      openedAt: now(),
      store,
      bus,
      log,
      now,
      newId: idFactory(now, await newestId(store.read)),
      plugins: loadPlugins(join(data, 'plugins'), log),
      webhookAllow: parseAllowList(options.webhookAllow ?? []),
      webhookRetriesMs: options.webhookRetriesMs ?? [],
      auditKeepMs: options.auditKeepMs ?? null,
      eventsKeepMs: options.eventsKeepMs ?? null,
      retentionMs: options.retentionMs ?? null,
      files: openFiles(data, options.maxFileSize ?? DEFAULT_MAX_FILE_SIZE, log),
      quotas: options.quotas ?? noQuotas,
      ways: outside.ways,
      outside,
      secrets: openSecrets(options.secretsKeyFile ?? join(data, 'secrets.key')),
      knownKeys: createKnownKeys(),
      people: createKnownPeople(),
      channelName: channelNames(store, bus),
      bots: newBots(),
      presences: new Map(),
      waiting: createWaiting(),
      expiry: createExpiry(),
      damage: { fault: await readFault(store) },
      refusal: { fullAt: null },
      backups: { check: null },
      eventLog: await openLog({ data, store, log, now }),
      local: newLocalState(options.localAnswers ?? 'on'),
      async close() {
        closeWaiters(inbox.waiting);
        endHeld(inbox.eventLog);
        await store.close();
        closeLog(inbox.eventLog);
        lock.release();
      },
    };
    watchAudited(inbox);
    await ensureLocalOwner(inbox);
    await notePlugins(inbox);
    await openSettings(inbox);
    await watchAll(inbox);
    await openAccounts(inbox);
    await openLocalAnswers(inbox);
    return inbox;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The settings of ways among all settings. */
const ownWays = (given: Partial<Ways> = {}): Ways =>
  Object.assign(
    { ...noWays },
    ...Object.entries(given).flatMap(([name, value]) =>
      name in noWays ? [{ [name]: value }] : [],
    ),
  );

/** Logs one line for each, however many there are. */
function closeOpenFiles(data: string, log: Logger): void {
  const { closed, left } = closeToOthers(data);
  const shown = (paths: string[]) => ({ count: paths.length, paths: paths.slice(0, 5) });
  if (closed.length > 0)
    log.warn(shown(closed), 'restricted permissions that let other users read these');
  if (left.length > 0)
    log.warn(shown(left), 'other users can read these, and their permissions cannot be changed');
}

/** Starts what follows the events of others. */
async function watchAll(inbox: Inbox): Promise<void> {
  const { bus } = inbox;
  watchKnownKeys(inbox.knownKeys, bus);
  watchKnownPeople(inbox.people, bus);
  watchReachChanges(inbox);
  watchPresences(inbox.presences, bus);
  watchNoticeEnds(inbox);
  watchUnverified(inbox);
  watchLate(inbox);
  watchDigests(inbox);
  watchInforming(inbox);
  watchRights(inbox);
  watchMachines(inbox);
  watchReach(inbox);
  watchWaiting(inbox);
  watchEndedKeys(inbox);
  watchLog(inbox);
  watchOutbox(inbox);
  await watchExpiry(inbox);
  watchFlows(inbox);
}
