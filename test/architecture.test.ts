import { expect, test } from 'bun:test';
import { createApp } from '../src/http/app.ts';
import { foreignJson, json } from '../src/http/body.ts';
import {
  circles,
  importsOf,
  mutualFeatures,
  readSources,
  type Sources,
} from './support/architecture/imports.ts';
import { violations } from './support/architecture/rules.ts';
import { testInbox } from './support/inbox/inbox.ts';

const root = `${import.meta.dir}/..`;
const sources = await readSources(`${root}/src`);

test('keeps every source within its ring and its feature', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(50);
  expect(violations(sources)).toEqual([]);
});

test.each(['scripts', 'test'])('imports no files of %s in a circle', async (folder) => {
  expect(circles(importsOf(await readSources(`${root}/${folder}`)))).toEqual([]);
});

const broken: [path: string, source: string, violation: string][] = [
  ['storage/open.ts', "import { x } from '../core/ids.ts';", 'may not import core/ids.ts'],
  ['storage/open.ts', "import { z } from 'zod';", 'may not import zod'],
  ['storage/open.ts', "import { x } from 'bun:sqlite';", 'may not import bun:sqlite'],
  ['storage/open.ts', "import { x } from './sqlite/open.ts';", 'may not import storage/sqlite'],
  ['core/a.ts', "import { x } from '../storage/sqlite/open.ts';", 'may not import storage'],
  ['core/inbox.ts', "import { x } from '../http/app.ts';", 'may not import http/app.ts'],
  ['core/inbox.ts', "import type { x } from '../config.ts';", 'may not import config.ts'],
  ['core/keys.ts', "import pino from 'pino';", 'may not import pino'],
  ['core/keys.ts', "const x = await import('elysia');", 'may not import elysia'],
  ['core/a/a.ts', "import { Database } from 'bun:sqlite';", 'may not import bun:sqlite'],
  ['core/a/a.ts', "import {\n  x,\n} from '../b/table.ts';", "another feature's table"],
  ['http/a.ts', "import { x } from '../core/b/table.ts';", "another feature's table"],
  ['core/a/a.ts', "import { x } from '../b/c-table.ts';", "another feature's table"],
  ['http/a.ts', "import { x } from '../storage/open.ts';", 'may not import storage/open.ts'],
  ['http/a.ts', "import 'commander';", 'may not import commander'],
  [
    'realtime/a.ts',
    "export { x } from '../http/gates/caller.ts';",
    'may not import http/gates/caller.ts',
  ],
  ['delivery/a.ts', "import { x } from '../realtime/a.ts';", 'may not import realtime/a.ts'],
  ['client/a.ts', "import type { App } from '../http/app.ts';", 'may not import http/app.ts'],
  ['client/client.ts', "import { App } from '../http/app.ts';", 'may not import http/app.ts'],
  ['client/a.ts', "import { x } from 'node:fs';", 'may not import node:fs'],
  ['cli/a.ts', "import { x } from '../core/b/b.ts';", 'may not import core/b/b.ts'],
  ['cli/a.ts', "import { x } from '../server.ts';", 'may not import server.ts'],
  ['dashboard/a.tsx', "import { x } from '../cli/a.ts';", 'may not import cli/a.ts'],
  ['dashboard/a.tsx', "import { x } from '../core/inbox.ts';", 'may not import core/inbox.ts'],
  [
    'core/a.ts',
    "import { x } from '../kinds/rating/words.ts';",
    'may not import kinds/rating/words',
  ],
  ['cli/a.ts', "import { x } from '../kinds/rating/terminal.ts';", 'may not import kinds/rating'],
  [
    'dashboard/a.ts',
    "import { x } from '../kinds/rating/dashboard.tsx';",
    'may not import kinds/rating',
  ],
  ['kinds/rating/words.ts', "import { z } from 'zod';", 'may not import zod'],
  [
    'kinds/rating/words.ts',
    "import { x } from './schema.ts';",
    'may not import kinds/rating/schema',
  ],
  [
    'kinds/rating/schema.ts',
    "import { x } from './terminal.ts';",
    'may not import kinds/rating/term',
  ],
  ['kinds/rating/schema.ts', "import { x } from '../../http/a.ts';", 'may not import http/a.ts'],
  [
    'kinds/rating/terminal.ts',
    "import { x } from './dashboard.tsx';",
    'may not import kinds/rating',
  ],
  ['kinds/rating/terminal.ts', "import React from 'react';", 'may not import react'],
  [
    'kinds/rating/dashboard.tsx',
    "import { x } from './terminal.ts';",
    'may not import kinds/rating',
  ],
  ['kinds/rating/dashboard.tsx', "import { x } from './schema.ts';", 'may not import kinds/rating'],
  ['kinds/rating/dashboard.tsx', "import { z } from 'zod';", 'may not import zod'],
  [
    'kinds/rating/dashboard/a.tsx',
    "import { x } from '../../../cli/a.ts';",
    'may not import cli/a.ts',
  ],
  ['kinds/rating/words.ts', "import { x } from '../form/words.ts';", 'names another kind'],
  ['kinds/rating/steps.ts', "import { x } from './words.ts';", 'outside every folder'],
  ['log.ts', "import { x } from './config.ts';", 'may not import config.ts'],
  ['other/a.ts', "import { x } from './b.ts';", 'outside every folder'],
  ['core/files/utils.ts', '', 'says nothing'],
  ['core/files/types/a.ts', '', 'says nothing'],
  ['core/a.ts', 'const x = process.env.HOME;', 'reads the environment'],
  ['core/a.ts', 'const x = Bun.env.HOME;', 'reads the environment'],
  ['core/a/a.ts', 'const note = (emit: Emit, id: string) => {};', 'take the Change'],
  ['cli/a.ts', 'setTimeout(end, until - Date.now())', 'a timer of until - Date.now()'],
  ['cli/a.ts', 'await Bun.sleep(waitMs)', 'a timer of waitMs'],
  ['cli/a.ts', 'setInterval(() => look(a, b), 2 * MINUTE_MS)', 'a timer of 2 * MINUTE_MS'],
  ...[
    'select value from json_each(?)',
    'order by rowid',
    `max(\${at}, "updatedAt")`,
    `name glob \${pattern}`,
    'insert or ignore into keys',
    'instr(text, ?) > 0',
    "db.run('PRAGMA optimize')",
  ].map((source): [string, string, string] => ['core/a/table.ts', source, 'only SQLite']),
];

test('reports a table that two features write to', () => {
  const write = "tx.insertInto('files')";
  const found = violations({ 'core/a/a.ts': write, 'core/b/b.ts': write, 'core/b/c.ts': write });
  expect(found).toEqual(['files is written to by a and b']);
});

test.each(broken)('reports %s with %p', (path, source, violation) => {
  expect(violations({ [path]: source }).join()).toContain(violation);
});

test.each(['import', 'import type'])('reports a circle that an `%s` closes', (word) => {
  const circle = {
    'core/a.ts': `import { b } from './b.ts';`,
    'core/b.ts': `import { c } from './c.ts';`,
    'core/c.ts': `${word} { a } from './a.ts';`,
  };
  expect(violations(circle)).toEqual([
    'core/a.ts -> core/b.ts -> core/c.ts -> core/a.ts is a circle',
  ]);
});

test("finds features that import each other's values, but not those that import only types", () => {
  const using = (word: string) => ({
    'core/a/a.ts': `import { b } from '../b/b.ts';`,
    'core/b/c.ts': `${word} { d } from '../a/d.ts';`,
  });
  expect(mutualFeatures(using('import'))).toEqual(['a b']);
  expect(mutualFeatures(using('import type'))).toEqual([]);
  expect(
    mutualFeatures({ ...using('import'), 'core/b/c.ts': `import { type D } from '../a/d.ts';` }),
  ).toEqual([]);
});

const allowed: Sources = {
  'core/a/b-table.ts': "tx.insertInto('keys')",
  'core/a/b.ts': 'const note = ({ emit }: Change, id: string) => {};',
  'core/a/a.ts': "import { x } from '../b/b.ts';\nimport { y } from './table.ts';",
  'storage/sqlite/a.ts': 'select value from json_each(?)',
  'core/inbox.ts': "import type { Logger } from 'pino';\nimport { y } from './a/table.ts';",
  'client/client.ts': "import type { App } from '../http/app.ts';",
  'dashboard/app.tsx':
    "import { x } from '@mantine/core';\nimport { y } from '../client/client.ts';",
  'cli/a.ts':
    'setTimeout(() => f(a, b), LONG_MS); setTimeout(f); Bun.sleep(timerMs(until - now()))',
  'cli/connection.ts': "const { openLocal } = await import('../server.ts');",
  'kinds/rating/words.ts':
    "import { plugin } from '../plugin/words.ts';\nimport type { Rating } from './schema.ts';",
  'kinds/rating/dashboard.tsx': "const Answer = late(() => import('./dashboard/answer.tsx'));",
  'kinds/rating/dashboard/answer.tsx':
    "import { x } from '../schema.ts';\nimport { y } from '../../plugin/dashboard/answer.tsx';",
  'cli/commands/ask.ts': "import { y } from '../../core/reviews/schema.ts';",
};

test.each(Object.entries(allowed))('accepts %s with %p', (path, source) => {
  expect(violations({ [path]: source })).toEqual([]);
});

const READERS: unknown[] = [json, foreignJson];

test('documents the responses of every route and reads every body with the size-limited parser', async () => {
  await using inbox = await testInbox();
  const app = createApp(inbox, { localToken: 'secret', isDraining: () => false });
  await app.modules;
  const routes = app.routes.filter((route) => route.path.startsWith('/api/'));
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, path, hooks } of routes) {
    const parsers = [hooks.parse].flat().map((parser) => parser?.fn ?? parser);
    const reads = hooks.body === undefined ? 'no body' : parsers[0];
    expect([method, path, reads === 'no body' || READERS.includes(reads)]).toEqual([
      method,
      path,
      true,
    ]);
    expect([method, path, Boolean(hooks.response)]).toEqual([method, path, true]);
  }
});
