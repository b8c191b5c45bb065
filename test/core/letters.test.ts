import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { hostOf } from '../../src/core/hosts.ts';
import { cut, isBlank, lookOf, partsForView, partsOf, visible } from '../../src/core/letters.ts';
import { anyCharacter } from '../support/texts/characters.ts';

const named: [string, string][] = [
  ['Pay 10 to \u202eecila\u202c', 'Pay 10 to [U+202E]ecila[U+202C]'],
  ['a\u061c\u200e\u200f\u2066\u2069b', 'a[U+061C][U+200E][U+200F][U+2066][U+2069]b'],
  ['de\u200bplo\u2060y\ufeff', 'de[U+200B]plo[U+2060]y[U+FEFF]'],
  ['so\u00adft a\u034fb', 'so[U+00AD]ft a[U+034F]b'],
  ['\u2800\u115f\u1160\u3164\uffa0', '[U+2800][U+115F][U+1160][U+3164][U+FFA0]'],
  ['tag\u{e0061}\u{e007f}', 'tag[U+E0061][U+E007F]'],
  ['\u180b\u180e\u{e0100}漢\u{e0100}', '[U+180B][U+180E][U+E0100]漢[U+E0100]'],
  ['\u0000\u001b[2J\u007f\u009b', '[U+0000][U+001B][2J[U+007F][U+009B]'],
  ['one\rtwo\u2028three\u0085four', 'one[CR]two[U+2028]three[U+0085]four'],
  ['\ud83d half \udc4d', '[U+D83D] half [U+DC4D]'],
  ['a\ufe0f ❤\ufe0e 1\ufe0f', 'a[U+FE0F] ❤[U+FE0E] 1[U+FE0F]'],
  ['a\u200db 👩\u200dx 👩\u200d💻\u200d🚀', 'a[U+200D]b 👩[U+200D]x 👩\u200d💻[U+200D]🚀'],
  ['🏴\u{e0075}\u{e0073}\u{e007f}', '🏴[U+E0075][U+E0073][U+E007F]'],
  ['د\u200cخ می\u200c x\u200cy', 'د[U+200C]خ می[U+200C] x[U+200C]y'],
  ['ب\u200dب क\u200dष क\u200cष', 'ب[U+200D]ب क[U+200D]ष क[U+200C]ष'],
  ['क्\u200c\u200cष क्\u200d\u200dष', 'क्\u200c[U+200C]ष क्\u200d[U+200D]ष'],
  [`e${'\u0301'.repeat(8)}x`, `e${'\u0301'.repeat(6)}[U+0301][U+0301]x`],
  [`e${'\u0301'.repeat(6)}\u200b\u0301`, `e${'\u0301'.repeat(6)}[U+200B][U+0301]`],
  [
    `ا${'\u064e'.repeat(4)}\u0651\u0670\u06e2\u06e3`,
    `ا${'\u064e'.repeat(4)}\u0651\u0670[U+06E2][U+06E3]`,
  ],
];

test.each(named)('names what hides in %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  '',
  'Deploy 1.4.2?',
  'a\tb\nc\r\nd\r\n',
  'Zürich café naïve',
  '東京 デプロイ',
  'ｄｅｐｌｏｙ',
  '👩\u200d🚀 👨\u200d👩\u200d👧\u200d👦 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3 ©\ufe0f 🏳\ufe0f\u200d🌈 👍🏽 🇩🇪',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  // Persian, Syriac and Mongolian letters that would join; a mark on the first does not matter.
  'می\u200cخواهم',
  'بّ\u200cب',
  'ܒ\u200cܒ',
  'ᠠ\u200cᠠ',
  'ی\u200cا',
  // Behind a virama: Devanagari, Bengali, Malayalam, Sinhala, Khmer.
  'क्\u200dष',
  'क्\u200cष',
  'র\u09cd\u200dয',
  'ന\u0d4d\u200d',
  'ශ\u0dca\u200dර',
  'ក\u17d2\u200cក',
  // Six marks: Hebrew with its accents, Arabic, Tibetan, and Latin.
  'שָּׁׁ֣֖',
  'لَّٰۢۖۗ',
  'ཧྲཱིྃཾ',
  `e${'\u0301'.repeat(6)}`,
  'Việt ệ'.normalize('NFD'),
  '\u0600\u06dd',
  'a\u00a0b\u3000c\u2003d',
  '\ufffd\ue000',
])('leaves %j unchanged', (text) => {
  expect(visible(text)).toBe(text);
  expect(partsOf(text)).toEqual([text]);
});

test('gives a view the letters and, apart from them, the names', () => {
  expect(partsOf('a\u202eb\u200b\u{e0061}')).toEqual([
    'a',
    { hidden: 'U+202E' },
    'b',
    { hidden: 'U+200B' },
    { hidden: 'U+E0061' },
  ]);
});

test('gives a view no more names to set off than it can draw', () => {
  const text = '\u200b'.repeat(3);
  expect(partsForView(text)).toHaveLength(3);
  expect(partsForView(text.repeat(1000))).toEqual([visible(text.repeat(1000))]);
});

const crooked = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u202e',
        '\u2066',
        '\u200b',
        '\u200c',
        '\u200d',
        '\ufe0f',
        '\ufe0e',
        '\u2800',
        '\u3164',
        '\r',
        '\n',
        '\t',
        '\u001b',
        '\u0085',
        '\u2028',
        '\ud83d',
        '\udc4d',
        '\u{e0067}',
        '\u{e007f}',
        '\u0301',
        '\u0301'.repeat(5),
        '\u094d',
        '\u064e',
        '\u034f',
        '\u200f',
        '\u00ad',
        '\u20e3',
        'ی',
        'د',
        'ܒ',
        'क',
        'a',
        ' ',
        '1',
        '👩',
        '🚀',
        '❤',
        '🏴',
        '👩\u200d🚀',
        '\u00a0',
        '[',
        ']',
      ),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

const HIDING = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff]/u;

test('lets nothing hide, loses nothing, and changes nothing the second time', () => {
  fc.assert(
    fc.property(crooked, (text) => {
      const shown = visible(text);
      expect(shown).not.toMatch(HIDING);
      expect(shown).not.toMatch(/[\p{M}--[\u200c\u200d]]{7}/v);
      expect(visible(shown)).toBe(shown);
      const codes = partsOf(text).flatMap((part) =>
        typeof part === 'string'
          ? [...part].map((letter) => letter.codePointAt(0))
          : [codeOf(part.hidden)],
      );
      expect(codes).toEqual([...text].map((letter) => letter.codePointAt(0)));
    }),
    { numRuns: 2000 },
  );
});

test('cuts a text on one line after a number of letters, however many blanks are before them', () => {
  const long = fc
    .array(fc.tuple(crooked, fc.constantFrom('', ' \n'.repeat(50), 'x'.repeat(9))), {
      maxLength: 12,
    })
    .map((parts) => parts.flat().join(''));
  fc.assert(
    fc.property(long, fc.integer({ min: 1, max: 40 }), (text, longest) => {
      const all = [...visible(text).replace(/\s+/g, ' ').trim()];
      const isWhole = all.length <= longest;
      const shown = isWhole ? all.join('') : `${all.slice(0, longest - 1).join('')}…`;
      expect(cut(text, longest)).toBe(shown);
    }),
    { numRuns: 500 },
  );
});

const codeOf = (name: string) => (name === 'CR' ? 0x0d : Number.parseInt(name.slice(2), 16));

test('takes texts for alike whatever hides in them and however they are encoded', () => {
  fc.assert(
    fc.property(crooked, (text) => {
      const look = lookOf(text);
      expect(lookOf(look)).toBe(look);
      expect(lookOf(text.normalize('NFD'))).toBe(look);
      expect(lookOf(` \u200b${text}\u3164\u00a0`)).toBe(look);
      expect(isBlank(look)).toBe(isBlank(text));
    }),
    { numRuns: 2000 },
  );
});

const alike: Record<string, string[]> = {
  deploys: ['deploys ', '\u00a0deploys', 'de\u200bploys', 'deploys\u2800', '\u202edeploys'],
  Zürich: ['Zu\u0308rich', 'Zürich\n'],
  'night jobs': ['night\u00a0jobs', 'night  jobs', 'night\u2028jobs', 'night\tjobs'],
  'می\u200cخواهم': [' می\u200cخواهم', 'می\u200cخواهم\u200c'],
};

test.each(Object.entries(alike))('takes %j for alike with others', (look, texts) => {
  expect(texts.map((text) => lookOf(text))).toEqual(texts.map(() => look));
});

test('keeps apart what looks different', () => {
  const texts = [
    'deploys',
    'Deploys',
    'deploy s',
    'ｄｅｐｌｏｙｓ',
    'dеploys',
    'میخواهم',
    'می\u200cخواهم',
  ];
  expect(new Set(texts.map((text) => lookOf(text))).size).toBe(texts.length);
});

test.each([
  '',
  ' ',
  '\u200b',
  '\u3164\u2800',
  '\u00a0\n\t',
  '\u202e \u202c',
  '\u0301',
  '\ud83d',
  '\u0000',
])('finds %j blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['a', '-', '🚀', '\u200ba', '語', '.\u202e'])('finds something to see in %j', (text) => {
  expect(isBlank(text)).toBe(false);
});

test.each([
  ['https://bank.example/login?a#b', 'bank.example'],
  ['https://bank.example@evil.example:8443/', 'evil.example:8443'],
  ['https://münchen.example', 'münchen.example'],
  ['https://пример.испытание/x', 'пример.испытание'],
  ['https://例え.テスト', '例え.テスト'],
  // One Cyrillic letter, as it is and as parsers of Markdown write it, and Cyrillic before Latin.
  ['https://p\u0430ypal.example', 'xn--pypal-4ve.example'],
  ['https://p%D0%B0ypal.example', 'xn--pypal-4ve.example'],
  ['https://аррӏе.example', 'xn--80ak6aa92e.example'],
  ['https://xn--pypal-4ve.example', 'xn--pypal-4ve.example'],
])('shows the host of %s as %s', (address, host) => {
  expect(hostOf(address)).toBe(host);
});

test.each([
  ['hidden letters', '\u200b\u{e0061}'.repeat(90_000)],
  ['marks', '\u0301'.repeat(262_144)],
  ['joiners', 'ی\u200c'.repeat(131_072)],
  ['beginnings of flags', '🏴\u{e0067}\u{e0062}'.repeat(43_000)],
  ['beginnings of families', '👩\u200d❤️\u200d💋\u200d'.repeat(26_000)],
])('reads a long text of %s in one pass', (_, text) => {
  const since = process.cpuUsage();
  visible(text);
  // A pass for each letter would take minutes.
  expect(process.cpuUsage(since).user).toBeLessThan(5_000_000);
});
