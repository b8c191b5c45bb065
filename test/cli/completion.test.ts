import { expect, test } from 'bun:test';
import { Command } from 'commander';
import { groups } from '../../src/cli/commands.ts';
import { bashScript } from '../../src/cli/completion/bash.ts';
import { fishScript } from '../../src/cli/completion/fish.ts';
import { commandTree, type Node } from '../../src/cli/completion/tree.ts';
import { zshScript } from '../../src/cli/completion/zsh.ts';
import { createProgram } from '../../src/cli/program.ts';
import { testTerminal } from '../support/terminal.ts';
import { needs } from '../support/tools.ts';

const tree = () => commandTree(createProgram(), Object.values(groups).flat());

async function run(command: string[], stdin = ''): Promise<string> {
  const child = Bun.spawn(command, {
    stdin: new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, errors]).toEqual([0, '']);
  return out;
}

/** What bash offers behind these words. */
async function offered(...words: string[]): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(inbox ${quoted}); COMP_CWORD=${words.length}; _inbox`;
  const print = `printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = await run(['bash', '-u'], `${bashScript(await tree())}\n${ask}\n${print}\n`);
  return out.split('\n').filter(Boolean);
}

test('bash is offered every command, and every option of a command by any of its names', async () => {
  const all = (await tree()).find((node) => node.path === '');
  expect(await offered('')).toEqual([
    ...(all?.below ?? []).map((path) => path.slice(1)),
    ...['--version', '--json', '--data', '--url', '--profile', '--help'],
  ]);
  expect(await offered('back')).toEqual(['backup']);
  const create = ['create', 'list', 'verify', 'restore'];
  expect((await offered('backups', '')).slice(0, 4)).toEqual(create);
  expect(await offered('users', 'add', '--r')).toEqual(['--role']);
});

test('bash is offered the choices of an option, and its own file names where a file goes', async () => {
  expect(await offered('user', 'add', '--role', '')).toEqual(['owner', 'reviewer']);
  expect(await offered('user', 'add', '--role', 'o')).toEqual(['owner']);
  expect(await offered('user', 'passwd', '--password-file', '')).toEqual([]);
});

const scripts: [shell: 'bash' | 'zsh' | 'fish', script: (tree: Node[]) => string][] = [
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
];

test.each(scripts)('the completions for %s are printed as data', async (shell, script) => {
  await using terminal = testTerminal();
  const { code, stdout, stderr } = await terminal.run(['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(script(await tree()));
});

needs('shellcheck')('the completions for bash pass shellcheck', async () => {
  expect(await run(['shellcheck', '-s', 'bash', '-'], bashScript(await tree()))).toBe('');
});

for (const [shell, script] of scripts) {
  const tried = shell === 'bash' ? test : needs(shell);
  tried(`${shell} parses its completions, whatever the descriptions hold`, async () => {
    const odd = new Command('inbox').option('--odd <file>', `it's "a" $b \`c\` \\ | d:e`);
    await run([shell, '-n', '/dev/stdin'], script(await commandTree(odd, [])));
    await run([shell, '-n', '/dev/stdin'], script(await tree()));
  });
}

needs('fish')('fish offers commands, options and choices', async () => {
  const asks = ['inbox backups ', 'inbox user add --ro', 'inbox user add --role '];
  const lines = asks.map((line) => `complete -C '${line}'`).join('\n');
  const out = await run(['fish', '--no-config'], `${fishScript(await tree())}\n${lines}\n`);
  const words = out.split('\n').map((line) => line.split('\t')[0]);
  for (const word of ['create', 'restore', '--role', 'owner', 'reviewer']) {
    expect(words).toContain(word);
  }
});
