/** URLs that a webhook might be given to reach 127.0.0.1. */

const dotted = [127, 0, 0, 1];
const octal = (n: number) => `0${n.toString(8)}`;
const hex = (n: number) => `0x${n.toString(16)}`;
const wide = (n: number) => `0x${n.toString(16).padStart(8, '0')}`;
const plain = (n: number) => `${n}`;

/** 127.0.0.1 and other closed addresses, with each number written in each way. */
function ipv4(): string[] {
  const forms = [plain, octal, hex, wide];
  const mixed = forms.flatMap((a) =>
    forms.flatMap((b) =>
      forms.flatMap((c) => forms.map((d) => [a(127), b(0), c(0), d(1)].join('.'))),
    ),
  );
  const short = forms.flatMap((a) => forms.flatMap((b) => [`${a(127)}.${b(1)}`]));
  const single = ['2130706433', '0x7f000001', '017700000001', '0X7F000001', '00000017700000001'];
  const whole = ['0', '0.0.0.0', '0x0', '127.0.0.3', '127.255.255.254', '10.0.0.1', '172.31.0.1'];
  const rest = ['192.168.0.1', '169.254.169.254', '100.64.0.1', '192.0.0.8', '198.18.0.1'];
  const last = ['224.0.0.1', '255.255.255.255', '192.0.2.2', '192.88.99.1', '203.0.113.1'];
  const odd = ['１２７.０.０.１', '127。0。0。1', '①②⑦.0.0.1', '%31%32%37.0.0.1', '127.0.0.1.'];
  return [...mixed, ...short, ...single, ...whole, ...rest, ...last, ...odd];
}

/** The same address within IPv6, in every disguise that has a standard. */
function ipv6(): string[] {
  const words = '7f00:1';
  const ends = [words, dotted.join('.'), '0a00:1', 'c0a8:1', 'a9fe:a9fe'];
  const heads = ['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '0:0:0:0:0:ffff:'];
  const isatap = ['fe80::5efe:', '2600::5efe:', '2600::200:5efe:', '2600:1:2:3:0:5efe:'];
  const within = [...heads, ...isatap].flatMap((head) => ends.map((end) => head + end));
  const sixToFour = ['2002:7f00:1::', '2002:7f00:1::1', '2002:a00:1::1', '2001:0:7f00:1::'];
  const own = ['::1', '::', '0:0:0:0:0:0:0:1', '0000::0001', 'fd00::2', 'fe80::1', 'fec0::1'];
  const other = ['ff02::1', '100::1', '2001:db8::1', '3fff::1', '5f00::1', '2001:10::1', 'fc00::1'];
  return [...within, ...sixToFour, ...own, ...other].map((address) => `[${address}]`);
}

const names = [
  ...['localhost', 'LOCALHOST', 'LocalHost.', 'localhost..', 'a.localhost', 'a.b.LOCALHOST.'],
  ...['ｌocalhost', 'loc%61lhost', 'ⓛocalhost'],
  ...[
    'one-closed.test',
    'last-closed.test',
    'v6-closed.test',
    'mapped.test',
    'odd.test',
    'none.test',
  ],
  ...['broken.test', 'vm', 'runsc', 'ip6-localhost', 'one-closed.test.'],
];
/** What the names above lead to. */
export const answers: Record<string, string[]> = {
  'one-closed.test': ['127.0.0.1'],
  'last-closed.test': ['127.0.0.2', '127.0.0.2', '127.0.0.1'],
  'v6-closed.test': ['127.0.0.2', '::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  // Octal to one reader (87.0.0.1, public), decimal to another.
  'odd.test': ['0127.0.0.1'],
  'none.test': [],
};

const users = ['user@', 'user:secret@', '127.0.0.2@', '127.0.0.2:80@', '127.0.0.2%2f@'];

export function hostileUrls(port: number): string[] {
  const hosts = [...ipv4(), ...ipv6(), ...names];
  const plain = hosts.flatMap((host) => [`http://${host}:${port}/`, `https://${host}:${port}/`]);
  const withUser = users
    .slice(1)
    .flatMap((user) => [
      `http://${user}127.0.0.1:${port}/`,
      `http://${user}127.0.0.2:${port}/`,
      `http://${user}[::1]:${port}/`,
    ]);
  const slashes = [
    'http:/',
    'http:',
    'http:\\\\',
    'http:///',
    'HTTP:\t//',
    ' http://',
    'h\nttp://',
  ];
  const bent = slashes.flatMap((start) => [
    `${start}127.0.0.1:${port}/`,
    `${start}2130706433:${port}`,
  ]);
  const schemes = ['file', 'ftp', 's3', 'ws', 'wss', 'gopher', 'unix', 'blob:http', 'javascript'];
  const foreign = schemes.flatMap((scheme) => [
    `${scheme}://127.0.0.1:${port}/`,
    `${scheme}://127.0.0.2:${port}/`,
    `${scheme}:/etc/hosts`,
  ]);
  const data = [
    'data:text/plain,x',
    'data:application/json,{}',
    'file:///etc/hosts',
    'about:blank',
  ];
  const paths = ['?a', '#b', '/../', '//', '/%2e%2e/'].flatMap((path) =>
    [...ipv4(), ...ipv6()].slice(0, 60).map((host) => `http://${host}:${port}${path}`),
  );
  const ports = ['00', '+', ' '].map((zeros) => `http://127.0.0.1:${zeros}${port}/`);
  const hidden = [
    `http://127.0.0.1:${port}#@127.0.0.2/`,
    `http://127.0.0.1:${port}?@127.0.0.2/`,
    `http://127.0.0.1:${port}\\@127.0.0.2:${port}/`,
  ];
  return [
    ...plain,
    ...withUser,
    ...bent,
    ...foreign,
    ...data,
    ...ports,
    ...paths,
    ...hidden,
    '',
    '/',
    '//',
  ];
}

/** Other ways to write 127.0.0.2, which may be reached. */
export function friendlyUrls(port: number): string[] {
  const forms = [plain, octal, hex, wide];
  const mixed = forms.flatMap((a) =>
    forms.flatMap((b) => forms.map((d) => [a(127), b(0), b(0), d(2)].join('.'))),
  );
  const hosts = [...mixed, '2130706434', '0x7f000002', '127.2', '[::ffff:127.0.0.2]', 'open.test'];
  return hosts.map((host) => `http://${host}:${port}/`);
}
