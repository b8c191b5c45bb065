/** The systems that a release is built for. */
export type Target = {
  name: string;
  bun: Bun.Build.CompileTarget;
  /** The name of its processor for Debian and Docker, if it gets a package and an image. */
  debian?: 'amd64' | 'arm64';
};

export const targets: Target[] = [
  { name: 'linux-x64', bun: 'bun-linux-x64', debian: 'amd64' },
  { name: 'linux-arm64', bun: 'bun-linux-arm64', debian: 'arm64' },
  { name: 'linux-x64-musl', bun: 'bun-linux-x64-musl' },
  { name: 'linux-arm64-musl', bun: 'bun-linux-arm64-musl' },
  { name: 'macos-arm64', bun: 'bun-darwin-arm64' },
  { name: 'macos-x64', bun: 'bun-darwin-x64' },
  { name: 'windows-x64', bun: 'bun-windows-x64' },
];

export const isWindows = ({ name }: Target) => name.startsWith('windows');
export const isLinux = ({ name }: Target) => name.startsWith('linux');
