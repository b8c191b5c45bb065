/**
 * Runs the pinned coding agents against an inbox and a scripted model: `bun run clients [claude|opencode] [case]`.
 * It needs root, as they run in a network namespace that has loopback alone, and the npm registry at its first run.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { $ } from 'bun';
import { type Case, cases, hasRun, recordOf, type Scene } from './clients/cases.ts';
import { claude } from './clients/claude.ts';
import {
  type Box,
  type Client,
  installClients,
  runOffline,
  startBox,
  until,
} from './clients/machine.ts';
import { scriptedModel } from './clients/model.ts';
import { opencode } from './clients/opencode.ts';

const drivers = { claude, opencode };
const INSIDE = '--inside';
const root = join(import.meta.dir, '..');

type Outcome = { client: Client; name: string; did: string; record: string; wrong: string[] };

const args = process.argv.slice(2);
if (args[0] === INSIDE) process.exitCode = await runAll(args[1] ?? '', args.slice(2));
else {
  const bin = await installClients();
  await $`bun run build`.cwd(root).quiet();
  const code = await runOffline([import.meta.path, INSIDE, bin, ...args]);
  if (code === null)
    console.error('It needs a network namespace, and so root: `ip netns add` failed');
  process.exitCode = code ?? 1;
}

async function runAll(bin: string, [only, named]: string[]): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const client of ['claude', 'opencode'] as const) {
    if (only && only !== client) continue;
    for (const one of cases[client]) {
      if (named && one.name !== named) continue;
      if (one.script(drivers[client]) === null) continue;
      const outcome = await runCase(client, one, bin);
      outcomes.push(outcome);
      const sign = outcome.wrong.length === 0 ? 'ok  ' : 'BAD ';
      console.log(`${sign} ${client} · ${one.name}: ${outcome.did} | ${outcome.record}`);
      for (const line of outcome.wrong) console.log(`       ${line}`);
    }
  }
  console.log(`\n| client | case | the agent | the record | agree |\n|---|---|---|---|---|`);
  for (const { client, name, did, record, wrong } of outcomes) {
    console.log(
      `| ${client} | ${name} | ${did} | ${record} | ${wrong.length === 0 ? 'yes' : 'NO'} |`,
    );
  }
  return outcomes.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
}

async function runCase(client: Client, one: Case, bin: string): Promise<Outcome> {
  const home = await mkdtemp(join(tmpdir(), 'inbox-client-'));
  const server = join(home, 'server');
  await mkdir(server);
  const driver = drivers[client];
  const wrong: string[] = [];
  let did = '';
  let record = '';
  try {
    await using box: Box = await startBox(join(root, 'dist', 'inbox'), server);
    using model = scriptedModel(one.script(driver) ?? []);
    await driver.prepare(home, box);
    const started = { model: model.url, bin, args: one.args ?? [] };
    const scene: Scene = { box, model, home, driver, bin, terminal: null };
    if (one.headless) {
      await Promise.all([driver.runHeadless(home, started), one.person(scene)]);
    } else {
      await using terminal = await driver.open(home, started);
      await one.person({ ...scene, terminal }).catch(async (error) => {
        throw new Error(`${error.message}\n${await terminal.screen()}`);
      });
      await settled(scene, terminal, one);
    }
    const questions = await Promise.all((await box.questions()).map(({ id }) => box.ended(id)));
    record = questions.map(recordOf).join('; ');
    const read = model.results.map(({ text }) => text).join('\n');
    did = [
      ...(one.runs === null ? [] : [hasRun(home) ? 'ran it' : 'did not run it']),
      ...(read === '' ? [] : [`read “${read.slice(0, 80).replaceAll('\n', ' ')}”`]),
    ].join(', ');
    if (one.runs !== null && hasRun(home) !== one.runs)
      wrong.push(`it must ${one.runs ? '' : 'not '}have run`);
    if (one.record === null ? record !== '' : !one.record.test(record))
      wrong.push(`the record must match ${one.record}`);
    if (one.reads && !one.reads.test(read))
      wrong.push(`the model must have read ${one.reads}: ${read}`);
  } catch (error) {
    wrong.push((error as Error).message);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  return { client, name: one.name, did, record, wrong };
}

/** Until nothing is pending, and the client has said its last word or was closed. */
async function settled(
  { box, driver }: Scene,
  terminal: { screen: () => Promise<string> },
  one: Case,
) {
  await until(async () => (await box.pending()).length === 0, 'the end of the question');
  if (one.runs === false) {
    await Bun.sleep(2500);
    return;
  }
  await until(async () => driver.done.test(await terminal.screen()), 'the end of its turn').catch(
    async (error) => {
      throw new Error(`${error.message}\n${await terminal.screen()}`);
    },
  );
  await Bun.sleep(1500);
}
