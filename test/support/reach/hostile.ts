/** Texts and addresses that try to be more than a text or an address. */
import fc from 'fast-check';

const pieces = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\t',
  '\u2028',
  '\u202e',
  '\u007f',
  '%0d%0a',
  '\\r\\n',
  'Bcc: eve@evil.example',
  '\r\nBcc: eve@evil.example\r\n\r\n',
  '\r\n.\r\nMAIL FROM:<eve@x>',
  '=?utf-8?q?=0D=0ABcc:_eve?=',
  'ann@example.com, eve@evil.example',
  '<eve@evil.example>',
  '"',
  '\\',
  '"}',
  '","priority":5,"x":"',
  '{{title}}',
  '__proto__',
  '[x](javascript:a)',
  '<b>',
  '<script>alert(1)</script>',
  '&lt;',
  '<!channel>',
  '<!here>',
  '<@U012AB3CD>',
  '<#C1>',
  '@everyone',
  '@all',
  '@here',
  '@channel',
  ' @ALL ',
  '*',
  '_',
  '`',
  '~',
  '|',
  '>',
);

export const hostileText = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 12 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

const hosts = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0',
  '0x7f.1',
  '127.1',
  '2130706433',
  '0177.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '[fe80::1]',
  '[fc00::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  'eve:x@127.0.0.1',
];

/** A topic on a server of this machine or its network. */
export const insideUrl = (port: string) =>
  fc
    .tuple(
      fc.constantFrom('http', 'https', 'HTTP', 'ftp', 'file'),
      fc.constantFrom(...hosts),
      fc.constantFrom('', `:${port}`),
      fc.constantFrom('/topic', '/', '/a/b', '/topic?x=1', '/topic#y', '/\r\nhost: x/topic'),
    )
    .map(([scheme, host, at, path]) => `${scheme}://${host}${at}${path}`);
