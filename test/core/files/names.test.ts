import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { safeName, safeType } from '../../../src/core/files/names.ts';

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('.', '/', '\\', ' ', '\0', '\r', '\n', '\u202e', '\ud800', 'é', 'a'),
  }),
);

test('makes any name safe for disks and headers', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const safe = safeName(name);
      expect(safe).toMatch(/^[^/\\\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u);
      expect(safe).not.toMatch(/^\.+$/);
      expect(safe.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
      expect(safeName(safe)).toBe(safe);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['report.pdf', 'report.pdf'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Users\\me\\notes.txt', 'notes.txt'],
  ['../../x', 'x'],
  ['..', 'file'],
  ['', 'file'],
  ['a\r\nSet-Cookie: x.txt', 'a Set-Cookie: x.txt'],
  ['first\n\tsecond\u2028third.txt', 'first second third.txt'],
  ['annual\u202efdp.exe', 'annualfdp.exe'],
  ['日本語.txt', '日本語.txt'],
  [`${'x'.repeat(300)}.tar`, `${'x'.repeat(196)}.tar`],
])('stores the name %j as %j', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test.each([
  ['image/PNG', 'image/png'],
  ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
  ['', 'application/octet-stream'],
  ['text/html\r\nx: y', 'application/octet-stream'],
  ['text', 'application/octet-stream'],
])('stores the type %j as %j', (type, safe) => {
  expect(safeType(type)).toBe(safe);
});
