import { expect } from 'bun:test';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asRoot, bareRoot, built, firstAnswerIn } from '../support/machine/chroot.ts';

asRoot(
  'the executable serves a first answer among the libraries of its loader and no other file',
  async () => {
    using bare = bareRoot(built);
    copyFileSync(built, join(bare.folder, 'inbox'));
    mkdirSync(join(bare.folder, 'data'));
    const ran = await firstAnswerIn(bare.folder, '/inbox', '0:0', { INBOX_DATA: '/data' });
    expect([ran.code, ran.stdout]).toEqual([
      0,
      expect.stringMatching(/^ok, at http\S+\napprove\n$/),
    ]);
  },
);
