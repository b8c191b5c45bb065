/** Who reads the database, or a backup of it, can't answer by what is stored there. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { databaseIn } from '../../../src/storage/directory.ts';
import { appOf } from '../../support/inbox/app.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { testReaching } from '../../support/reach/reaching.ts';

test('decides nothing by any value of the database, nor by one that is signed with it', async () => {
  await using reaching = await testReaching({ publicUrl: 'https://inbox.example' });
  const { inbox, ntfy } = reaching;
  const { id: contactId } = await reaching.contact();
  await reaching.browser();
  const asked = await inbox.send({ review: { type: 'approval', expiresInSeconds: 600 } });
  await reaching.reaches(asked.id, ({ notices }) => notices.accepted === 2);
  const app = await appOf(inbox);
  const press = async (link: string) =>
    (await app('/decide', { method: 'POST', headers: { authorization: `Bearer ${link}` } })).status;
  const values = valuesIn(databaseIn(inbox.data));
  expect(values.length).toBeGreaterThan(30);
  const statuses = new Set<number>();
  for (const value of values) {
    for (const end of ['', '.0']) statuses.add(await press(`hd_${value}${end}`));
    const keys = [Buffer.from(value), Buffer.from(value, 'hex'), Buffer.from(value, 'base64url')];
    for (const key of keys) {
      statuses.add(await press(signed(asked, contactId, key)));
      for (const text of [asked.id, contactId]) {
        const made = createHmac('sha256', key).update(text).digest('base64url');
        for (const end of ['', '.0']) statuses.add(await press(`hd_${made}${end}`));
      }
    }
  }
  expect([...statuses].sort()).toEqual([401, 409]);
  expect((await inbox.store.read.selectFrom('reviews').select('status').execute())[0]?.status).toBe(
    'pending',
  );
  const [link = ''] = JSON.stringify(ntfy.bodies()).match(/hd_[-\w]{43}\.0/) ?? [];
  await eventually(() => link);
  expect(await press(link)).toBe(200);
});

/** Makes a link from a contact's secret, in the way of earlier versions. */
function signed(
  { id, review }: { id: string; review: { expiresAt: string | null } | null },
  contactId: string,
  key: Buffer,
): string {
  const ids = [id, contactId].flatMap((one) => [Buffer.from([one.length]), Buffer.from(one)]);
  const time = Buffer.alloc(6);
  time.writeUIntBE(Date.parse(review?.expiresAt ?? ''), 0, 6);
  const content = Buffer.concat([...ids, time, Buffer.from([0])]);
  const signature = createHmac('sha256', key).update('decision\n').update(content).digest();
  return `hd_${Buffer.concat([content, signature.subarray(0, 16)]).toString('base64url')}`;
}

/** Each text that is stored, once. */
function valuesIn(file: string): string[] {
  using db = new Database(file, { readonly: true });
  const tables = db.query<{ name: string }, []>(
    "select name from sqlite_master where type = 'table'",
  );
  const values = tables
    .all()
    .flatMap(({ name }) =>
      db.query<Record<string, unknown>, []>(`select * from "${name}"`).all().flatMap(Object.values),
    );
  const texts = values.filter((value): value is string => typeof value === 'string');
  return [...new Set(texts)].filter((text) => /^[\x21-\x7e]{16,200}$/.test(text));
}
