import { expect, test } from 'bun:test';
import { parseDuration, parseTimeout } from '../../src/cli/options.ts';
import { sharedTerminal } from '../support/terminal/terminal.ts';

test.each([
  ['30s', 30],
  ['90', 90],
  ['10m', 600],
  ['10 min', 600],
  ['1h30m', 5400],
  ['1h 30m', 5400],
  ['1.5h', 5400],
  ['2 hours', 7200],
  ['1D12H', 129_600],
])('accepts %p', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(['', 'soon', '-1', '0', '0s', '3 weeks', '1h30', '1.5', 'h', '10m x', '1hm'])(
  'refuses %p and names the flag',
  (text) => {
    const sentence = `--expires: “${text}” is not a duration. Use 30s, 10m, 1h30m or 90d.`;
    expect(() => parseDuration(text, '--expires')).toThrow(sentence);
  },
);

test('accepts a timeout of 0 in any unit', () => {
  expect(['0', '0s', ' 0 m'].map(parseTimeout)).toEqual([0, 0, 0]);
  expect(() => parseTimeout('soon')).toThrow('--timeout: “soon” is not a duration');
});

const terminal = sharedTerminal();

test('wait --timeout 0 checks once', async () => {
  const id = await terminal.ok('ask', 'approve', 'Go?', '-c', 'deploys');
  expect(await terminal.run(['wait', id, '--timeout', '0'])).toMatchObject({ code: 8, stdout: '' });
  await terminal.ok('answer', id, '--option', 'approve');
  expect(await terminal.run(['wait', id, '--timeout', '0'])).toMatchObject({
    code: 0,
    stdout: 'approve\n',
  });
});
