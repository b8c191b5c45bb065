/** Bun of other systems, which a release fetches. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { outcomeOf } from '../support/machine/outcome.ts';
import { registryOf } from '../support/packages/registry.ts';

const script = join(import.meta.dir, '../../scripts/release/bun.ts');
const CALL = `
const [target, kept] = process.argv.slice(1);
const { fetchBun } = await import(${JSON.stringify(script)});
console.log((await fetchBun(target, kept)).path);
`;

test('refuses a Bun that is not the pinned one', async () => {
  const manifest = { name: '@oven/bun-linux-aarch64', version: pkg.engines.bun };
  const entry = (path: string, text: string) => ({
    path: `package/${path}`,
    bytes: new TextEncoder().encode(text),
    mode: 0o755,
  });
  await using registry = await registryOf([
    [entry('package.json', JSON.stringify(manifest)), entry('bin/bun', '#!/bin/sh\n')],
  ]);
  const folder = temporaryDirectory();
  const child = Bun.spawn([process.execPath, '-e', CALL, 'bun-linux-arm64', folder], {
    env: { ...process.env, HOME: folder, npm_config_registry: registry.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, out, err } = await outcomeOf(child);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('is not the Bun that scripts/release/bun.ts pins for bun-linux-arm64');
  removeDirectory(folder);
});
