/** `/metrics` for Prometheus: not a route of the API, and absent unless a setting enables it. */
import { type Load, measureLoad } from '../core/about/load.ts';
import type { Inbox } from '../core/inbox.ts';
import type { Attempts } from '../core/outgoing/outcome.ts';
import { version } from '../version.ts';
import type { App } from './app.ts';
import { pathOf } from './gates/incoming.ts';
import { networkMatcher } from './gates/network-list.ts';
import { createRequestCount } from './metrics/requests.ts';
import { CONTENT_TYPE, type Metric, newHistogram, observe, writeMetrics } from './metrics/text.ts';

type MetricsOptions = {
  app: App;
  /** Addresses and CIDRs that may read. */
  readers: readonly string[];
  /** Undefined if it is not known for certain. */
  addressOf: (request: Request) => string | undefined;
  sockets: () => number;
  attempts: () => Attempts;
};

export type Answer = (request: Request) => Response | Promise<Response>;

const WRITES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Answers the app's requests and counts them; without readers it is the app alone. */
export function withMetrics(inbox: Inbox, options: MetricsOptions): Answer {
  const { app, readers, addressOf } = options;
  if (readers.length === 0) return (request) => app.fetch(request);
  const isReader = networkMatcher(readers);
  const requests = createRequestCount(app.routes);

  return async (request) => {
    const isAsked = request.method === 'GET' && pathOf(request) === '/metrics';
    if (isAsked && isReader(addressOf(request) ?? '')) {
      const metrics = [...requests.metrics(), ...describe(await measureLoad(inbox), options)];
      return new Response(writeMetrics(metrics), { headers: { 'content-type': CONTENT_TYPE } });
    }
    const startedAt = performance.now();
    const response = await app.fetch(request);
    requests.note(request, response.status, (performance.now() - startedAt) / 1000);
    return response;
  };
}

function describe(load: Load, { sockets, attempts }: MetricsOptions): Metric[] {
  const { accepted, refused, unknown, underWay } = attempts();
  const groups = newHistogram(WRITES);
  load.groupsOf.forEach((times, size) => {
    if (times > 0) observe(groups, WRITES, size, times);
  });
  return [
    gauge('inbox_build_info', 'Version of the running server; always 1.', 1, { version }),
    gauge('inbox_commit_queue_writes', 'Writes waiting to be committed.', load.queued),
    {
      name: 'inbox_commit_group_writes',
      help: 'Writes per durable commit.',
      type: 'histogram',
      bounds: WRITES,
      values: [{ value: groups }],
    },
    counter('inbox_commit_failures_total', 'Commits that failed on disk.', load.refused),
    gauge('inbox_review_waiters', 'Requests waiting for an answer.', load.waiters),
    gauge('inbox_sockets', 'Open live connections.', sockets()),
    gauge(
      'inbox_webhook_deliveries_pending',
      'Deliveries not yet delivered or failed.',
      load.pending,
    ),
    gauge('inbox_webhook_deliveries_underway', 'Deliveries currently being sent.', underWay),
    {
      name: 'inbox_webhook_attempts_total',
      help: 'Delivery attempts.',
      type: 'counter',
      values: [
        { labels: { outcome: 'delivered' }, value: accepted },
        { labels: { outcome: 'failed' }, value: refused + unknown },
      ],
    },
    gauge('inbox_database_size_bytes', 'Size of the database file in bytes.', load.databaseBytes),
    gauge(
      'inbox_database_wal_size_bytes',
      'Size of the SQLite write-ahead log in bytes.',
      load.walBytes,
    ),
    ...ofBackups(load.backups),
    ...ofProcess(load.startedAt),
  ];
}

/** None if no backups are scheduled: then nobody is to be alerted. */
function ofBackups(backups: Load['backups']): Metric[] {
  const { at, lastSuccessAt, failure, failures, overdue, fault } = backups;
  if (at === null) return [];
  const last = lastSuccessAt === null ? [] : [Date.parse(lastSuccessAt) / 1000];
  const healthy = failure === null && !overdue && fault === null ? 1 : 0;
  return [
    ...last.map((seconds) =>
      gauge(
        'inbox_backup_last_success_timestamp_seconds',
        'Time of the last successful backup, in seconds since 1970.',
        seconds,
      ),
    ),
    counter('inbox_backup_failures_total', 'Failed scheduled backups.', failures),
    gauge(
      'inbox_backup_healthy',
      '0 if the last one failed, is overdue or cannot be created, else 1.',
      healthy,
    ),
  ];
}

/** Under the names that Prometheus' own client libraries use. */
function ofProcess(startedAt: number): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    counter('process_cpu_seconds_total', 'CPU time used, in seconds.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory in bytes.', process.memoryUsage.rss()),
    gauge('process_start_time_seconds', 'Start time, in seconds since 1970.', startedAt / 1000),
  ];
}

const gauge = (
  name: string,
  help: string,
  value: number,
  labels?: Record<string, string>,
): Metric => ({ name, help, type: 'gauge', values: [{ value, ...(labels && { labels }) }] });

const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'counter',
  values: [{ value }],
});
