import type { Command } from 'commander';
import type { Entry } from '../commands.ts';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { commandTree } from '../completion/tree.ts';
import { zshScript } from '../completion/zsh.ts';

const shells = {
  bash: { script: bashScript, use: 'source <(inbox completion bash)' },
  zsh: { script: zshScript, use: 'source <(inbox completion zsh)' },
  fish: { script: fishScript, use: 'inbox completion fish | source' },
};

/** For each shell a script made of the commands as they are. */
export const defineCompletion = (entries: Entry[]) => (command: Command) => {
  for (const [shell, { script, use }] of Object.entries(shells)) {
    command
      .command(shell)
      .description(`completions for ${shell}: ${use}`)
      .addHelpText('after', `\nExample:\n  $ inbox completion ${shell}`)
      .action(async (_: unknown, self: Command) => {
        const program = self.parent?.parent;
        if (program) process.stdout.write(script(await commandTree(program, entries)));
      });
  }
};
