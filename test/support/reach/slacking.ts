/** An inbox whose owner has a direct message with its Slack app. */
import type { Logger } from 'pino';
import { getReview } from '../../../src/core/reviews/reviews.ts';
import { listen as startSlack } from '../../../src/ways/slack/listen.ts';
import { eventually } from './eventually.ts';
import { testReaching } from './reaching.ts';
import { APP_TOKEN, BOT_TOKEN, testSlack } from './slack.ts';

export const ANN = 'U0ANN';
export const EVE = 'U0EVE';
export const review = { type: 'approval', payload: { title: 'Deploy to production?' } };
export const quick = {
  home: 'https://inbox.example',
  pauseMs: { failed: 1, refused: 1 },
  lookAgainMs: 1,
};

export async function testSlacking(options: { log?: Logger } = {}) {
  const slack = testSlack();
  const tokens = { slackAppToken: APP_TOKEN, slackBotToken: BOT_TOKEN, slackUrl: slack.url };
  const reaching = await testReaching({}, { ...tokens, ...options });
  const { inbox } = reaching;
  const bots = [startSlack(inbox, quick)];
  await eventually(() => slack.sockets.length > 0);
  /** Makes Ann's direct message a contact of the owner. */
  const add = (rules = {}) => reaching.contact({ kind: 'slack', address: ANN, ...rules });
  const asked = () => eventually(() => slack.chat(ANN).at(-1));
  const answered = async (id: string) => (await getReview(inbox, inbox.agent, id)).review;
  return {
    ...reaching,
    slack,
    bots,
    add,
    asked,
    answered,
    async [Symbol.asyncDispose]() {
      await Promise.all(bots.map((bot) => bot?.stop()));
      await reaching[Symbol.asyncDispose]();
      await slack[Symbol.asyncDispose]();
    },
  };
}
