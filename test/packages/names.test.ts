/** The names of the packages are in one file: none is reserved, and each may have to change. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };

const root = join(import.meta.dir, '../..');
const { npm, pypi } = names;
const found = [...new Set([npm.package, pypi.distribution, pypi.module])];

async function filesWith(text: string): Promise<string[]> {
  const listed = await Bun.$`git ls-files --cached --others --exclude-standard`.cwd(root).text();
  const files = listed.split('\n').filter(Boolean);
  const has = async (name: string) => {
    const file = Bun.file(join(root, name));
    return (await file.exists()) && (await file.text()).includes(text);
  };
  const are = await Promise.all(files.map(has));
  return files.filter((_, index) => are[index]);
}

/** Readers copy the name; it is compared below. */
const isForReaders = (file: string) =>
  /^docs\/.*\.md$|^packages\/\w+\/(README\.md|examples\/)/.test(file);

test('names the packages in one file, and in what readers copy', async () => {
  for (const name of found) {
    const files = (await filesWith(name)).filter((file) => !isForReaders(file));
    expect([name, files]).toEqual([name, ['packages/names.json']]);
  }
});

test('imports the packages by their names in every example and on every page', async () => {
  const examples = await filesWith('import');
  for (const file of examples.filter(isForReaders)) {
    const text = await Bun.file(join(root, file)).text();
    for (const [, from] of text.matchAll(/^import \{[^}]*\bInbox\b[^}]*\} from '(.+)'/gm)) {
      expect([file, from]).toEqual([file, npm.package]);
    }
    for (const [, from] of text.matchAll(/^from (\S+) import [^\n]*\b(?:Async)?Inbox\b/gm)) {
      expect([file, from]).toEqual([file, pypi.module]);
    }
  }
});

test('claims no name that is not reserved', () => {
  expect([npm.reserved, pypi.reserved]).toEqual([false, false]);
});
