/** Addresses that are not public, in every spelling that a URL, a resolver or a dialler may read. */
type Parts = [number, number, number, number];

/** The first and the last of each range, or near them. */
const addresses: Parts[] = [
  [0, 0, 0, 0],
  [0, 255, 255, 255],
  [10, 0, 0, 1],
  [10, 255, 255, 254],
  [100, 64, 0, 1],
  [100, 127, 255, 254],
  [127, 0, 0, 1],
  [127, 255, 255, 254],
  [169, 254, 0, 1],
  [169, 254, 169, 254],
  [172, 16, 0, 1],
  [172, 31, 255, 254],
  [192, 0, 0, 8],
  [192, 0, 0, 170],
  [192, 0, 2, 1],
  [192, 0, 2, 254],
  [192, 88, 99, 1],
  [192, 88, 99, 254],
  [192, 168, 0, 1],
  [192, 168, 255, 254],
  [198, 18, 0, 1],
  [198, 19, 255, 254],
  [198, 51, 100, 1],
  [198, 51, 100, 254],
  [203, 0, 113, 1],
  [203, 0, 113, 254],
  [224, 0, 0, 1],
  [239, 255, 255, 255],
  [240, 0, 0, 1],
  [255, 255, 255, 255],
];

type Spell = (parts: Parts) => string;

const whole = ([a, b, c, d]: Parts) => a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
const hex = (number: number, digits = 0) => number.toString(16).padStart(digits, '0');
const octal = (number: number) => `0${number.toString(8)}`;
const dotted: Spell = (parts) => parts.join('.');
const each = (text: string, of: RegExp, to: (sign: string) => string) => text.replace(of, to);
const shifted = (from: number) => (digit: string) => String.fromCodePoint(from + Number(digit));
const percent = (sign: string) => `%${hex(sign.charCodeAt(0), 2)}`;
/** The address as the last two words of an IPv6 address. */
const words: Spell = ([a, b, c, d]) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const padded: Spell = ([a, b, c, d]) => `${hex(a * 256 + b, 4)}:${hex(c * 256 + d, 4)}`;

const v4: Record<string, Spell> = {
  plain: dotted,
  'one decimal number': (parts) => `${whole(parts)}`,
  'one octal number': (parts) => octal(whole(parts)),
  'one hex number': (parts) => `0x${hex(whole(parts))}`,
  'one hex number in capitals': (parts) => `0X${hex(whole(parts)).toUpperCase()}`,
  'one long octal number': (parts) => `0000000${whole(parts).toString(8)}`,
  'two numbers': ([a, ...rest]) => `${a}.${whole([0, ...rest])}`,
  'three numbers': ([a, b, ...rest]) => `${a}.${b}.${whole([0, 0, ...rest])}`,
  'octal numbers': (parts) => parts.map(octal).join('.'),
  'long octal numbers': (parts) => parts.map((one) => `000${octal(one)}`).join('.'),
  'hex numbers': (parts) => parts.map((one) => `0x${hex(one)}`).join('.'),
  'long hex numbers': (parts) => parts.map((one) => `0x${hex(one, 8)}`).join('.'),
  'hex, octal and decimal': ([a, b, c, d]) => `0x${hex(a)}.${octal(b)}.${c}.0X${hex(d)}`,
  'octal and a short hex': ([a, ...rest]) => `${octal(a)}.0x${hex(whole([0, ...rest]))}`,
  'a dot at the end': (parts) => `${dotted(parts)}.`,
  'a dot after one number': (parts) => `${whole(parts)}.`,
  'full-width digits': (parts) => each(dotted(parts), /\d/g, shifted(0xff10)),
  'mathematical digits': (parts) => each(dotted(parts), /\d/g, shifted(0x1d7ce)),
  'digits in circles': (parts) =>
    each(dotted(parts), /\d/g, (digit) => '⓪①②③④⑤⑥⑦⑧⑨'[Number(digit)] ?? ''),
  'ideographic dots': (parts) => parts.join('。'),
  'full-width dots': (parts) => parts.join('．'),
  'percent-encoded digits': (parts) => each(dotted(parts), /\d/g, percent),
  'percent-encoded dots': (parts) => parts.join('%2E'),
  'a soft hyphen': (parts) => dotted(parts).replace(/.$/, '\u00ad$&'),
  'a user': (parts) => `user@${dotted(parts)}`,
  'a user and a password that look public': (parts) => `8.8.8.8:80@${dotted(parts)}`,
};

const v6: Record<string, Spell> = {
  'IPv4-mapped': (parts) => `::ffff:${dotted(parts)}`,
  'IPv4-mapped, in words': (parts) => `::ffff:${words(parts)}`,
  'IPv4-mapped, in capitals': (parts) => `::FFFF:${words(parts).toUpperCase()}`,
  'IPv4-mapped, with zeros': (parts) => `0:0:0:0:0:ffff:${words(parts)}`,
  'IPv4-mapped, in full': (parts) => `0000:0000:0000:0000:0000:ffff:${padded(parts)}`,
  'IPv4-compatible': (parts) => `::${dotted(parts)}`,
  'IPv4-compatible, in words': (parts) => `::${words(parts)}`,
  'IPv4-translated': (parts) => `::ffff:0:${dotted(parts)}`,
  'IPv4-translated, in words': (parts) => `::ffff:0:${words(parts)}`,
  NAT64: (parts) => `64:ff9b::${dotted(parts)}`,
  'NAT64, in words': (parts) => `64:ff9b::${words(parts)}`,
  'local NAT64': (parts) => `64:ff9b:1::${words(parts)}`,
  '6to4': (parts) => `2002:${words(parts)}::`,
  '6to4 of a host': (parts) => `2002:${padded(parts)}:0:0:0:0:1`,
  Teredo: (parts) => `2001:0:${words(parts)}::1`,
  ISATAP: (parts) => `2600::5efe:${dotted(parts)}`,
  'ISATAP that is unique': (parts) => `2600::200:5efe:${words(parts)}`,
  'ISATAP that is local': (parts) => `fe80::5efe:${words(parts)}`,
  'a zone': (parts) => `::ffff:${dotted(parts)}%25lo`,
};

const loopback6 = ['::1', '0:0:0:0:0:0:0:1', '0000::0001', '::0001', '0::1', '::0:1', '::0.0.0.1'];
const local6 = ['::', 'fd00::2', 'fc00::1', 'fe80::1', 'FE80::1', 'febf::1', 'fec0::1', 'feff::1'];
const special6 = [
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '2001:10::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
];
const zones = ['::1%25lo', '::1%lo', 'fe80::1%25eth0', 'fe80::1%eth0', 'fe80::1%251', '::1%00'];

/** Hosts in the spelling of a URL, by the kind of spelling. */
export const inwardHosts: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.entries(v4).map(([name, spell]) => [name, addresses.map(spell)] as const),
  ),
  ...Object.fromEntries(
    Object.entries(v6).map(([name, spell]) => [name, addresses.map((one) => `[${spell(one)}]`)]),
  ),
  'IPv6 of this machine': loopback6.map((one) => `[${one}]`),
  'IPv6 of this network': local6.map((one) => `[${one}]`),
  'IPv6 for other ends': special6.map((one) => `[${one}]`),
  'IPv6 with a zone': zones.map((one) => `[${one}]`),
  'the name of this machine': [
    'localhost',
    'LOCALHOST',
    'LocalHost.',
    'localhost..',
    'a.localhost',
    'a.b.LOCALHOST.',
    'ｌocalhost',
    'loc%61lhost',
    'ⓛocalhost',
    'user@localhost',
    'local\u00adhost',
  ],
};
