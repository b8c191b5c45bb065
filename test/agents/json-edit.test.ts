import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Addition, NotEditable, putIn, takeOut, valueIn } from '../../src/agents/json-edit.ts';
import { sized } from '../support/machine/sized.ts';

const hook = { hooks: [{ type: 'command', command: 'inbox hook' }] };
const additions: Addition[] = [
  { path: ['hooks', 'Stop'], element: hook },
  { path: ['hooks', 'Start'], element: hook },
  { path: ['permissions', 'deny'], element: 'Bash(inbox answer *)' },
  { path: ['permissions', 'deny'], element: 'Bash(inbox key *)' },
  { path: ['mcp', 'inbox'], value: { url: 'http://127.0.0.1/', on: true } },
];

/** Any document that such files can be, as text: blanks, comments and commas wherever they are allowed. */
const document = fc
  .record({
    eol: fc.constantFrom('\n', '\r\n', '\r'),
    seed: fc.array(fc.nat(9), { minLength: 50, maxLength: 50 }),
    bom: fc.boolean(),
    value: fc.dictionary(
      fc.constantFrom('hooks', 'permissions', 'mcp', 'env', '//', '/*', 'a,b', '__proto__', ''),
      fc.oneof(
        fc.dictionary(
          fc.constantFrom('Stop', 'deny', 'allow', 'other'),
          fc.array(
            fc.oneof(
              fc.jsonValue({ maxDepth: 2 }),
              fc.constant(hook),
              fc.constant('Bash(inbox key *)'),
            ),
          ),
        ),
        fc.constant({}),
      ),
    ),
  })
  .map(({ eol, seed, bom, value }) => {
    let at = 0;
    const next = () => seed[at++ % seed.length] ?? 0;
    const blank = () =>
      [
        '',
        ' ',
        eol,
        `${eol}  `,
        `${eol}\t`,
        ` // , ] } "note" \u00a0${eol}`,
        ' /* , [ { */ ',
        `/**/${eol}`,
        '',
        '',
      ][next()] ?? '';
    const trailing = () => (next() < 3 ? `,${blank()}` : '');
    const written = (one: unknown): string => {
      if (Array.isArray(one)) {
        const inside = one.map((item) => blank() + written(item) + blank()).join(',');
        return `[${inside === '' ? blank() : inside + trailing()}]`;
      }
      if (one === null || typeof one !== 'object') return JSON.stringify(one);
      const inside = Object.entries(one)
        .map(
          ([key, item]) =>
            `${blank()}${JSON.stringify(key)}${blank()}:${blank()}${written(item)}${blank()}`,
        )
        .join(',');
      return `{${inside === '' ? blank() : inside + trailing()}}`;
    };
    return (bom ? '\ufeff' : '') + blank() + written(value) + blank();
  });

const blankDocument = fc
  .array(fc.constantFrom(' ', '\n', '\r\n', '\t', '// note\n', '/* note */', '// end'))
  .map((parts) => parts.join(''))
  .map((text) => text.replace(/\/\/ end(?=[^\r\n])/g, '// end\n'));

const runs = { numRuns: sized(60, 2000) };

test('takes out again what it put in, to the byte, whatever the document looks like', () => {
  fc.assert(
    fc.property(fc.oneof(document, blankDocument), (text) => {
      const { text: changed, put } = putIn(text, additions);
      expect(takeOut(changed, put, [])).toBe(text);
    }),
    runs,
  );
});

test('changes nothing but what it puts in, and later takes out nothing but that', () => {
  fc.assert(
    fc.property(document, fc.string(), (text, theirs) => {
      const before = valueIn(text);
      const { text: changed, put } = putIn(text, additions);
      expect(valueIn(changed)).toEqual(merged(before));
      const others: Addition[] = [
        { path: ['hooks', 'Stop'], element: theirs },
        { path: ['permissions', 'deny'], element: theirs },
        { path: ['theirs'], value: theirs },
      ];
      const { text: later } = putIn(changed, others);
      expect(valueIn(takeOut(later, put, []))).toEqual(valueIn(putIn(text, others).text));
    }),
    runs,
  );
});

/** The value with the additions that it did not have. */
function merged(before: unknown): unknown {
  const value = structuredClone(before) as Record<string, Record<string, unknown>>;
  for (const addition of additions) {
    const [outer = '', inner = ''] = addition.path;
    const holder = value[outer] ?? {};
    value[outer] = holder;
    if ('value' in addition) {
      holder[inner] ??= addition.value;
      continue;
    }
    const list = [holder[inner] ?? []].flat();
    const isThere = list.some((one) => Bun.deepEquals(one, addition.element));
    holder[inner] = isThere ? list : [...list, addition.element];
  }
  return value;
}

test('keeps comments, indentation and line breaks of lists that it adds to', () => {
  const text = '{\r\n\t"permissions": { "deny": ["a"] }, // mine\r\n\t"hooks": {\r\n\t}\r\n}\r\n';
  const { text: changed } = putIn(text, [
    { path: ['permissions', 'deny'], element: 'b' },
    { path: ['hooks', 'Stop'], element: { run: 'x' } },
  ]);
  expect(changed.split('\r\n')).toEqual([
    '{',
    '\t"permissions": { "deny": ["a", "b"] }, // mine',
    '\t"hooks": {',
    '\t\t"Stop": [',
    '\t\t\t{',
    '\t\t\t\t"run": "x"',
    '\t\t\t}',
    '\t\t]',
    '\t}',
    '}',
    '',
  ]);
});

test('leaves alone what it cannot read with certainty, and says the line', () => {
  for (const [text, why] of [
    ['{"a": 1, "b": }', 'line 1: value expected'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3: comma expected'],
    ['{ "a": 1 } { }', 'line 1: end of file expected'],
    ['{ /* open', 'line 1: '],
    ['/* open', 'line 1: '],
    ['[]', 'line 1: there must be an object, in braces'],
    ['{\r\n"a": {\r\n"b": 1,\r\n"b": 2}}', 'line 4: “b” exists twice'],
    ['{\n"hooks": []}', 'line 2: “hooks” must be an object, in braces'],
    ['{"hooks": {\n"Stop": {}}}', 'line 2: “hooks.Stop” must be a list, in brackets'],
    [`{"a":${'['.repeat(200_000)}`, 'line 1: '],
  ] as const) {
    const put = () => putIn(text, additions);
    expect(put).toThrow(NotEditable);
    expect(put).toThrow(why);
  }
});

test('takes out what was changed or moved since, if a mark shows whose it was', () => {
  const { text, put } = putIn('{"hooks": {"Stop": [{"hooks": ["theirs"]}]}}', additions);
  const moved = text
    .replaceAll('"Start"', '"Other"')
    .replaceAll('"inbox hook"', '"inbox hook --slow"');
  const shared = putIn(moved, [
    { path: ['hooks', 'Other'], element: { hooks: ['theirs', 'inbox hook'] } },
  ]);
  const left = valueIn(takeOut(shared.text, put, ['inbox hook']));
  expect(left).toEqual({
    hooks: { Stop: [{ hooks: ['theirs'] }], Other: [{ hooks: ['theirs'] }] },
  });
});
