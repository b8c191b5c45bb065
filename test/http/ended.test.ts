import { expect, test } from 'bun:test';
import type { EndedFacets } from '../../src/core/ended/schema.ts';
import type { MessagePage } from '../../src/core/messages/schema.ts';
import { testServer } from '../support/server/server.ts';

test('filters by repeated parameters and returns the total in a header', async () => {
  await using server = await testServer();
  const [one, other] = [await server.channel(), await server.channel()];
  for (const [channelId, selectedOption] of [
    [one.id, 'approve'],
    [one.id, 'reject'],
    [other.id, 'approve'],
  ] as const) {
    const { body } = await server.as.agent.post<{ id: string }>('/messages', {
      channelId,
      review: { type: 'approval' },
    });
    await server.as.owner.post(`/reviews/${body.id}/respond`, { response: { selectedOption } });
  }
  const path = '/messages?review=completed&order=ended';
  const get = async (query: string) => {
    const { body, headers } = await server.as.owner.get<MessagePage>(`${path}${query}`);
    return [body.data.length, headers.get('inbox-total')];
  };
  expect(await get('')).toEqual([3, '3']);
  expect(await get('&limit=1')).toEqual([1, '3']);
  expect(await get(`&channel=${one.id}&channel=${other.id}&verdict=approved`)).toEqual([2, '2']);
  expect(await get('&verdict=approved&verdict=rejected&type=approval')).toEqual([3, '3']);
  expect(await get('&type=form')).toEqual([0, '0']);
  const sent = await server.as.owner.get<MessagePage>(`/messages?channel=${one.id}&channel=x`);
  expect([sent.body.data.length, sent.headers.has('inbox-total')]).toEqual([2, false]);

  const { body } = await server.as.owner.get<EndedFacets>('/reviews/facets');
  expect(body).toEqual({
    respondedBy: [{ id: expect.any(String), name: expect.any(String) }],
    type: ['approval'],
  });
  expect(await get(`&respondedBy=${body.respondedBy[0]?.id}`)).toEqual([3, '3']);
  expect((await server.as.agent.get('/reviews/facets')).status).toBe(403);

  for (const [query, field] of [
    ['verdict=maybe', 'verdict'],
    ['from=monday', 'from'],
    ['to=2030-01-01', 'to'],
    ['from=2030-01-02T00:00:00Z&to=2030-01-02T00:00:00Z', 'to'],
    ['type=', 'type'],
  ]) {
    const refused = await server.as.owner.get(`${path}&${query}`);
    expect([query, refused.status, refused.body.errors?.[0]?.path?.[0]]).toEqual([
      query,
      400,
      field,
    ]);
  }
  const without = await server.as.owner.get('/messages?verdict=approved');
  expect(without.body.errors).toMatchObject([{ path: ['verdict'] }]);
});
