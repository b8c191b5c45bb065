import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { localName } from '../../src/cli/local-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['größe 100%.txt', 'größe 100%.txt'],
  ['-x', '_x'],
  ['--output=x', '__output=x'],
  ['-', '_'],
  ['../x', 'x'],
  ['..\\..\\x', 'x'],
  ['/etc/passwd', 'passwd'],
  ['..', 'file'],
  ['', 'file'],
  ['a/', 'file'],
  ['.bashrc', '_bashrc'],
  ['a\u001b[2Jb\nc\0', 'a[2Jbc'],
  ['exe.\u202efdp', 'exe.fdp'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['com1.', '_com1'],
  ['lpt9.tar.gz', '_lpt9.tar.gz'],
  ['console', 'console'],
  ['c:stream', 'c_stream'],
  ['name. . ', 'name'],
])('writes a file named %p as %p', (given, name) => {
  expect(localName(given)).toBe(name);
});

test("writes into the chosen directory whatever a file's name is", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = localName(given);
      expect(name).toMatch(/^[^-./\\\p{Cc}][^/\\\p{Cc}]*$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(256);
      expect(localName(name)).toBe(name);
    }),
  );
});
