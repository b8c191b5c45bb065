/** Whatever a question and its options are called, Slack shows it as it is: no mention, no link, no markup. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { send as sendBySlack } from '../../../src/ways/slack/send.ts';
import { hostileText } from '../../support/reach/hostile.ts';
import { SECRETS, sendingOf } from '../../support/reach/sending.ts';
import { testSlack } from '../../support/reach/slack.ts';
import { type Block, shownOf } from '../../support/reach/slack-messages.ts';

const FIELDS = ['channel', 'text', 'mrkdwn', 'parse', 'blocks', 'unfurl_links', 'unfurl_media'];
const texts = fc.record({ title: hostileText, body: hostileText, label: hostileText });
const LONG_MS = 120_000;

test(
  'mentions nobody and links only to the question, whatever a question is called',
  async () => {
    await using slack = testSlack();
    slack.members.add('4242');
    const one = async (given: { title: string; body: string; label: string }) => {
      slack.messages.length = 0;
      slack.received.length = 0;
      const sending = sendingOf(slack.url, given);
      const outcome = await sendBySlack(sending);
      expect(outcome.error).toBeNull();
      const [got, ...others] = slack.received;
      expect(others).toEqual([]);
      expect(Object.keys(got?.call ?? {}).sort()).toEqual([...FIELDS].sort());
      expect(got?.call).toMatchObject({ channel: '4242', mrkdwn: false, parse: 'none' });
      expect(got?.call.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      const blocks = got?.call.blocks ?? [];
      expect(literal(blocks)).toBe(
        [given.title, given.body, sending.url].filter(Boolean).join('\n\n'),
      );
      expect(JSON.stringify(blocks.filter(({ type }) => type === 'actions'))).not.toMatch(/[<>]/);
      expect(kindsOf(blocks).filter((kind) => !KNOWN.includes(kind ?? ''))).toEqual([]);
      for (const secret of SECRETS) expect(JSON.stringify(outcome)).not.toContain(secret);
    };
    await fc.assert(fc.asyncProperty(texts, one), { numRuns: 1000 });
  },
  LONG_MS,
);

const KNOWN = ['actions', 'button', 'plain_text', 'rich_text', 'rich_text_section', 'text', 'link'];

const literal = (blocks: Block[]) => shownOf({ channel: '', ts: '', text: '', blocks });

/** Every `type` in the blocks. */
const kindsOf = (blocks: Block[]) =>
  [
    ...new Set(
      Array.from(JSON.stringify(blocks).matchAll(/(?<![\\])"type":"(\w+)"/g), ([, kind]) => kind),
    ),
  ].sort();
