import { readFileSync } from 'node:fs';

const systems: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'macos',
  win32: 'windows',
};

/** Returns which of a release's systems this is, such as `linux-x64-musl`. */
export function systemHere(): string {
  const { platform, arch } = process;
  return `${systems[platform] ?? platform}-${arch}${platform === 'linux' && hasMusl() ? '-musl' : ''}`;
}

/** An executable for musl has its loader in memory. */
const hasMusl = () => readFileSync('/proc/self/maps', 'utf8').includes('/ld-musl-');
