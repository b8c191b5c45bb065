import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { safeName } from '../../src/core/files/names.ts';
import { dispositionOf } from '../../src/http/disposition.ts';
import { anyCharacter } from '../support/texts/characters.ts';

const anyName = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...'"\';%\\\r\n\0 ()*=é日😀', '\ud800', '%41', "''") }),
);

test('encodes any name as an ASCII header from which a client parses that name', () => {
  fc.assert(
    fc.property(anyName, (given) => {
      const name = safeName(given);
      const header = dispositionOf(name, 'text/plain');
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      const parts = /^inline; filename="([^"\\;]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(
        header,
      );
      expect(decodeURIComponent(parts?.[1] ?? '')).toBe(name);
      expect(decodeURIComponent(parts?.[2] ?? '')).toBe(name);
      expect(new Response('', { headers: { 'content-disposition': header } }).ok).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('never breaks the header for an unsafe name', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      expect(dispositionOf(name, 'text/html')).toMatch(/^attachment; [\x20-\x7e]*$/);
    }),
    { numRuns: 2000 },
  );
});

test('keeps a plain name readable', () => {
  expect(dispositionOf('my report (2).pdf', 'application/pdf')).toBe(
    `inline; filename="my report (2).pdf"; filename*=UTF-8''my%20report%20%282%29.pdf`,
  );
});

test.each([
  ['image/png', 'inline'],
  ['image/svg+xml', 'attachment'],
  ['application/pdf', 'inline'],
  ['audio/mpeg', 'inline'],
  ['video/mp4', 'inline'],
  ['text/plain', 'inline'],
  ['text/html', 'attachment'],
  ['text/plain-or-not', 'attachment'],
  ['application/xhtml+xml', 'attachment'],
  ['application/pdfx', 'attachment'],
  ['application/octet-stream', 'attachment'],
])('serves %s as %s', (mimeType, kind) => {
  expect(dispositionOf('a', mimeType).split(';')[0]).toBe(kind);
});
