/** A kind of review that no inbox has: what one adds to the sources for it. */

/** Its folder and its renderers. */
export const files: Record<string, string> = {
  'src/core/reviews/kinds/ranking/schema.ts': `import { z } from 'zod';
import { defineKind, heading, oneOf } from '../kind.ts';

export const RankingPayload = z.looseObject({ ...heading, places: z.array(z.string()).min(2) });
export type RankingPayload = z.infer<typeof RankingPayload>;

export const ranking = defineKind({
  payload: RankingPayload,
  answer: ({ places }) => z.object({ ranked: z.array(oneOf(places)).length(places.length) }),
});
`,
  'src/core/reviews/kinds/ranking/words.ts': `import type { KindWords } from '../kind-words.ts';

export const ranking: KindWords = {
  word: 'Ranking',
  labels: ({ places }) => (Array.isArray(places) ? places : []),
  line: ({ ranked }) => (Array.isArray(ranked) ? ranked.join(' > ') : ''),
  example: ({ places }) => ({ ranked: places }),
};
`,
  'src/cli/kinds/ranking/flags.ts': `import { ranking as words } from '../../../core/reviews/kinds/ranking/words.ts';
import { jsonFlags } from '../plugin/flags.ts';

export const ranking = jsonFlags(words);
`,
  'src/cli/kinds/ranking/prompts.ts': `import type { RankingPayload } from '../../../core/reviews/kinds/ranking/schema.ts';
import type { KindPrompts } from '../kind-prompts.ts';

export const ranking: KindPrompts = {
  async answer(ask, { payload }) {
    const { places } = payload as RankingPayload;
    const choices = places.map((place) => ({ value: place, label: place }));
    return { ranked: await ask.many('Your ranking', choices) };
  },
};
`,
  'src/cli/kinds/ranking/view.ts': `import type { KindView } from '../kind-view.ts';

export const ranking: KindView = {
  written: () => [],
  choices: () => [{ key: '↵', text: 'rank them' }],
};
`,
  'src/dashboard/reviews/ranking.tsx': `import type { AnswerProps, Renderer } from './kind.ts';
import { Chosen } from './chosen.tsx';

export const ranking: Renderer = { Answer, Answered: Chosen, hints: () => [] };

function Answer({ message, sending }: AnswerProps) {
  const ranked = message.review.payload.places;
  return (
    <button type="button" onClick={() => sending.send({ ranked })}>
      In this order
    </button>
  );
}
`,
};

/** The list of kinds, where its name alone goes in. */
export const names = 'src/core/reviews/kinds/names.ts';

/** The tables in which it is found, and where it is imported from. */
export const tables: Record<string, string> = {
  'src/core/reviews/kinds.ts': './kinds/ranking/schema.ts',
  'src/core/reviews/kinds/words.ts': './ranking/words.ts',
  'src/cli/kinds/flags.ts': './ranking/flags.ts',
  'src/cli/kinds/prompts.ts': './ranking/prompts.ts',
  'src/cli/kinds/view.ts': './ranking/view.ts',
  'src/dashboard/reviews/kinds.tsx': './ranking.tsx',
};

/** A table with one more line, and what that imports. */
export const withLine = (table: string, from: string): string =>
  `import { ranking } from '${from}';\n${table.replace("  'diff-review': ", "  ranking,\n  'diff-review': ")}`;

export const withName = (list: string): string =>
  list.replace("'approval', ", "'approval', 'ranking', ");

/** Asks such a question over HTTP, and answers it. */
export const answering = `import { expect, test } from 'bun:test';
import type { Message } from '../src/core/messages/schema.ts';
import { answerLine } from '../src/core/reviews/kinds/answer-words.ts';
import type { Review } from '../src/core/reviews/schema.ts';
import { testServer } from './support/server/server.ts';

test('a ranking is asked and answered', async () => {
  await using server = await testServer();
  const { agent, owner } = server.as;
  const { id: channelId } = await server.channel();
  const ask = (payload: object) =>
    agent.post<Message>('/messages', { channelId, review: { type: 'ranking', payload } });
  expect((await ask({ places: ['eu'] })).status).toBe(400);
  const { body: asked } = await ask({ title: 'In which order?', places: ['eu', 'us'] });
  const respond = (ranked: string[]) =>
    owner.post<Message>(\`/reviews/\${asked.id}/respond\`, { response: { ranked } });
  expect((await respond(['eu', 'mars'])).status).toBe(400);
  const { status, body } = await respond(['us', 'eu']);
  expect([status, answerLine(body.review as Review)]).toEqual([200, 'us > eu']);
});
`;
