import type { Command } from 'commander';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { zshScript } from '../completion/zsh.ts';

const shells = {
  bash: { script: bashScript, use: 'source <(inbox completion bash)' },
  zsh: { script: zshScript, use: 'source <(inbox completion zsh)' },
  fish: { script: fishScript, use: 'inbox completion fish | source' },
};

/** Prints a script that calls `inbox __complete`, for each shell. */
export function defineCompletion(command: Command): void {
  for (const [shell, { script, use }] of Object.entries(shells)) {
    command
      .command(shell)
      .description(`completions for ${shell}: ${use}`)
      .addHelpText('after', `\nExample:\n  $ inbox completion ${shell}`)
      .action(() => void process.stdout.write(script));
  }
}
