import { expect } from 'bun:test';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asRoot, bareRoot, built, firstAnswerIn } from '../support/machine/chroot.ts';

asRoot('serves a first answer with only the libraries of its loader', async () => {
  using bare = bareRoot(built);
  copyFileSync(built, join(bare.folder, 'inbox'));
  mkdirSync(join(bare.folder, 'data'));
  const ran = await firstAnswerIn(bare.folder, '/inbox', '0:0', { INBOX_DATA: '/data' });
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringMatching(/^ok, at http\S+\napprove\n$/)]);
});
