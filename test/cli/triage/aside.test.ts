/** Prompts at the foot of the view, without a terminal. */
import { expect, test } from 'bun:test';
import type { Input } from '../../../src/cli/prompting/keys.ts';
import { openPrompts } from '../../../src/cli/triage/open-prompts.ts';
import { render } from '../../../src/cli/triage/render.ts';
import type { Asked } from '../../../src/cli/triage/state.ts';
import type { TestInbox } from '../../support/inbox/inbox.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { desk, drawn } from '../../support/terminal/triage.ts';

const key = (key: string): Input => ({ is: 'key', key, action: 'press' });
const text = (text: string): Input => ({ is: 'text', text });

/** A prompt for a text that is open on a screen of some size. */
async function promptFor(inbox: TestInbox, question: string) {
  const { state, asked } = await desk(inbox, { type: 'text-input', text: question });
  let now = state;
  let size = { columns: 80, rows: 24 };
  const show = (next: typeof state) => {
    now = drawn(next, size);
  };
  const asides = openPrompts({ state: () => now, show, onOrdinaryScreen: (work) => work() });
  const done = asides.carryOut({ do: 'prompt', message: asked[0] as Asked });
  return {
    done,
    asides,
    state: () => now,
    screen: () => render(now, size).join('\n'),
    resize(columns: number, rows: number): void {
      size = { columns, rows };
      show(now);
    },
  };
}

test('ignores keys while the screen is too small, and shows the prompt again afterwards', async () => {
  await using inbox = await testInbox();
  const prompt = await promptFor(inbox, 'Why?');
  prompt.asides.take(text('Seen'));
  prompt.resize(30, 8);
  expect(prompt.screen()).toContain('Terminal too small');
  for (const received of [text(' unseen'), key('ctrl-d'), key('enter')])
    prompt.asides.take(received);
  prompt.resize(80, 24);
  expect(prompt.screen()).toContain('│  Seen ');
  prompt.asides.take(key('escape'));
  await prompt.done;
  const { held, draft, notice } = prompt.state();
  expect([held, draft.written, notice?.text]).toEqual([
    [],
    { text: 'Seen' },
    'Nothing was sent; what you wrote is kept',
  ]);
});

test('scrolls the question above a prompt', async () => {
  await using inbox = await testInbox();
  const long = Array.from({ length: 60 }, (_, at) => `Line ${at}.`).join('\n');
  const prompt = await promptFor(inbox, long);
  expect(prompt.screen()).toContain('PgUp PgDn scroll the question');
  expect(prompt.screen()).not.toContain('Line 15.');
  prompt.asides.take(key('pageDown'));
  expect(prompt.screen()).toContain('Line 15.');
  expect(prompt.screen()).toContain('◆  Your answer');
  prompt.asides.take(key('escape'));
  await prompt.done;
  expect(prompt.screen()).not.toContain('◆');
});
