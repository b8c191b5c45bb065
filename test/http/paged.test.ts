import { expect, test } from 'bun:test';
import { type Answer, testServer } from '../support/server/server.ts';

type Row = { id: string };

test.each(['/agents', '/keys', '/users', '/tokens'])(
  'returns %s in full by default, and in pages on request',
  async (path) => {
    await using server = await testServer();
    const { owner } = server.as;
    for (let at = 0; at < 7; at++) {
      await server.channel();
      await owner.post('/keys', { name: `Key ${at}` });
      await owner.post('/tokens', { name: `Token ${at}` });
      const person = { name: 'Reviewer', password: 'a password of some length', role: 'reviewer' };
      await owner.post('/users', { ...person, email: `r${at}@example.com` });
    }
    const all = await owner.get<Row[]>(path);
    expect(all.body.length).toBeGreaterThanOrEqual(7);
    expect(all.headers.get('inbox-next-cursor')).toBeNull();
    const rows: Row[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: Answer<Row[]> = await owner.get<Row[]>(
        `${path}?limit=3${next && `&cursor=${next}`}`,
      );
      expect(page.body.length).toBeLessThanOrEqual(3);
      rows.push(...page.body);
      next = page.headers.get('inbox-next-cursor');
    }
    expect(rows).toEqual(all.body);
    const rest = await owner.get<Row[]>(`${path}?cursor=${all.body[1]?.id}`);
    expect(rest.body).toEqual(all.body.slice(2));
    const refused = await owner.get(`${path}?limit=0`);
    expect([refused.status, refused.body.errors[0]?.path]).toEqual([400, ['limit']]);
  },
);
