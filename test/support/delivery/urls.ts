/** URLs that a webhook might be given to reach 127.0.0.1. */
import { inwardHosts } from './addresses.ts';

const octal = (n: number) => `0${n.toString(8)}`;
const hex = (n: number) => `0x${n.toString(16)}`;
const wide = (n: number) => `0x${n.toString(16).padStart(8, '0')}`;
const plain = (n: number) => `${n}`;

const forms = [plain, octal, hex, wide];

/** 127.0.0.1, each of its numbers written in each way. */
const mixed = forms.flatMap((a) =>
  forms.flatMap((b) =>
    forms.flatMap((c) => forms.map((d) => [a(127), b(0), c(0), d(1)].join('.'))),
  ),
);

const names = [
  'one-closed.test',
  'last-closed.test',
  'v6-closed.test',
  'mapped.test',
  'odd.test',
  'none.test',
  'broken.test',
  'vm',
  'runsc',
  'ip6-localhost',
  'one-closed.test.',
];
/** The addresses of the names above. */
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
  const inward = Object.values(inwardHosts).flat();
  const hosts = [...inward, ...mixed, ...names];
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
    inward.filter((_, index) => index % 20 === 0).map((host) => `http://${host}:${port}${path}`),
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
  const others = forms.flatMap((a) =>
    forms.flatMap((b) => forms.map((d) => [a(127), b(0), b(0), d(2)].join('.'))),
  );
  const hosts = [...others, '2130706434', '0x7f000002', '127.2', '[::ffff:127.0.0.2]', 'open.test'];
  return hosts.map((host) => `http://${host}:${port}/`);
}
