/** The systems that a release is built for. */
export type Target = {
  name: string;
  bun: Bun.Build.CompileTarget;
  /** As Node names them; npm installs a package only where they fit. */
  npm: { os: NodeJS.Platform; cpu: NodeJS.Architecture; libc?: 'glibc' | 'musl' };
  /** The name of its processor for Debian and Docker, if it gets a package and an image. */
  debian?: 'amd64' | 'arm64';
};

const linux = (cpu: 'x64' | 'arm64', libc: 'glibc' | 'musl') => ({
  npm: { os: 'linux' as const, cpu, libc },
});

/** None for x64 needs AVX2: Bun has one build, which looks at the processor when it starts. */
export const targets: Target[] = [
  { name: 'linux-x64', bun: 'bun-linux-x64', ...linux('x64', 'glibc'), debian: 'amd64' },
  { name: 'linux-arm64', bun: 'bun-linux-arm64', ...linux('arm64', 'glibc'), debian: 'arm64' },
  { name: 'linux-x64-musl', bun: 'bun-linux-x64-musl', ...linux('x64', 'musl') },
  { name: 'linux-arm64-musl', bun: 'bun-linux-arm64-musl', ...linux('arm64', 'musl') },
  { name: 'macos-arm64', bun: 'bun-darwin-arm64', npm: { os: 'darwin', cpu: 'arm64' } },
  { name: 'macos-x64', bun: 'bun-darwin-x64', npm: { os: 'darwin', cpu: 'x64' } },
  { name: 'windows-x64', bun: 'bun-windows-x64', npm: { os: 'win32', cpu: 'x64' } },
];

export const isWindows = ({ npm }: Target) => npm.os === 'win32';
export const isLinux = ({ npm }: Target) => npm.os === 'linux';
