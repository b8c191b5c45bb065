/** A way to reach people is defined in its folder; everything else asks the registries. */
import { expect, test } from 'bun:test';
import { parseSync, Visitor } from 'oxc-parser';
import { settings } from '../src/settings.ts';
import { contactKinds, wayOf, waySettings } from '../src/ways/ways.ts';
import { readSources } from './support/architecture/imports.ts';

const sources = await readSources(`${import.meta.dir}/../src`);

/** Where a way is named all the same, and why. */
const reasons: Record<string, string> = {
  'ways/ways.ts': 'the registry of what ways say',
  'ways/parts.ts': 'the registry of what ways do',
  'ways/forms.ts': 'the registry of what the dashboard asks of ways',
  'storage/sqlite/migrations/': 'a migration that has been released never changes',
  'http/openapi/examples.ts': 'the API as outside clients use it',
  'http/pairings.ts': 'a path of the API',
  'cli/reach/contact-pair.ts': 'calls that path',
  'dashboard/data/contacts.ts': 'calls that path',
  'dashboard/push/own-contact.ts': 'the part of the dashboard that makes its browser a contact',
};

const isExempt = (path: string) => Object.keys(reasons).some((one) => path.startsWith(one));

test('names no way and reads none of its settings outside of its folder', () => {
  const found = Object.entries(sources).map(
    ([path, source]) => [path, mentionsIn(path, source)] as const,
  );
  expect(found.flatMap(([path, faults]) => (isExempt(path) ? [] : faults))).toEqual([]);
  const needed = Object.keys(reasons).filter((one) =>
    found.some(([path, faults]) => path.startsWith(one) && faults.length > 0),
  );
  expect(needed).toEqual(Object.keys(reasons));
});

test.each([
  ["if (kind === 'ntfy') press();", 'names ntfy'],
  ["const isSlow = contact.kind === 'email';", 'names email'],
  ["const row = sql`select * from contacts where kind = 'slack'`;", 'names slack'],
  ['const { name } = bots.telegram;', 'names telegram'],
  ['const labels = { slack: 1, email: 2 };', 'names slack'],
  ["const offers = { 'contact add --slack': [] };", 'names slack'],
  ['const url = ways.ntfyUrl;', 'reads ntfyUrl'],
  ['const { smtpUrl } = config;', 'reads smtpUrl'],
])('reports %s', (source, mention) => {
  expect(mentionsIn('core/somewhere.ts', source).join()).toContain(mention);
});

test.each([
  "const field = text('email');",
  'const { email } = user;',
  "users.where('email', '=', to)",
])('accepts %s', (source) => {
  expect(mentionsIn('core/somewhere.ts', source)).toEqual([]);
});

test('gives every way settings of its own', () => {
  const names = contactKinds.flatMap((kind) => Object.keys(wayOf(kind).settings));
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(names));
  expect(Object.keys(waySettings).sort()).toEqual(names.sort());
});

type Node = { type: string; start: number } & Record<string, unknown>;

/** Each mention as a sentence. People have e-mail addresses, too: `email` counts only where it is a kind. */
function mentionsIn(path: string, source: string): string[] {
  if (/^ways\/[^/]+\//.test(path)) return [];
  const found: string[] = [];
  const report = (node: unknown, what: string) => {
    const line = source.slice(0, (node as Node).start).split('\n').length;
    found.push(`${path}:${line} ${what}`);
  };
  const nameIn = (text: unknown) => named.exec(`${text}`)?.[1];
  const look = (node: unknown, key: string) => {
    const name = nameIn(key);
    if (name !== undefined) report(node, `names ${name}`);
    if (Object.hasOwn(waySettings, key)) report(node, `reads ${key}`);
  };
  new Visitor({
    Literal(node) {
      const name = nameIn(node.value);
      if (name !== undefined) report(node, `names ${name}`);
    },
    TemplateElement(node) {
      const [, name] = quoted.exec(node.value.raw) ?? [];
      if (name !== undefined) report(node, `names ${name}`);
    },
    BinaryExpression(node) {
      const sides = [node.left, node.right] as unknown as Node[];
      const isKind = sides.some((side) => /^(kind|via)$/.test(keyOf(side)));
      if (isKind && sides.some(({ value }) => value === 'email')) report(node, 'names email');
    },
    MemberExpression(node) {
      look(node, keyOf(node as unknown as Node));
    },
    Property(node) {
      look(node, keyOf(node.key as unknown as Node));
    },
  }).visit(parseSync(path, source).program);
  return found;
}

const names = contactKinds.filter((kind) => kind !== 'email').join('|');
/** Alone, or as the flag of a command. */
const named = new RegExp(`^(?:.* --)?(${names})$`);
const quoted = new RegExp(`["'](${names})["']`);

/** The last name of an expression: `kind` of `contact.kind`. */
const keyOf = ({ name, property, value }: Node): string =>
  String(name ?? (property as Node | undefined)?.name ?? value ?? '');
