/**
 * `bun run coverage [test files]`: how many lines of `src` the tests run, except for the dashboard,
 * whose tests drive a browser. Fails under 95 %. Commands that tests start in separate processes
 * write down which lines they ran (`coverage/child.ts`).
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverageOf, type Lines, readLcov } from './coverage/lines.ts';
import { report } from './coverage/report.ts';

const GOAL_PERCENT = 95;
const EMPTY_TEST = "import { test } from 'bun:test'; test('loads', () => {});";
const root = join(import.meta.dir, '..');
// The tests of faults kill the processes they start, before those could write down which lines they
// ran.
const isMeasured = (file: string) => !/^(src|test)\/(dashboard|faults)\/|\.d\.ts$/.test(file);
const list = (pattern: string) =>
  [...new Bun.Glob(pattern).scanSync(root)].filter(isMeasured).sort();

const sources = list('src/**/*.ts');
const chosen = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'inbox-coverage-'));
try {
  const loaded = await loadEverything();
  const tests = await runTests(chosen.length > 0 ? chosen : list('test/**/*.test.ts'));
  const percent = report(coverageOf(loaded, tests));
  // Measured code runs at half the speed, and some tests depend on time.
  if (!tests.passed) console.log('A test failed: does it in `bun run test`?');
  process.exitCode = percent >= GOAL_PERCENT ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Loads each source and calls nothing: finds which lines exist, by both ways of measuring. */
async function loadEverything() {
  const file = join(folder, 'everything.test.ts');
  const imports = sources.map((source) => `import ${JSON.stringify(join(root, source))};`);
  await Bun.write(file, `${imports.join('\n')}\n${EMPTY_TEST}`);
  const { lcov } = await bunTest('everything', [file], {});
  await Bun.write(join(folder, 'everything.ts'), imports.join('\n'));
  const preload = await preloadInto('loaded');
  await Bun.spawn([process.execPath, '--preload', preload, join(folder, 'everything.ts')]).exited;
  const [child] = await childrenIn('loaded');
  if (!child) throw new Error('The sources do not load');
  return { lcov, child };
}

async function runTests(files: string[]) {
  const env = { INBOX_TEST_PRELOAD: await preloadInto('ran') };
  const { lcov, exitCode } = await bunTest('tests', ['--parallel=3', ...files], env);
  return { lcov, children: await childrenIn('ran'), passed: exitCode === 0 };
}

async function bunTest(name: string, args: string[], env: Record<string, string>) {
  const directory = join(folder, name);
  const settings = ['--coverage', '--coverage-reporter=lcov', `--coverage-dir=${directory}`];
  const command = [process.execPath, 'test', '--timeout=60000', '--only-failures', ...settings];
  const run = Bun.spawn([...command, ...args], {
    cwd: root,
    env: { INBOX_FUZZ: '1000', ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exitCode = await run.exited;
  return { exitCode, lcov: readLcov(await Bun.file(join(directory, 'lcov.info')).text()) };
}

/** A module with which a child writes down the lines it ran: children get no variable. */
async function preloadInto(name: string): Promise<string> {
  const into = join(folder, name);
  await mkdir(into);
  const child = JSON.stringify(join(import.meta.dir, 'coverage/child.ts'));
  const text = `import { recordInto } from ${child};\nrecordInto(${JSON.stringify(into)});\n`;
  await Bun.write(`${into}.ts`, text);
  return `${into}.ts`;
}

function childrenIn(name: string): Promise<Lines[]> {
  const files = [...new Bun.Glob('*.json').scanSync({ cwd: join(folder, name), absolute: true })];
  return Promise.all(files.map((file) => Bun.file(file).json()));
}
