/**
 * Runs the tests of faults at length: `bun run faults [name] [--short]`. Without a name all of them
 * run, and a table shows the outcomes.
 */
import { join } from 'node:path';

/** A script with its arguments, and its variables; without those of `short` it runs none. */
type Fault = { script: string[]; long: Record<string, string>; short?: Record<string, string> };

const test = (name: string, long: Record<string, string>): Fault => ({
  script: ['test.ts', `test/faults/${name}.test.ts`],
  long,
});

const faults: Record<string, Fault> = {
  'power-cut': test('power-cut', { INBOX_CUTS: '10000' }),
  'disk-errors': test('disk-errors', { INBOX_DISK_ERRORS: '200' }),
  kill: test('kill', { INBOX_KILLS: '100', INBOX_KILL_BACKUPS: '1' }),
  connect: {
    script: ['test.ts', 'test/cli/agents.test.ts'],
    long: { INBOX_CONNECT_KILLS: '500' },
  },
  stop: test('stop', { INBOX_STOPS: '50' }),
  held: test('held', { INBOX_HELD: '200' }),
  leases: {
    script: ['test.ts', 'test/core/reviews/holding.test.ts'],
    long: { INBOX_RACES: '10000' },
  },
  log: test('log', { INBOX_LOG_ROUNDS: '50', INBOX_LOG_EVENTS: '50000' }),
  history: {
    script: ['test.ts', 'test/core/log/history.property.test.ts'],
    long: { INBOX_HISTORIES: '2000' },
  },
  reach: test('reach', { INBOX_REACH_ROUNDS: '80', INBOX_REACH_QUESTIONS: '200' }),
  delivery: {
    script: ['test.ts', 'test/delivery/liveness.property.test.ts'],
    long: { INBOX_HISTORIES: '100000' },
  },
  notices: {
    script: ['test.ts', 'test/delivery/notices/whole.property.test.ts'],
    long: { INBOX_NOTICES: '2000' },
  },
  rights: {
    script: ['test.ts', 'test/core/access/judged.test.ts'],
    long: { INBOX_RACES: '2000' },
  },
  withdraw: {
    script: ['test.ts', 'test/core/reviews/withdraw-races.test.ts'],
    long: { INBOX_WITHDRAWALS: '10000' },
  },
  upgrade: test('upgrade', { INBOX_UPGRADE_SIZE: '1000000', INBOX_UPGRADE_KILLS: '10' }),
  model: test('model', { INBOX_SEQUENCES: '50000' }),
  replica: {
    script: ['test.ts', 'test/client/replica'],
    long: { INBOX_REPLICA_RUNS: '100000', INBOX_MODEL_RUNS: '1000' },
  },
  clock: {
    script: ['test.ts', 'test/core/wall-clock.test.ts'],
    long: { INBOX_CLOCK_ZONES: 'all' },
  },
  reads: {
    script: ['test.ts', ...['core', 'http', 'client', 'backup'].map((one) => `test/${one}/`)],
    long: { INBOX_TEST_SLOW_READS: '1' },
  },
  clients: test('clients', { INBOX_CONNECTIONS: '10000' }),
  keys: test('keys', { INBOX_KEYS: 'all' }),
  view: test('view', { INBOX_VIEW_SECONDS: '3600' }),
  late: {
    script: ['test.ts', 'test/dashboard'],
    long: { INBOX_LATE_MS: '600' },
    short: { INBOX_LATE_MS: '150' },
  },
  hostile: {
    script: ['test.ts', 'test/contract/hostile.test.ts'],
    long: { INBOX_HOSTILE: '1000000' },
  },
  hooks: {
    script: ['test.ts', 'test/contract/hooks.test.ts'],
    long: { INBOX_HOOKS: '100000' },
  },
  mcp: {
    script: ['test.ts', 'test/contract/mcp.test.ts'],
    long: { INBOX_MCP: '100000' },
  },
  schemathesis: {
    script: ['test.ts', 'test/contract/schemathesis.test.ts'],
    long: { INBOX_SCHEMATHESIS: '100' },
    short: { INBOX_SCHEMATHESIS: '10' },
  },
  generated: {
    script: ['test.ts', 'test/contract/generated.test.ts'],
    long: { INBOX_GENERATED: '1' },
    short: { INBOX_GENERATED: '1' },
  },
};

const [name, ...rest] = process.argv.slice(2);
const chosen = faults[name ?? ''];

if (name === undefined) process.exitCode = await runAll();
else if (chosen) process.exitCode = await run(chosen, rest);
else {
  console.log(`bun run faults [name] [--short], one of: ${Object.keys(faults).join(', ')}`);
  process.exitCode = 2;
}

async function runAll(): Promise<number> {
  const rows: Record<string, string>[] = [];
  for (const [fault, what] of Object.entries(faults)) {
    const startedAt = performance.now();
    const held = (await run(what, [])) === 0 ? 'yes' : 'NO';
    const settings = Object.entries(what.long).map((pair) => pair.join('='));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    rows.push({ fault, settings: settings.join(' '), held, seconds });
  }
  console.table(rows);
  return rows.every((row) => row.held === 'yes') ? 0 : 1;
}

function run(
  { script: [file = '', ...args], long, short = {} }: Fault,
  rest: string[],
): Promise<number> {
  const isShort = rest.includes('--short');
  const more = rest.filter((one) => one !== '--short' && one !== '--long');
  const child = Bun.spawn([process.execPath, join(import.meta.dir, file), ...args, ...more], {
    cwd: join(import.meta.dir, '..'),
    env: { ...(isShort ? short : long), ...process.env },
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  return child.exited;
}
