// Fetches Bun for each system from npm, and uses it only if it is the one that is pinned here.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { run } from '../packages.ts';

/** The checksums of the version in package.json, which npm has as `dist.integrity`. */
const pinned: Partial<Record<Bun.Build.CompileTarget, string>> = {
  'bun-linux-x64':
    'sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  'bun-linux-arm64':
    'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  'bun-linux-x64-musl':
    'sha512-10QoW/YfTgnURaGEaHpJCiXjLI2e5iTtfVDaA5JKcyUzaa1cq6cVUY9/Uq5XkYzvtRjHLRe9Oj/lTDIQcxy8HQ==',
  'bun-linux-arm64-musl':
    'sha512-XCNc+WvvMAdNNb+OWTogpy+N9wm62fkVeEVLb6how0RZhW5LPi6c7BlkeVCuWps7XjEl2saFpHFa20/1E+PAHg==',
  'bun-darwin-arm64':
    'sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==',
  'bun-darwin-x64':
    'sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==',
  'bun-windows-x64':
    'sha512-FNvply651vcE/GHgNWz6mZvhmkwBuu8Hw54oNzA+CQog+HW+542rXQmZqNHRkFxazD9L3xi+iTtvO3engAgJfw==',
};

const cache = join(import.meta.dir, '../../node_modules/.cache/bun');

/** Returns where Bun for a system is until it is disposed of; `kept` is the folder of what was fetched. */
export async function fetchBun(target: Bun.Build.CompileTarget, kept = cache) {
  const name = target.replace('arm64', 'aarch64');
  const { bun: version } = pkg.engines;
  const archive = join(kept, `oven-${name}-${version}.tgz`);
  mkdirSync(kept, { recursive: true });
  if (!existsSync(archive)) {
    await run(['npm', 'pack', '--silent', `@oven/${name}@${version}`], kept);
  }
  mustBePinned(archive, target);
  const folder = mkdtempSync(join(tmpdir(), 'inbox-bun-'));
  await run(['tar', 'xzf', archive, '-C', folder], kept);
  return {
    path: join(folder, 'package/bin', target.includes('windows') ? 'bun.exe' : 'bun'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function mustBePinned(archive: string, target: Bun.Build.CompileTarget): void {
  const digest = new Bun.CryptoHasher('sha512').update(readFileSync(archive)).digest('base64');
  if (pinned[target] === `sha512-${digest}`) return;
  const why = `${archive} is not the Bun that scripts/release/bun.ts pins for ${target}`;
  throw new Error(
    `${why}: delete it if its fetching was cut, and pin it if package.json has a newer Bun`,
  );
}
