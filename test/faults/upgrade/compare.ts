/** Compares all data that clients can see, of an inbox before its upgrade and after it. */
import type { Called } from '../../support/faults/load.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Item = { [name: string]: Json };
const PAGE = 100;

/** Returns a hash of the data of each, the newer without the new fields, and its size. */
export async function hashBoth(older: Called, newer: Called) {
  const hashes = [new Bun.CryptoHasher('sha256'), new Bun.CryptoHasher('sha256')] as const;
  let items = 0;
  const add = (before: Item[], after: Item[]) => {
    items += before.length;
    hashes[0].update(JSON.stringify(before));
    hashes[1].update(JSON.stringify(shapedAs(before, after)));
  };
  for (const path of ['/agents', '/keys', '/reviews/pending']) {
    add(await listOf(older, path), await listOf(newer, path));
  }
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/messages?limit=${PAGE}${cursor && `&cursor=${cursor}`}`;
    const [before, after] = await Promise.all([get<Page>(older, path), get<Page>(newer, path)]);
    const whole = after.body.data.map((one) => (one.truncated ? wholeOf(newer, one) : one));
    add(before.body.data, await Promise.all(whole));
    cursor = before.body.nextCursor;
  }
  const [before, after] = hashes.map((hash) => hash.digest('hex'));
  return { before, after, items };
}
type Page = { data: Item[]; nextCursor: string | null };

/** Lists cut more now than then. */
const wholeOf = async (server: Called, { id }: Item) =>
  (await get<Item>(server, `/messages/${id}`)).body;

/** A list that has become pages. */
async function listOf(server: Called, path: string): Promise<Item[]> {
  const all: Item[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { body, cursor }: Answer<Item[]> = await get(server, path + (next && `?cursor=${next}`));
    all.push(...body);
    next = cursor;
  }
  return all;
}
type Answer<T> = { body: T; cursor: string | null };

async function get<T>({ url, token }: Called, path: string): Promise<Answer<T>> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1${path}`, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return { body: (await answer.json()) as T, cursor: answer.headers.get('inbox-next-cursor') };
}

/** New fields are left out; missing ones stay missing. */
function shapedAs(before: Json, after: Json): Json {
  if (Array.isArray(before) && Array.isArray(after)) {
    return after.map((one, at) => shapedAs(before[at] ?? null, one));
  }
  if (!isObject(before) || !isObject(after)) return after;
  const names = Object.keys(before).filter((name) => name in after);
  return Object.fromEntries(
    names.map((name) => [name, shapedAs(before[name] ?? null, after[name] ?? null)]),
  );
}

const isObject = (json: Json): json is Item =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
