import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editorCommand } from '../config.ts';
import { decodeText } from '../core/text.ts';
import { whenEnded } from './ending.ts';
import { UsageError } from './errors.ts';

/** Returns the text as saved in the person's editor, without its last line break. */
export async function editText(initial: string, ending: 'md' | 'json'): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'inbox-'));
  const file = join(directory, `answer.${ending}`);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    writeFileSync(file, initial, { mode: 0o600 });
    await edit(file, remove);
    return decodeText(readFileSync(file)).replace(/\r?\n$/, '');
  } finally {
    remove();
  }
}

async function edit(file: string, remove: () => void): Promise<void> {
  const editor = editorCommand();
  // Through the shell, as git does: the variable may contain flags (`code --wait`).
  const child = Bun.spawn(['sh', '-c', `${editor} "$1"`, 'sh', file], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  const letGo = whenEnded(
    (signal) => {
      child.kill(signal);
      remove();
    },
    // Ctrl-C belongs to the editor.
    { signals: ['SIGTERM', 'SIGHUP'] },
  );
  const code = await child.exited.finally(letGo);
  if (code === 0) return;
  throw new UsageError(`The editor "${editor}" ended with ${code}: set VISUAL or EDITOR`);
}
