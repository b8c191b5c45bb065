import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editorCommand } from '../config.ts';
import { UsageError } from './errors.ts';

/** A text as the person leaves it in their editor, without its last line break. */
export async function editText(initial: string, ending: 'md' | 'json'): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'inbox-'));
  const file = join(directory, `answer.${ending}`);
  try {
    writeFileSync(file, initial, { mode: 0o600 });
    await edit(file);
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function edit(file: string): Promise<void> {
  const editor = editorCommand();
  // By the shell, as git does: the variable may hold flags (`code --wait`).
  const child = Bun.spawn(['sh', '-c', `${editor} "$1"`, 'sh', file], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  const code = await child.exited;
  if (code === 0) return;
  throw new UsageError(`The editor "${editor}" ended with ${code}: set VISUAL or EDITOR`);
}
