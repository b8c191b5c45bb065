/** The files by which Gemini CLI 0.61.0 is connected. */
import { expect, test } from 'bun:test';
import { type Part, parts } from '../../src/agents/file.ts';
import { gemini } from '../../src/agents/gemini/files.ts';
import { connecting } from './connecting.ts';

const written = (chosen: readonly Part[] = parts, home?: string) =>
  gemini.files(
    { ...connecting, parts: chosen },
    { home: '/home/ann', variable: (name) => (name === 'GEMINI_CLI_HOME' ? home : undefined) },
  );

type Rule = {
  toolName: string | string[];
  commandPrefix?: string[];
  commandRegex?: string;
  argsPattern?: string;
  decision: string;
};

/** Gemini looks for these in the JSON of a tool's input. */
function patternsOf({ commandPrefix, commandRegex, argsPattern }: Rule): RegExp[] {
  if (argsPattern !== undefined) return [new RegExp(argsPattern)];
  if (commandRegex !== undefined) return [new RegExp(`"command":"${commandRegex}`)];
  return (commandPrefix ?? []).map((prefix) => {
    const begin = RegExp.escape(`"command":${JSON.stringify(prefix).slice(0, -1)}`);
    return new RegExp(`${begin}(?:[\\s"]|\\\\")`);
  });
}

function isDenied(toolName: string, input: object): boolean {
  const [file] = written(['mcp']);
  const { rule } = Bun.TOML.parse(file && 'text' in file ? file.text : '') as { rule: Rule[] };
  return rule.some(
    (one) =>
      one.decision === 'deny' &&
      [one.toolName].flat().includes(toolName) &&
      patternsOf(one).some((pattern) => pattern.test(JSON.stringify(input))),
  );
}

test.each<[command: string, denied: boolean]>([
  ['inbox answer 1', true],
  ['inbox answer', true],
  ['inbox --json answer 1', true],
  ['inbox', true],
  ['\'/opt/my "own"/inbox\' answer 1', true],
  ['\'/opt/my "own"/inbox\' --json key', true],
  ['inbox ask approve "Go?"', false],
  ['inbox answered', false],
  ['inboxes -a', false],
  ['echo inbox', false],
])('with its rules, %j is denied: %p', (command, denied) => {
  expect(isDenied('run_shell_command', { command, description: 'x' })).toBe(denied);
});

test.each<[path: string, denied: boolean]>([
  ['/home/ann/.config/inbox/connected.json', true],
  ['/home/ann/.config/inbox', true],
  ['/srv/inbox/inbox.db', true],
  ['/srv/inbox-2/notes.md', false],
  ['/home/ann/shop/srv/inbox/x', false],
])('with its rules, reading %j is denied: %p', (file_path, denied) => {
  expect(isDenied('read_file', { file_path })).toBe(denied);
});

test('writes into the folder that GEMINI_CLI_HOME names', () => {
  expect(written(parts, '/srv/gemini').map(({ path }) => path)).toEqual([
    '/srv/gemini/.gemini/policies/inbox.toml',
    '/srv/gemini/.gemini/settings.json',
  ]);
});

test.each<[settings: unknown, obstacles: string[]]>([
  [{}, []],
  [{ hooksConfig: { enabled: true, disabled: ['other'] } }, []],
  [{ hooksConfig: { enabled: false } }, ['“hooksConfig.enabled” is false: set it to true.']],
  [{ hooksConfig: { disabled: ['inbox'] } }, ['“hooksConfig.disabled” has “inbox”: remove that.']],
])('says of %j what keeps its gate open', (settings, obstacles) => {
  expect(
    gemini.obstacles(settings, { ...connecting, path: '/home/ann/.gemini/settings.json' }),
  ).toEqual(obstacles);
});
