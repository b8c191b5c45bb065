/** The files by which Codex 0.171.0 is connected. */
import { expect, test } from 'bun:test';
import { codex } from '../../src/agents/codex/files.ts';
import { type Part, parts } from '../../src/agents/file.ts';
import { connecting } from './connecting.ts';

const written = (more: { ask?: string[]; parts?: readonly Part[] } = {}, home?: string) =>
  codex.files(
    { ...connecting, parts, ...more },
    { home: '/home/ann', variable: (name) => (name === 'CODEX_HOME' ? home : undefined) },
  );

test('keeps Codex from the commands of people, and has it ask about the rules that were added', () => {
  const [rules] = written({ ask: ['git push', 'rm -rf'], parts: ['mcp'] });
  expect(rules).toEqual({
    path: '/home/ann/.codex/rules/inbox.rules',
    text: `# Written by \`inbox connect codex\`.

prefix_rule(
    pattern = [["inbox","/opt/my \\"own\\"/inbox"],["answer","key"]],
    decision = "forbidden",
    justification = "Only people may do that. Ask them with the tool \`ask\` of the inbox.",
)

prefix_rule(
    pattern = ["git","push"],
    decision = "prompt",
)

prefix_rule(
    pattern = ["rm","-rf"],
    decision = "prompt",
)
`,
  });
});

test('writes into the folder that CODEX_HOME names', () => {
  expect(written({}, '/srv/codex').map(({ path }) => path)).toEqual([
    '/srv/codex/rules/inbox.rules',
    '/srv/codex/hooks.json',
    '/srv/codex/config.toml',
  ]);
});

test('keeps the key out of the hook, whose command a shell reads', () => {
  const [, hooks] = written({ parts: ['hooks'] });
  expect(hooks).toMatchObject({
    additions: [{ element: { hooks: [{ command: '\'/opt/my "own"/inbox\' hook codex' }] } }],
  });
  expect(JSON.stringify(hooks)).not.toContain('hp_');
});

test.each(['git push', './deploy.sh', 'npm publish --access=public'])(
  'takes %j for a rule',
  (rule) => expect(codex.isRule(rule)).toBe(true),
);

test.each(['', ' ', 'git push *', 'git  push', 'Bash(git push)', 'echo "a"', 'a\nb'])(
  'does not take %j for one',
  (rule) => expect(codex.isRule(rule)).toBe(false),
);

const hooks = {
  state: { '/home/ann/.codex/hooks.json:permission_request:0:0': { trusted_hash: 'sha256:1cfe' } },
};
const notTrusted: string = expect.stringMatching(/^you have not trusted it yet/);

test.each<[settings: unknown, obstacles: string[]]>([
  [{ hooks }, []],
  [{ hooks, features: { hooks: true }, approval_policy: 'on-request' }, []],
  [{ hooks, features: { hooks: false } }, ['“features.hooks” is false: set it to true.']],
  [
    { hooks, features: { codex_hooks: false } },
    ['“features.codex_hooks” is false: set it to true.'],
  ],
  [{ hooks, approval_policy: 'never' }, ['“approval_policy” is “never”: Codex asks nobody.']],
  [{}, [notTrusted]],
  [{ hooks: { state: {} } }, [notTrusted]],
])('says of %j what keeps its hook from being called', (settings, obstacles) => {
  const about = { ...connecting, path: '/home/ann/.codex/config.toml' };
  expect(codex.obstacles(settings, about)).toEqual(obstacles);
  expect(codex.obstacles(settings, { ...about, path: '/home/ann/.codex/hooks.json' })).toEqual([]);
});
