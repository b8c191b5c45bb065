/** Texts that take a parser, a terminal or a browser out of all proportion, as large as may be sent. */
const LARGEST = 256 * 1024;

/** Repeated up to the size of the largest text, in bytes. */
const full = (part: string) =>
  part.repeat(Math.floor(LARGEST / new TextEncoder().encode(part).length));
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Includes some that are laid out, to show that they do no harm. */
export const bombs: Record<string, string> = {
  'quotes in quotes': '>'.repeat(4000),
  'many lines of quotes in quotes': lines(25, () => `${'>'.repeat(200)}x`),
  'lists in lists on a line': full('- '),
  'lists in lists by indentation': lines(2000, (at) => `${'  '.repeat(at % 100)}- x`),
  'quotes in lists in quotes': full('> - '),
  'emphasis in emphasis': '*_'.repeat(25_000),
  'emphasis that never ends': full('**a'),
  'one endless run of emphasis': `${'*'.repeat(60_000)}a${'*'.repeat(60_000)}`,
  'strikethrough in strikethrough': full('~a~~b~'),
  'brackets that open': full('['),
  'brackets that close': full(']'),
  'images in images': full('!['),
  links: full('[a](b)'),
  'links that never end': full('[a]('),
  'parentheses in an address': `[a](${'('.repeat(60_000)}`,
  'one long address behind many links': `[a]: http://${'x'.repeat(60_000)}\n\n${'[a] '.repeat(900)}`,
  'a thousand definitions': lines(20_000, (at) => `[a${at}]: b`),
  footnotes: full('[^a]: x\n'),
  'footnotes in footnotes': full('[^a]: '),
  'code marks of every length': lines(1, () =>
    Array.from({ length: 700 }, (_, at) => '`'.repeat(at)).join('a'),
  ),
  'fences in a row': full('```\n'),
  'fences behind HTML': `<!--\n\`\`\`\n-->\n${'*_'.repeat(25_000)}`,
  'web addresses': full('www.a.b '),
  'e-mail addresses': full('a@b.'),
  'dots that could be an e-mail address': full('a.b-c_d'),
  entities: full('&#27;'),
  'HTML that never ends': full('<a '),
  'comments that never end': full('<!--'),
  'a table of thousands of columns': `${'|a'.repeat(5000)}\n${'|-'.repeat(5000)}\n${'|\n'.repeat(5000)}`,
  'a short row for each of many columns': `${'|a'.repeat(900)}\n${'|-'.repeat(900)}\n${'|\n'.repeat(150)}`,
  'a table of thousands of rows': `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(40_000)}`,
  headings: full('a\n=\n'),
  'one endless word': full('a'),
  'one endless line': full('hello world '),
  'lines alone': full('\n'),
  'blanks alone': full(' '),
  'tabs alone': full('\t'),
  'marks on one character': `a${full('\u0301').slice(1)}`,
  'characters without width': full('\u200b'),
  'turns of the direction of writing': full('\u202ea'),
  'escape sequences': full('\u001b[31m'),
  'wide characters': full('漢'),
  'emoji made of many': full('👨‍👩‍👧'),
};
