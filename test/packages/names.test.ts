/** Published names are in one file: none is reserved, and each may have to change. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };

const root = join(import.meta.dir, '../..');
const { npm, pypi, repository, release, image, homebrew } = names;
const imported = [...new Set([npm.package, pypi.distribution, pypi.module])];
const installed: [name: string, isReserved: boolean][] = [
  [npm.program, npm.reserved],
  [npm.scope, npm.reserved],
  [repository.url, repository.reserved],
  [release.url, release.reserved],
  [image.name, image.reserved],
  [`${homebrew.tap}/${homebrew.formula}`, homebrew.reserved],
];

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
  /^(docs\/.*|README)\.md$|^packages\/\w+\/(README\.md|examples\/)/.test(file);

const notIn = (file: string) => file !== 'packages/names.json';

test('names the packages in one file, and in what readers copy', async () => {
  for (const name of imported) {
    const files = (await filesWith(name)).filter((file) => !isForReaders(file));
    expect([name, files.filter(notIn)]).toEqual([name, []]);
  }
});

test('installs from the archives on every page until a name is reserved, and by the name afterwards', async () => {
  for (const [name, isReserved] of installed) {
    const files = (await filesWith(name)).filter(notIn);
    const refused = isReserved ? files.filter((file) => !isForReaders(file)) : files;
    expect([name, refused]).toEqual([name, []]);
  }
  const page = await Bun.file(join(root, 'docs/install.md')).text();
  expect(page.includes(`npx ${npm.program} serve`)).toBe(npm.reserved);
});

test('shows no command that fetches a client by a name that is not reserved', async () => {
  for (const [name, isReserved] of [
    [npm.package, npm.reserved],
    [pypi.distribution, pypi.reserved],
  ] as const) {
    const fetched = new RegExp(`\\b(?:npm|npx|pnpm|yarn|bun|pip|uv) .*${name}`);
    for (const file of isReserved ? [] : await filesWith(name)) {
      const text = await Bun.file(join(root, file)).text();
      expect([file, fetched.exec(text)?.[0]]).toEqual([file, undefined]);
    }
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
