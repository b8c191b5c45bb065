/** Creates and connects all parts: an inbox, its HTTP interface and its schedule. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Chore } from './chores.ts';
import {
  type Config,
  outsideOf,
  type ReadSetting,
  serverSettings,
  shownSettings,
  urlAt,
  withKept,
} from './config.ts';
import { ANSWER_MS, probePath } from './core/about/probe.ts';
import { localAnswers } from './core/access/local-answers.ts';
import { newSetUpToken } from './core/access/set-up-link.ts';
import { noteSettings } from './core/audit/settings.ts';
import { planBackups } from './core/backups/scheduled.ts';
import { finishRemovals } from './core/channels/removal.ts';
import type { Inbox } from './core/inbox.ts';
import { endHeld } from './core/log/held.ts';
import { isNew } from './core/log/state.ts';
import { openInbox } from './core/open.ts';
import { closeWaiters } from './core/reviews/waiters.ts';
import { type CheckUrl, keptSettings, type TryWay } from './core/settings/settings.ts';
import { readDashboard } from './dashboard-files.ts';
import { startChecks } from './database-check.ts';
import { createDeliveries } from './delivery/start.ts';
import { readDocs } from './docs-files.ts';
import { createApp } from './http/app.ts';
import { atRoot, basePathOf } from './http/base-path.ts';
import { createDashboard, pageAssets } from './http/dashboard.ts';
import { createDocs } from './http/docs.ts';
import { createGates } from './http/gates/gates.ts';
import { handshakeGate } from './http/gates/handshake.ts';
import { refuseHost } from './http/gates/host.ts';
import { createKnownAddresses } from './http/gates/known-addresses.ts';
import { createLarge } from './http/large.ts';
import { withMetrics } from './http/metrics.ts';
import { createProbes } from './http/probe.ts';
import { createProxies } from './http/proxies/proxies.ts';
import { ownCommand } from './own-command.ts';
import { createSockets, type Sockets } from './realtime/sockets.ts';
import { forgetRun, noteRun } from './run-file.ts';
import { startSchedule } from './schedule.ts';
import { parts } from './ways/parts.ts';

/** A poll is held for 30 s; a connection that is silent for longer is dropped. */
const IDLE_SECONDS = 60;
const DRAIN_MS = 3000;
const DRAIN_CHECK_MS = 10;

export type Server = {
  url: string;
  /** The one-time link for the first owner; null once an owner has a password. */
  setUpUrl: string | null;
  stop: () => Promise<void>;
};

export class ServerError extends Error {}

export class PortInUse extends ServerError {}

const noneRead: ReadSetting[] = [];

/**
 * Opens the inbox and serves it. Resolves once it answers.
 * @param read shown to owners
 */
export async function startServer(config: Config, log: Logger, read = noneRead): Promise<Server> {
  const files = await readDashboard();
  const assets = pageAssets(files);
  const inbox = await openConfigured(config, log, read);
  let draining = false;
  const localToken = newToken();
  const setUpToken = await newSetUpToken(inbox);
  const { rateLimit, corsOrigins } = config;
  const knownAddresses = createKnownAddresses(inbox.now);
  const deliveries = createDeliveries(inbox, config.webhookTimeout);
  const sockets = createSockets(inbox, {
    ...handshakeGate(inbox, {
      localToken,
      gates: () => front.gates,
      knownAddresses,
      rateLimit,
      addressOf: (request) => front.addressOf(request),
    }),
    corsOrigins,
  });
  let backups: Chore | undefined;
  let checks: Chore | undefined;

  /** Creates what answers requests where people open the inbox at this URL. */
  function createFront(publicUrl: string | null) {
    const base = basePathOf(publicUrl);
    const gates = createGates(inbox, publicUrl, knownAddresses);
    const proxies = createProxies({ trusted: config.trustedProxies, publicUrl, log });
    const { addressOf } = proxies;
    const app = createApp(inbox, {
      localToken,
      publicUrl,
      gates,
      rateLimit,
      corsOrigins,
      addressOf,
      isDraining: () => draining,
      pageAssets: assets,
      settings: async () => {
        const inForce = withKept(read, await keptSettings(inbox.store.read), inbox.secrets.unseal);
        return shownSettings(inForce.read, await localAnswers(inbox.store.read));
      },
      tryWay,
      checkUrl: checkUrlWith(localToken),
      port: () => server.port ?? null,
    });
    const answer = withMetrics(inbox, {
      app,
      readers: config.metrics,
      sockets: sockets.count,
      attempts: deliveries.attempts,
      addressOf: proxies.exactAddressOf,
    });
    const probes = createProbes({ localToken, publicUrl, proxies, large: createLarge(inbox) });
    const dashboard = createDashboard(files, publicUrl);
    const docs = createDocs({ read: readDocs, assets, publicUrl });
    sockets.answerBelow(base);
    return {
      gates,
      addressOf,
      fetch(received: Request, server: Bun.Server<never>) {
        const refusal = refuseHost(received) ?? proxies.receive(received, peerOf(received, server));
        if (refusal) return refusal;
        const live = sockets.handle(received, server);
        if (live) return live;
        // A proxy may have kept the path; what follows never sees it.
        const request = proxies.pass(received, atRoot(received, base));
        return probes(request) ?? dashboard(request) ?? docs(request) ?? answer(request);
      },
    };
  }

  let front = createFront(inbox.ways.publicUrl);
  const server = await listen(config, sockets.websocket, (request, server) =>
    front.fetch(request, server),
  ).catch(async (error) => {
    sockets.close();
    await inbox.close();
    throw error;
  });
  const url = urlAt(config.host, server.port ?? 0);
  const homeOf = () => (inbox.ways.publicUrl ?? url).replace(/\/$/, '');
  const note = () => {
    const { publicUrl } = inbox.ways;
    noteRun(config.data, { url, pid: process.pid, token: localToken, publicUrl });
  };
  let schedule: ReturnType<typeof startSchedule> | undefined;
  // A request that is under way is answered by the front at which it arrived.
  const endMoves = inbox.bus.on('settings:changed', ({ what, ways }) => {
    if (what !== 'publicUrl') return;
    front = createFront(ways.publicUrl);
    note();
  });

  async function stop() {
    draining = true;
    endMoves();
    schedule?.stop();
    forgetRun(config.data);
    closeWaiters(inbox.waiting);
    endHeld(inbox.eventLog);
    sockets.close();
    await drain(server);
    await Promise.all([deliveries.stop(), backups?.stop(), checks?.stop()]);
    await inbox.close();
  }

  try {
    await noteSettings(inbox, serverSettings(config));
    schedule = startSchedule(inbox);
    await deliveries.start(homeOf);
    note();
    backups = await scheduleBackups(inbox, config);
    if (!isNew(inbox.eventLog)) checks = startChecks(inbox, ownCommand());
  } catch (error) {
    // It is already listening, and would go on without anyone knowing its address.
    await stop();
    throw error;
  }
  return { url, setUpUrl: setUpToken && `${homeOf()}/setup#token=${setUpToken}`, stop };
}

async function scheduleBackups(
  inbox: Inbox,
  { data, backupAt: at, backupKeep: keep, backupDir }: Config,
): Promise<Chore | undefined> {
  const directory = backupDir ?? join(data, 'backups');
  await planBackups(inbox, at === null ? null : { at, keep, directory });
  if (at === null) return undefined;
  const { startBackups } = await import('./backup/scheduled.ts');
  return startBackups(inbox, ownCommand());
}

function openConfigured(config: Config, log: Logger, read: ReadSetting[]) {
  const { data, webhookAllow, maxFileSize, localAnswers } = config;
  return openInbox({
    data,
    log,
    webhookAllow,
    maxFileSize,
    localAnswers,
    holder: 'inbox serve',
    lockWaitMs: 2000,
    webhookRetriesMs: config.webhookRetries,
    ways: config,
    waySources: outsideOf(read).sources,
    secretsKeyFile: config.secretsKeyFile,
    quotas: config,
    auditKeepMs: config.auditKeep,
    eventsKeepMs: config.eventsKeep,
    retentionMs: config.retention,
  });
}

/** Opens the same app without a server, for one command on a data directory that no server uses. */
export async function openLocal(config: Config, holder: string, log: Logger) {
  const { data, webhookAllow, maxFileSize, localAnswers } = config;
  const { secretsKeyFile } = config;
  const rest = {
    webhookAllow,
    maxFileSize,
    localAnswers,
    quotas: config,
    ways: config,
    secretsKeyFile,
  };
  const inbox = await openInbox({ data, log, holder, ...rest });
  const localToken = newToken();
  const app = createApp(inbox, { localToken, isDraining: () => false, tryWay });
  const close = async () => {
    // No schedule runs here.
    await finishRemovals(inbox);
    await inbox.close();
  };
  return { app, localToken, close };
}

/** Calls the service of a way, as `inbox doctor` does. */
const tryWay: TryWay = async (kind, ways) =>
  (await (await parts[kind].doctor()).check?.(ways, null)) ?? null;

/** Calls the inbox from outside, as `inbox doctor --proxy` does. */
const checkUrlWith =
  (localToken: string): CheckUrl =>
  async (url, what) => {
    const { checkNewUrl, checkProxy } = await import('./cli/doctor/proxy.ts');
    const found =
      what === 'new'
        ? checkNewUrl(url, localToken)
        : checkProxy(url, localToken, what === 'held' ? ANSWER_MS : null);
    return { findings: await Array.fromAsync(found), probe: probePath(localToken, Date.now()) };
  };

const newToken = () => randomBytes(32).toString('hex');

/** Accepts no more connections, lets running requests end, and then drops idle connections. */
async function drain(server: Bun.Server<unknown>): Promise<void> {
  void server.stop();
  const deadline = Date.now() + DRAIN_MS;
  while (server.pendingRequests > 0 && Date.now() < deadline) await Bun.sleep(DRAIN_CHECK_MS);
  await server.stop(true);
}

const mendOf = (code: string | undefined) =>
  code === 'EACCES'
    ? 'Ports below 1024 require a privilege: choose another with --port, or run the inbox as a service'
    : 'Use an address of this machine for --host, such as 127.0.0.1 or 0.0.0.0';

const peerOf = (request: Request, server: Bun.Server<never>) =>
  server.requestIP(request)?.address ?? '';

type Fetch = (
  request: Request,
  server: Bun.Server<never>,
) => Response | undefined | Promise<Response | undefined>;

async function listen({ host, port }: Config, websocket: Sockets['websocket'], fetch: Fetch) {
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_SECONDS,
      // Each route limits its body, and answers in the form of every error; Bun's 413 is empty.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      // By Bun's default, outside of development, two servers can share a port and get half of the
      // requests each.
      reusePort: false,
      fetch,
      websocket,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new PortInUse(`Port ${port} on ${host} is in use`);
    }
    throw new ServerError(`Cannot listen on ${host}:${port}: ${message}. ${mendOf(code)}`);
  }
}
