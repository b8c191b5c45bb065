import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { loadPlugins } from '../../../src/core/plugins/plugins.ts';
import { Plugin } from '../../../src/core/plugins/schema.ts';
import { bundledPlugins } from '../../../src/core/reviews/kinds.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { temporaryDirectory } from '../../support/machine/directory.ts';

function install(directory: string, folder: string, manifest: unknown) {
  mkdirSync(join(directory, folder), { recursive: true });
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  writeFileSync(join(directory, folder, 'plugin.json'), text);
}

const rating = { name: 'rating', displayName: 'Rating', version: '1.0.0' };

test('loads a folder with a manifest, and logs and skips broken ones', () => {
  const directory = temporaryDirectory();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const manifest = { ...rating, inputSchema: { type: 'object' } };
  install(directory, 'rating', `\ufeff${JSON.stringify(manifest)}`);
  install(directory, 'broken', '{');
  install(directory, 'renamed', rating);
  install(directory, 'form', { ...rating, name: 'form' });
  install(directory, 'bad-schema', {
    ...rating,
    name: 'bad-schema',
    inputSchema: { type: 'text' },
  });
  mkdirSync(join(directory, 'empty'));
  const own = loadPlugins(directory, log).filter((plugin) => plugin.name === 'rating');
  expect(own).toEqual([
    {
      ...rating,
      description: null,
      author: null,
      icon: null,
      inputSchema: { type: 'object' },
      answerSchema: null,
    },
  ]);
  const reported = lines.map((line) => JSON.parse(line).plugin).sort();
  expect(reported).toEqual(['bad-schema', 'broken', 'empty', 'form', 'renamed']);
});

test.each(bundledPlugins)('includes a valid manifest, $name', (manifest) => {
  expect(Plugin.parse(manifest)).toEqual(manifest);
});

test('includes 2 plugins, and lets one of the same name replace either', () => {
  const directory = temporaryDirectory();
  const log = pino({ level: 'silent' });
  const names = () => loadPlugins(directory, log).map(({ name, version }) => `${name} ${version}`);
  expect(names()).toEqual(['diff-review 1.0.0', 'rating 1.0.0']);
  install(directory, 'rating', { ...rating, version: '9.0.0' });
  expect(names()).toEqual(['diff-review 1.0.0', 'rating 9.0.0']);
});

test("checks a payload against the plugin's inputSchema, and accepts any object as an answer", async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const wrong = inbox.send({ channelId, review: { type: 'rating', payload: { prompt: 3 } } });
  const issues = [{ path: ['review', 'payload', 'prompt'] }];
  expect(wrong).rejects.toMatchObject({ code: 'invalid', details: { issues } });
  const payload = { prompt: 'The summary', max: 10 };
  const { id, review } = await inbox.send({ channelId, review: { type: 'rating', payload } });
  expect(review).toMatchObject({ type: 'rating', status: 'pending', payload });
  const answered = await answerReview(inbox, inbox.owner, id, { rating: 7 });
  expect(answered.review?.response).toEqual({ rating: 7 });
});

const deploy = Plugin.parse({
  ...rating,
  name: 'deploy',
  answerSchema: {
    type: 'object',
    required: ['action'],
    additionalProperties: false,
    properties: {
      action: { title: 'What to do', enum: ['roll back', 'wait'] },
      minutes: { title: 'For how long', type: 'integer', minimum: 1 },
    },
  },
});

test("checks answers and defaults against the plugin's answerSchema, with the path", async () => {
  await using inbox = await testInbox();
  inbox.plugins.push(deploy);
  const { id: channelId } = await inbox.channel();
  const review = { type: 'deploy', payload: { service: 'checkout' } };
  const { id } = await inbox.send({ channelId, review });
  for (const [answer, path] of [
    [{}, []],
    [{ action: 'restart' }, ['action']],
    [{ action: 'wait', minutes: 0 }, ['minutes']],
    [{ action: 'wait', more: 1 }, ['more']],
  ] as const) {
    const wrong = answerReview(inbox, inbox.owner, id, answer);
    const issues = [{ path: ['response', ...path] }];
    await expect(wrong).rejects.toMatchObject({ code: 'invalid', details: { issues } });
  }
  const fallback = { ...review, default: { action: 'restart' } };
  const refused = inbox.send({ channelId, review: fallback });
  const issues = [{ path: ['review', 'default', 'action'] }];
  await expect(refused).rejects.toMatchObject({ code: 'invalid', details: { issues } });
  const answered = await answerReview(inbox, inbox.owner, id, { action: 'wait', minutes: 5 });
  expect(answered.review?.response).toEqual({ action: 'wait', minutes: 5 });
});

test('keeps what a question accepts while its plugin changes or goes', async () => {
  await using inbox = await testInbox();
  inbox.plugins.push(deploy);
  const { id: channelId } = await inbox.channel();
  const ask = { channelId, clientId: 'once', review: { type: 'deploy', payload: {} } };
  const { id, review } = await inbox.send(ask);
  expect(review?.payload).toEqual({ _answerSchema: deploy.answerSchema });
  inbox.plugins.pop();
  inbox.plugins.push({ ...deploy, answerSchema: { type: 'object', required: ['other'] } });
  // A repeated body is the same question, whatever the plugin has become.
  expect((await inbox.send(ask)).id).toBe(id);
  inbox.plugins.pop();
  await expect(answerReview(inbox, inbox.owner, id, { other: 1 })).rejects.toMatchObject({
    code: 'invalid',
  });
  const answered = await answerReview(inbox, inbox.owner, id, { action: 'roll back' });
  expect(answered.review?.response).toEqual({ action: 'roll back' });
});

test('refuses an answerSchema beyond its limits, and one that an agent brings', async () => {
  const tooDeep = Array.from({ length: 30 }).reduce<object>((not) => ({ not }), {});
  expect(Plugin.safeParse({ ...deploy, answerSchema: tooDeep }).success).toBe(false);
  await using inbox = await testInbox();
  inbox.plugins.push({ ...deploy, answerSchema: null });
  const { id: channelId } = await inbox.channel();
  const payload = { _answerSchema: {} };
  const sent = inbox.send({ channelId, review: { type: 'deploy', payload } });
  const issues = [{ path: ['review', 'payload', '_answerSchema'] }];
  await expect(sent).rejects.toMatchObject({ code: 'invalid', details: { issues } });
});
