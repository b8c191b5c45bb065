import fc from 'fast-check';

const parts = fc.constantFrom(
  ...[
    '> ',
    '>',
    '- ',
    '* ',
    '1. ',
    '2) ',
    '  ',
    '    ',
    '\t',
    '# ',
    '```',
    '~~~',
    '`',
    '``',
    '---',
  ],
  ...[
    '**',
    '_',
    '***',
    '~~',
    '[',
    ']',
    '](b)',
    '![',
    '[^a]: ',
    '[^a]',
    '[a]: b',
    '|',
    '|-|-|',
    '===',
  ],
  ...[
    '<!--',
    '-->',
    '<b>',
    '<div>',
    '&amp;',
    '\\',
    'www.a.b',
    'http://a',
    'a@b.c',
    '- [x] ',
    '+\n',
  ],
  ...['word', ' ', '\n', '\n\n', '\r\n', '\n> ', '\n- ', '\n  - ', '\n    - ', '\n> > - '],
);

/** Texts made of what means something in Markdown, in every order. */
export const markdown = fc.array(parts, { maxLength: 300 }).map((some) => some.join(''));
