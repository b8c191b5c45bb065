// Answers one question of each kind in the triage view by keyboard, in a real tmux. Writes the
// screen after each key to docs/triage.txt, and the first steps as an animated picture to
// docs/screens/terminal.svg: `bun scripts/triage-demo.ts [columns] [rows]`.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Frame, svgOf } from './recording/svg.ts';

const PATIENCE_MS = 15_000;
const LOOK_MS = 50;
const APART_MS = 700;
/** The number of steps in the picture: an approval with a comment, and two choices. */
const IN_PICTURE = 9;
const root = join(import.meta.dir, '..');

type Step = { keys: string[]; until: string; what: string };
const region = ['--option', 'eu:Europe', '--option', 'us:America'];
const asked = `Deploy **1.4.2** to production?

- 14 commits since 1.4.1
- checks: [green](https://ci.example.org/812)`;
const deploy = [
  '--option',
  'deploy:Deploy:primary:allow',
  '--option',
  'force:Deploy without checks:danger:allow',
  '--option',
  'reject:Reject:danger:deny',
];
const questions = [
  ['approve', asked, '--title', 'Deploy 1.4.2?', ...deploy, '--comment', '--expires', '10m'],
  ['select', 'Which region first?', ...region, '--expires', '20m'],
  [
    'select',
    'Who should know?',
    '--multi',
    '--option',
    'r:Rita',
    '--option',
    's:Sam',
    '--expires',
    '30m',
  ],
  ['form', 'Scale the cluster', '--field', 'nodes:number:Nodes', '--expires', '1h'],
  ['text', 'What went wrong at 3:12?', '--expires', '2h'],
  ['free', 'Fill in the ticket', '--expires', '3h'],
];
const steps: Step[] = [
  { keys: [], until: '● live', what: 'inbox' },
  {
    keys: ['2'],
    until: 'Press 2 again',
    what: '2 is dangerous: press it again to confirm',
  },
  { keys: ['c'], until: 'c  add a comment', what: 'c: any other key cancels that' },
  { keys: ['c'], until: '◆  Comment', what: 'c again: add a comment' },
  {
    keys: ['after lunch', 'Enter'],
    until: 'Comment: after lunch',
    what: 'type the comment, then Enter',
  },
  {
    keys: ['1'],
    until: '▸ deploys        Which',
    what: '1: approved, and the next question opens',
  },
  { keys: ['1'], until: '▸ deploys        Who', what: '1: Europe' },
  { keys: ['1', '2'], until: '2  [x] Sam', what: '1 and 2: pick both' },
  { keys: ['Enter'], until: '▸ deploys        Scale', what: 'Enter: send' },
  { keys: ['Enter'], until: '◆  Nodes', what: 'Enter: fill in the form' },
  { keys: ['ten', 'Enter'], until: 'Expected a number', what: 'ten: checked at once' },
  {
    keys: ['C-u', '3', 'Enter'],
    until: '○ Send',
    what: '3: shows the whole answer before sending',
  },
  { keys: ['Down', 'Enter'], until: '▸ deploys        What', what: 'Down, Enter: send' },
  { keys: ['/', 'ticket'], until: '1 found', what: '/ticket: filter the list' },
  {
    keys: ['Escape', 'Enter'],
    until: 'Your answer',
    what: 'Escape: back to the list; Enter: write the text',
  },
  {
    keys: ['The disk was full', 'C-d'],
    until: 'The disk was full — ',
    what: 'type the text, then Ctrl-D',
  },
  { keys: ['Enter'], until: 'as JSON', what: 'Enter: answer in JSON' },
  {
    keys: ['C-u', '{"ticket": 812}', 'Enter'],
    until: 'No pending questions',
    what: 'type the JSON, then Enter',
  },
  { keys: ['q'], until: '#', what: 'q: quit; the terminal is as it was' },
];

/** Records the screen after each of the first steps; after all of them by default. */
export async function recordTriage(
  columns: number,
  rows: number,
  count = steps.length,
): Promise<Frame[]> {
  const home = await mkdtemp(join(tmpdir(), 'inbox-triage-'));
  const path = `${join(root, 'bin')}:${process.env.PATH}`;
  const env = {
    HOME: home,
    INBOX_DATA: join(home, 'data'),
    PATH: path,
    PS1: '$ ',
    LANG: 'C.UTF-8',
  };
  const inbox = (...args: string[]) => run(['inbox', ...args], env);
  const tmux = (...args: string[]) => run(['tmux', '-u', '-S', join(home, 'tmux'), ...args], env);
  const server = Bun.spawn(['inbox', 'serve', '--port', '0'], { env, stderr: 'pipe' });
  try {
    await server.stderr.getReader().read();
    await inbox('channel', 'create', 'deploys');
    for (const [kind = '', ...args] of questions)
      await inbox('ask', kind, ...args, '-c', 'deploys');
    const size = ['-x', `${columns}`, '-y', `${rows}`];
    await tmux('-f', '/dev/null', 'new-session', '-d', ...size, 'inbox; exec sh');
    return await take(tmux, steps.slice(0, count));
  } finally {
    await tmux('kill-server').catch(() => {});
    server.kill('SIGTERM');
    await server.exited;
    await rm(home, { recursive: true, force: true });
  }
}

type Tmux = (...args: string[]) => Promise<string>;

async function take(tmux: Tmux, taken: Step[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const { keys, until, what } of taken) {
    for (const key of keys) {
      // At a person's pace: keys in faster succession would be text, and answer nothing.
      await Bun.sleep(APART_MS);
      await tmux('send-keys', key);
    }
    frames.push({ what, screen: await shows(tmux, until) });
  }
  return frames;
}

/** Returns the screen with its colours, once it shows a text. */
async function shows(tmux: Tmux, text: string): Promise<string> {
  const deadline = Date.now() + PATIENCE_MS;
  while (true) {
    const screen = await tmux('capture-pane', '-e', '-p');
    const plain = Bun.stripANSI(screen);
    if (plain.includes(text)) return screen;
    if (Date.now() > deadline) throw new Error(`"${text}" never came; there was:\n${plain}`);
    await Bun.sleep(LOOK_MS);
  }
}

const textOf = ({ what, screen }: Frame) => `### ${what}\n\n${Bun.stripANSI(screen).trimEnd()}\n`;

async function run(command: string[], env: Record<string, string>): Promise<string> {
  const child = Bun.spawn(command, { env, stdout: 'pipe', stderr: 'pipe' });
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${err}`);
  return out;
}

if (import.meta.main) {
  if (!Bun.which('tmux')) throw new Error('tmux is not installed');
  const [columns = 80, rows = 24] = process.argv.slice(2).map(Number);
  const frames = await recordTriage(columns, rows);
  const picture = svgOf(frames.slice(0, IN_PICTURE), columns, rows);
  await mkdir(join(root, 'docs/screens'), { recursive: true });
  await writeFile(join(root, 'docs/triage.txt'), frames.map(textOf).join('\n'));
  await writeFile(join(root, 'docs/screens/terminal.svg'), picture);
}
