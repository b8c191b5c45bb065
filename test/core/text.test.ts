import { expect, test } from 'bun:test';
import { decodeParts, decodeText } from '../../src/core/text.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each<[what: string, bytes: Uint8Array]>([
  ['UTF-8', Buffer.from('Grüße 🙂')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffGrüße 🙂')],
  ['UTF-16', utf16('Grüße 🙂')],
  ['big-endian UTF-16', utf16('Grüße 🙂').swap16()],
])('reads %s, complete and in parts', async (_, bytes) => {
  expect(decodeText(bytes)).toBe('Grüße 🙂');
  async function* parts() {
    for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
  }
  expect((await Array.fromAsync(decodeParts(parts()))).join('')).toBe('Grüße 🙂');
});

test('keeps a mark that is not the first character', () => {
  expect(decodeText(Buffer.from('\ufeff\ufeffa\ufeff'))).toBe('\ufeffa\ufeff');
  expect(decodeText(Buffer.from(''))).toBe('');
});
