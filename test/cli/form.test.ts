import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { keys, testTerminal } from '../support/terminal/terminal.ts';

const fields = [
  { name: 'owner', type: 'text', label: 'Owner', required: true, maxLength: 20 },
  { name: 'why', type: 'textarea', label: 'Why', description: 'For the record' },
  { name: 'nodes', type: 'number', label: 'Nodes', required: true, min: 1, max: 9, unit: 'nodes' },
  { name: 'share', type: 'range', label: 'Share', min: 0, max: 100, defaultValue: 50 },
  { name: 'region', type: 'select', label: 'Region', options: ['eu', 'us'], required: true },
  { name: 'notify', type: 'checkbox', label: 'Notify everybody' },
  { name: 'day', type: 'date', label: 'Day', required: true },
  { name: 'at', type: 'time', label: 'At', required: true },
  { name: 'until', type: 'datetime', label: 'Until', required: true },
  { name: 'mail', type: 'email', label: 'Mail', required: true },
  { name: 'link', type: 'url', label: 'Link' },
  { name: 'pin', type: 'password', label: 'PIN', required: true },
];

test('asks for each field and validates it immediately, as the server would', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const asked = await terminal.run(['ask', 'form', 'Scale', '-c', 'deploys', '--payload', '-'], {
    stdin: JSON.stringify({ fields }),
  });
  const id = asked.stdout.trim();
  const screen = terminal.open(['answer', id]);
  const put = async (question: string, text: string) => {
    await screen.answer(question, keys.clear);
    screen.type(text);
    await screen.answer(`│  ${text}`, keys.enter);
  };

  await screen.answer('◆  Owner (1 of 12)', keys.enter);
  await put('Required', 'Rita');
  await screen.write('Why (For the record)', 'It grows', keys.ctrlD);
  await put('◆  Nodes', 'ten');
  await put('Expected a number', '10');
  await put('At most 9', '3');
  await screen.answer('◆  Share', keys.enter);
  await screen.answer('◆  Region', keys.down);
  await screen.answer('● eu', keys.down);
  await screen.answer('● us', keys.enter);
  await screen.answer('Notify everybody', 'y');
  await put('◆  Day', '31/12/2030');
  await put('Expected a date as yyyy-MM-dd', '2030-12-31');
  await put('◆  At', '25:00');
  await put('Expected a time as HH:mm', '09:30');
  await put('◆  Until', 'soon');
  await put('Expected a date and time', '2031-01-01T00:00');
  await put('◆  Mail', 'rita');
  await put('Expected an e-mail address', 'rita@example.org');
  await screen.answer('◆  Link', keys.enter);
  await screen.answer('◆  PIN', 'tulip7');
  await screen.answer('••••••', keys.enter);
  await screen.answer('This cannot be undone: it contains a password.', keys.down);
  await screen.answer('● Send', keys.enter);

  expect(await screen.exited).toBe(0);
  expect(screen.text()).not.toContain('tulip7');
  const { review } = await terminal.json<Message>('wait', id);
  expect(review?.response).toEqual({
    owner: 'Rita',
    why: 'It grows',
    nodes: 3,
    share: 50,
    region: 'us',
    notify: true,
    day: '2030-12-31',
    at: '09:30',
    until: '2031-01-01T00:00',
    mail: 'rita@example.org',
    link: null,
    pin: 'tulip7',
  });
});
