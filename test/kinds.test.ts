/** A kind of review is defined in its folder; everything else asks the registries. */
import { expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import { builtInNames, kindNames, wordsOf } from '../src/core/reviews/kinds/words.ts';
import { kinds } from '../src/core/reviews/kinds.ts';
import { knownKeys, mentionsIn } from './support/architecture/kind-mentions.ts';

const root = `${import.meta.dir}/../src`;

/** Where a kind is named all the same, and why. */
const reasons: Record<string, string> = {
  'storage/sqlite/migrations/': 'a migration that has been released never changes',
  'agents/': 'what a client of today asks, as any agent may',
  'http/openapi/examples.ts': 'the API as outside clients use it',
  'dashboard/data/first-question.ts': 'a request to copy, and the same one sent',
  'dashboard/data/curl.ts': 'a request to copy',
  'dashboard/reviews/answer-form.tsx': 'the element of a page that is called a form',
};

const isExempt = (path: string) => Object.keys(reasons).some((one) => path.startsWith(one));

test('names no kind and reads no payload outside the folders of the kinds', async () => {
  const paths = await Array.fromAsync(new Bun.Glob('**/*.{ts,tsx}').scan(root));
  const read = paths.map(async (path) => [path, await Bun.file(`${root}/${path}`).text()] as const);
  const found = (await Promise.all(read)).map(
    ([path, source]) => [path, mentionsIn(path, source)] as const,
  );
  expect(found.flatMap(([path, faults]) => (isExempt(path) ? [] : faults))).toEqual([]);
  const needed = Object.keys(reasons).filter((one) =>
    found.some(([path, faults]) => path.startsWith(one) && faults.length > 0),
  );
  expect(needed).toEqual(Object.keys(reasons));
});

const mentions: [source: string, mention: string][] = [
  ["if (review.type === 'approval') answer();", 'names approval'],
  ["const chosen = { 'diff-review': sign };\nconst list = ['rating'];", 'names diff-review'],
  ["const rows = sql`select * from reviews where type = 'form'`;", 'names form'],
  ['const count = review?.payload.options.length;', 'reads options'],
  ["const first = message.review.payload['items'];", 'reads items'],
  ['const { fields = [] } = message.review?.payload ?? {};', 'reads fields'],
  ['const { allowComment } = payload as Approval;', 'reads allowComment'],
  ['const { review: { response: { selectedOption } } } = message;', 'reads selectedOption'],
  ['const read = ({ payload: { prefill } }: Review) => prefill;', 'reads prefill'],
  ['const choices = options ?? items ?? fields;', 'chooses between options and fields'],
  ['const choices = one.options ?? one.fields;', 'chooses between options and fields'],
  ['const read = ({ fields, schema }: JsonObject) => fields;', 'takes apart fields, schema'],
  ["const lists = ['options', 'items', 'fields'];", 'lists options, items, fields'],
];

test.each(mentions)('reports %s', (source, mention) => {
  expect(mentionsIn('core/somewhere.ts', source).join()).toContain(mention);
});

test.each([
  'const { title, description, prompt, dismissLabel } = review.payload;',
  'const { options } = command;\nconst { min, max } = settings;',
  'const more = options.mode ?? options.items;',
  'const { response, payload } = review;\nsend({ selectedOption: decision });',
])('accepts %s', (source) => {
  expect(mentionsIn('core/somewhere.ts', source)).toEqual([]);
});

test('reads the keys of each kind off its schema and its example', () => {
  expect(knownKeys()).toEqual(
    expect.arrayContaining(['options', 'items', 'fields', 'schema', 'files', 'minLabel', 'rating']),
  );
});

test.each(['core/reviews/kinds/words.ts', 'dashboard/reviews/kinds.tsx', 'dashboard/main.tsx'])(
  'loads %s without zod',
  async (start) => {
    const loaded = await loadedWith(start);
    expect(loaded.size).toBeGreaterThan(kindNames.length);
    expect(loaded).not.toContain('zod');
  },
);

/** Files and packages that the import of a file loads, but for those that it loads later. */
async function loadedWith(start: string): Promise<Set<string>> {
  const loaded = new Set([start]);
  for (const path of loaded) {
    if (!/\.tsx?$/.test(path)) continue;
    const loader = path.endsWith('.tsx') ? 'tsx' : 'ts';
    const source = await Bun.file(`${root}/${path}`).text();
    for (const { kind, path: named } of new Bun.Transpiler({ loader }).scanImports(source)) {
      if (kind !== 'import-statement') continue;
      loaded.add(named.startsWith('.') ? join(dirname(path), named) : named);
    }
  }
  return loaded;
}

const payloads: Record<(typeof kindNames)[number], object> = {
  approval: {},
  selection: { items: ['eu', 'us'] },
  form: {
    fields: [
      { name: 'nodes', label: 'Nodes', type: 'number', required: true, min: 2 },
      { name: 'region', label: 'Region', type: 'select', options: ['eu'], required: true },
      { name: 'mail', label: 'Mail', type: 'email', required: true },
    ],
  },
  'text-input': { prompt: 'Why?' },
  permission: { tool: 'Bash', input: { command: 'ls' } },
  freeform: { schema: { required: ['a'], properties: { a: { type: 'integer', minimum: 3 } } } },
  questions: {
    questions: [
      { id: 'region', question: 'Which region?', options: ['eu', 'us'] },
      { id: 'checks', question: 'Which checks?', options: ['lint'], multiple: true, other: true },
      { id: 'token', question: 'Which token?', secret: true },
    ],
  },
  rating: { prompt: 'How good?' },
  'diff-review': { files: [{ path: 'a.ts', diff: '+x' }] },
};

test.each([...kindNames])('accepts the example answer of %s', (name) => {
  const payload = kinds[name].payload.parse(payloads[name]);
  const example = wordsOf(name).example(payload);
  expect(Object.keys(example)).not.toBeEmpty();
  expect(kinds[name].answer(payload).safeParse(example).error).toBeUndefined();
});

test('gives every built-in kind a word of its own', () => {
  const words = builtInNames.map((name) => wordsOf(name).word);
  expect(new Set(words).size).toBe(builtInNames.length);
  expect(words).not.toContain(undefined);
});
