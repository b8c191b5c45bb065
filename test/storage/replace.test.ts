import { expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { recoverRestore, stageRestore } from '../../src/storage/sqlite/replace.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

/** In the order in which they are made; the old data has a log, the new has plugins. */
const moves: [from: string, to: string][] = [
  ['config.json', 'aside/config.json'],
  ['restore/new/config.json', 'config.json'],
  ['inbox.db-wal', 'aside/inbox.db-wal'],
  ['inbox.db', 'aside/inbox.db'],
  ['restore/new/inbox.db', 'inbox.db'],
  ['files', 'aside/files'],
  ['restore/new/files', 'files'],
  ['restore/new/plugins', 'plugins'],
];

test.each(Array.from({ length: moves.length + 1 }, (_, count) => count))(
  'finishes a restore killed after %p moves when the directory is next opened',
  (count) => {
    const data = interrupted(count);
    recoverRestore(data);
    expect(readdirSync(data).sort()).toEqual(
      ['aside', 'config.json', 'files', 'inbox.db', 'plugins'].sort(),
    );
    for (const name of ['config.json', 'inbox.db', 'files/one', 'plugins/one']) {
      expect(readFileSync(join(data, name), 'utf8')).toBe('new');
    }
    for (const name of ['config.json', 'inbox.db', 'inbox.db-wal', 'files/one']) {
      expect(readFileSync(join(data, 'aside', name), 'utf8')).toBe('old');
    }
    removeDirectory(data);
  },
);

test('discards staged files without a completed note', () => {
  const data = interrupted(0);
  renameSync(join(data, 'restore/ready'), join(data, 'restore/ready.part'));
  recoverRestore(data);
  expect(readFileSync(join(data, 'inbox.db'), 'utf8')).toBe('old');
  expect(existsSync(join(data, 'restore'))).toBe(false);
  removeDirectory(data);
});

function interrupted(count: number): string {
  const data = temporaryDirectory();
  const staged = stageRestore(data);
  fill(data, ['config.json', 'inbox.db', 'inbox.db-wal', 'files/one'], 'old');
  fill(staged, ['config.json', 'inbox.db', 'files/one', 'plugins/one'], 'new');
  const note = { aside: 'aside', parts: readdirSync(staged) };
  writeFileSync(join(data, 'restore/ready'), JSON.stringify(note));
  mkdirSync(join(data, 'aside'));
  for (const [from, to] of moves.slice(0, count)) renameSync(join(data, from), join(data, to));
  return data;
}

function fill(folder: string, names: string[], text: string) {
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
