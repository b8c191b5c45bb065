import { expect, test } from 'bun:test';
import { ConfigError, loadConfig } from '../src/config.ts';

const load = (value: string) => loadConfig({ data: '/nowhere' }, { INBOX_MAX_FILE_SIZE: value });

test.each([
  ['1048576', 1_048_576],
  ['100MiB', 104_857_600],
  ['2GB', 2_000_000_000],
  ['1.5 kib', 1536],
  ['10k', 10_000],
  ['512B', 512],
])('the largest file may be set as %s', (text, bytes) => {
  expect(load(text).maxFileSize).toBe(bytes);
});

test.each(['', 'MiB', '0', '-1', 'much', '1XB', '9999999TiB'])(
  'the largest file cannot be %j',
  (text) => {
    const loading = () => loadConfig({ data: '/nowhere', maxFileSize: text }, {});
    expect(loading).toThrow(ConfigError);
    expect(loading).toThrow('--max-file-size does not fit');
  },
);
