import { expect, test } from 'bun:test';
import { chmodSync, chownSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { composeText } from '../../scripts/release/compose.ts';
import { imageEntries } from '../../scripts/release/contents.ts';
import { writeFolder } from '../../scripts/release/folder.ts';
import { targets } from '../../scripts/release/targets.ts';
import { asRoot, bareRoot, built, firstAnswerIn } from '../support/machine/chroot.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const root = join(import.meta.dir, '../..');
const dockerfile = await Bun.file(join(root, 'Dockerfile')).text();

type Compose = {
  services: { inbox: object; caddy: object };
  configs: { caddyfile: { content: string } };
  networks: { default: { ipam: { config: [{ subnet: string }] } } };
};

/** The Dockerfile, line by line. */
const said = (instruction: string) =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, rest = '']) => rest);

test('has a base by digest, an unprivileged user, a volume and a health check', () => {
  expect(said('FROM')).toEqual([
    expect.stringMatching(/^gcr\.io\/distroless\/cc-debian13:nonroot@sha256:[0-9a-f]{64}$/),
  ]);
  expect(said('USER')).toEqual(['65532:65532']);
  expect(said('VOLUME')).toEqual(['/var/lib/inbox']);
  const [check = ''] = said('HEALTHCHECK');
  expect(check).toEndWith('CMD ["/usr/bin/inbox", "doctor", "--health"]');
  expect(said('RUN')).toEqual([]);
});

/** Puts its file system together over the base's libraries, as the Dockerfile says. */
async function assembled(folder: string) {
  const context = temporaryDirectory();
  const executable = await Bun.file(built).bytes();
  const texts = { manual: '', licences: 'Licences\n' };
  writeFolder(join(context, 'dist/image/amd64'), imageEntries(executable, texts));
  mkdirSync(join(context, 'dist/image/data'));
  for (const line of said('COPY')) {
    const words = line.replace(/\$\{TARGETARCH\}/, 'amd64').split(' ');
    const owner = Number(/--chown=(\d+):/.exec(line)?.[1] ?? 0);
    const [from = '', to = ''] = words.filter((word) => !word.startsWith('--'));
    cpSync(join(context, from), join(folder, to), { recursive: true });
    if (owner > 0) chownSync(join(folder, to), owner, owner);
  }
  removeDirectory(context);
  // The only other folder of the base that a program may write to.
  mkdirSync(join(folder, 'tmp'));
  chmodSync(join(folder, 'tmp'), 0o1777);
}

asRoot('serves a first answer as an unprivileged user from its files alone', async () => {
  using bare = bareRoot(built);
  await assembled(bare.folder);
  const settings = Object.fromEntries(
    said('ENV')
      .flatMap((line) => line.split(' '))
      .map((one) => one.split('=')),
  );
  const [user = ''] = said('USER');
  const [entry = ''] = JSON.parse(said('ENTRYPOINT')[0] ?? '[]');
  const ran = await firstAnswerIn(bare.folder, entry, user, settings);
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringMatching(/^ok, at http\S+\napprove\n$/)]);
});

test('runs Caddy before the inbox, as its only trusted proxy, with the data in a volume', async () => {
  const text = await Bun.file(join(root, 'compose.yaml')).text();
  const { services, configs, networks } = Bun.YAML.parse(text) as Compose;
  const { subnet } = networks.default.ipam.config[0];
  expect(services.inbox).toMatchObject({
    volumes: ['data:/var/lib/inbox'],
    environment: { INBOX_TRUSTED_PROXIES: subnet },
  });
  expect(services.inbox).not.toHaveProperty('ports');
  expect(services.caddy).toMatchObject({ depends_on: { inbox: { condition: 'service_healthy' } } });
  expect(configs.caddyfile.content).toContain('reverse_proxy inbox:4600');
});

test('is started by the compose.yaml of a release without a clone, with the image of its version', () => {
  const { services } = Bun.YAML.parse(composeText('registry.example.com/inbox:0.2.0')) as Compose;
  expect(services.inbox).toMatchObject({ image: 'registry.example.com/inbox:0.2.0' });
  expect(services.inbox).not.toHaveProperty('build');
});

test('has an executable for each processor that a release has an image for', () => {
  const [folder] = said('COPY').map((line) => line.split(' ')[0]);
  expect(folder).toEndWith('{TARGETARCH}/');
  expect(targets.flatMap(({ debian }) => debian ?? [])).toEqual(['amd64', 'arm64']);
});
