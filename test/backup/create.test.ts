import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createBackup } from '../../src/backup/create.ts';
import { explained } from '../../src/backup/refused.ts';
import { verifyBackup } from '../../src/backup/restore.ts';
import { deleteMessage } from '../../src/core/messages/messages.ts';
import { uploadFile } from '../../src/core/messages/uploading.ts';
import { stageRestore } from '../../src/storage/sqlite/replace.ts';
import { type Packed, unpack } from '../support/backups/archives.ts';
import { givenFile } from '../support/inbox/files.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { fillDisk, littleDisk } from '../support/machine/disk.ts';

const quiet = () => {};

test('stays complete while files are added and removed during the backup', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  // A crash left these: it takes a while to be looked through, and belongs in no backup.
  for (let count = 0; count < 3000; count++) {
    writeFileSync(join(inbox.data, 'files', crypto.randomUUID()), '');
  }
  const archive = join(inbox.data, 'a.tar.gz');
  let made = false;
  const making = createBackup(inbox.data, archive, quiet).finally(() => {
    made = true;
  });
  const kept: string[] = [];
  while (!made) {
    const came = await givenFile(inbox, { channelId, verb: uploadFile });
    const goes = await givenFile(inbox, { channelId, verb: uploadFile });
    await deleteMessage(inbox, inbox.agent, `${goes.messageId}`);
    kept.push(`${came.messageId}`);
  }
  await making;
  await verifyBackup(archive, quiet);
  const entries = await unpack(archive);
  expect(entries.length).toBeLessThan(3000);
  expect(withoutFile(entries).filter((id) => kept.includes(id))).toEqual([]);
});

/** The messages of an archive that hold nothing. */
function withoutFile(entries: Packed[]): string[] {
  const database = entries.find(({ header }) => header.name === 'inbox.db');
  using db = Database.deserialize(database?.bytes ?? Buffer.alloc(0));
  const empty = 'select id from messages where id not in (select messageId from attachments)';
  return db
    .query<{ id: string }, []>(empty)
    .all()
    .map(({ id }) => id);
}

test('refuses a damaged database and leaves nothing behind', async () => {
  const data = temporaryDirectory();
  const archive = join(data, 'a.tar.gz');
  writeFileSync(join(data, 'inbox.db'), 'not a database at all');
  await expect(createBackup(data, archive, quiet)).rejects.toThrow('not a database');
  expect(readdirSync(data).sort()).toEqual(['backups', 'inbox.db']);
  expect(existsSync(join(data, 'backups/.staged'))).toBe(false);
  removeDirectory(data);
});

test('backs up the restored data after a restore that was killed', async () => {
  await using inbox = await testInbox();
  await createBackup(inbox.data, join(inbox.data, 'first.tar.gz'), quiet);
  const [database] = await unpack(join(inbox.data, 'first.tar.gz'));
  await inbox.close();
  const staged = stageRestore(inbox.data);
  writeFileSync(join(staged, 'inbox.db'), database?.bytes ?? '');
  renameSync(join(inbox.data, 'inbox.db'), join(inbox.data, 'moved.db'));
  writeFileSync(join(staged, 'config.json'), '{}');
  const note = { aside: 'aside', parts: ['inbox.db', 'config.json'] };
  writeFileSync(join(inbox.data, 'restore/ready'), JSON.stringify(note));
  const archive = join(inbox.data, 'a.tar.gz');
  await createBackup(inbox.data, archive, quiet);
  const names = (await unpack(archive)).map(({ header }) => header.name);
  expect(names).toContain('config.json');
});

test("stores the target's contents for a symlink in plugins/", async () => {
  await using inbox = await testInbox();
  const real = join(inbox.data, 'real.json');
  writeFileSync(real, '{}');
  await Bun.write(join(inbox.data, 'plugins/mine/note.txt'), 'mine');
  symlinkSync(real, join(inbox.data, 'plugins/mine/plugin.json'));
  const archive = join(inbox.data, 'a.tar.gz');
  await createBackup(inbox.data, archive, quiet);
  const kept = (await unpack(archive)).find(({ header }) => header.name.endsWith('plugin.json'));
  expect(kept?.bytes.toString()).toBe('{}');
});

test('leaves out a file whose bytes are missing and keeps the others', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await givenFile(inbox, { channelId, verb: uploadFile });
  const [lost = ''] = readdirSync(join(inbox.data, 'files'));
  await givenFile(inbox, { channelId, verb: uploadFile });
  rmSync(join(inbox.data, 'files', lost));
  const archive = join(inbox.data, 'a.tar.gz');
  await createBackup(inbox.data, archive, quiet);
  await verifyBackup(archive, quiet);
  const entries = await unpack(archive);
  expect(entries.filter(({ header }) => header.name.startsWith('files/'))).toHaveLength(1);
  expect(withoutFile(entries)).toHaveLength(1);
});

test('names a file whose bytes have changed since its upload and backs it up as it is', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const { id, filename, storageKey } = await givenFile(inbox, { channelId });
  await givenFile(inbox, { channelId });
  const older = await givenFile(inbox, { channelId });
  const forget = sql`update attachments set sha256 = null where id = ${older.id}`;
  await inbox.store.commit((tx) => forget.execute(tx));
  for (const key of [storageKey, older.storageKey]) {
    writeFileSync(join(inbox.data, 'files', key), 'HELLO');
  }
  const archive = join(inbox.data, 'a.tar.gz');
  const altered = [{ id, filename }];
  expect(await createBackup(inbox.data, archive, quiet)).toMatchObject({ altered });
  expect(await verifyBackup(archive, quiet)).toMatchObject({ altered });
});

test.skipIf(process.platform !== 'linux')(
  'refuses names that differ only by case and names both',
  async () => {
    await using inbox = await testInbox();
    for (const name of ['One', 'one']) await Bun.write(join(inbox.data, 'plugins/mine', name), '');
    const making = createBackup(inbox.data, join(inbox.data, 'a.tar.gz'), quiet);
    await expect(making).rejects.toThrow(
      /“plugins\/mine\/One” and “plugins\/mine\/one”|one” and “plugins\/mine\/One”/,
    );
  },
);

test('fails verification before the backup gets its name when the disk altered what was written', async () => {
  await using inbox = await testInbox();
  const random = crypto.getRandomValues(new Uint8Array(60_000));
  await Bun.write(join(inbox.data, 'plugins/mine/data.bin'), Buffer.alloc(6_000_000, random));
  const folder = join(inbox.data, 'kept');
  mkdirSync(folder);
  const spoil = (done: number, total: number) => {
    if (done < total / 2) return;
    // By now its beginning has been written.
    const [part = ''] = readdirSync(folder);
    const file = openSync(join(folder, part), 'r+');
    writeSync(file, Buffer.alloc(100), 0, 100, 1000);
    closeSync(file);
  };
  const archive = join(folder, 'a.tar.gz');
  const making = createBackup(inbox.data, archive, spoil, { isVerified: true });
  await expect(making).rejects.toThrow(
    `The backup could not be read back after it was written. Check the disk of ${folder}`,
  );
  expect(readdirSync(folder)).toEqual([]);
  expect(existsSync(join(inbox.data, 'backups/.staged'))).toBe(false);
});

test.each([
  ['ENOSPC', 'Not enough space for a backup: free some in /mnt/kept and /data'],
  ['SQLITE_FULL', 'Not enough space for a backup: free some in /mnt/kept and /data'],
  ['EROFS', '/mnt/kept cannot be read or written: give this user access to it (EROFS)'],
  ['EIO', 'The disk of /mnt/kept or /data reports errors: check it (EIO)'],
])('explains %s with the directory and what to do', (code, says) => {
  const error = explained(Object.assign(new Error(''), { code }), {
    data: '/data',
    folder: '/mnt/kept',
  });
  expect(error).toMatchObject({ message: says });
});

test.each([
  ['a server that has it open', true],
  ['no server', false],
])(
  'backs up a full disk to another disk, with %s',
  async (_, isOpen) => {
    const [full, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
    using disk = littleDisk(full, '8m');
    if (!disk) return console.warn('skipped: no file system can be mounted here');
    const data = join(full, 'data');
    const inbox = await testInbox({ data });
    try {
      await inbox.send({ text: 'kept' });
      if (!isOpen) await inbox.close();
      fillDisk(join(full, 'filler'));
      const archive = join(elsewhere, 'full.tar.gz');
      await createBackup(data, archive, quiet);
      expect((await verifyBackup(archive, quiet)).altered).toEqual([]);
      expect(readdirSync(elsewhere)).toEqual(['full.tar.gz']);
      await expect(createBackup(data, join(full, 'here.tar.gz'), quiet)).rejects.toThrow(
        'Not enough space for a backup: free some in ',
      );
    } finally {
      if (isOpen) await inbox.close();
      removeDirectory(elsewhere);
    }
  },
  30_000,
);
