/** Clients that generators make of the document: each compiles, asks, lists, answers and waits. */
import { expect } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { NewToken } from '../../src/core/access/schema.ts';
import { bin, modules, run, withOutsiders } from '../support/clients/generators.ts';
import { heyTour, openapiFetchTour, pythonTour } from '../support/clients/tours.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { testServer } from '../support/server/server.ts';

type Tour = {
  from: 'PyPI' | 'npm';
  file: string;
  text: string;
  generate: string[];
  check: string[];
};

const strict = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'preserve', '--target'];
const compile = [bin.npm('tsc'), ...strict, 'esnext', '--allowImportingTsExtensions', 'tour.ts'];

const tours: Record<string, Tour> = {
  'openapi-fetch': {
    from: 'npm',
    file: 'tour.ts',
    text: openapiFetchTour,
    check: compile,
    generate: [bin.npm('openapi-typescript'), 'openapi.json', '-o', 'schema.d.ts'],
  },
  'hey-api': {
    from: 'npm',
    file: 'tour.ts',
    text: heyTour,
    check: compile,
    generate: [
      bin.npm('openapi-ts'),
      '-i',
      'openapi.json',
      '-o',
      'client',
      '-c',
      '@hey-api/client-fetch',
    ],
  },
  'openapi-python-client': {
    from: 'PyPI',
    file: 'tour.py',
    text: pythonTour,
    generate: [
      bin.python('openapi-python-client'),
      'generate',
      '--path',
      'openapi.json',
      '--meta',
      'none',
      '--output-path',
      'inbox_client',
      '--fail-on-warning',
    ],
    check: [bin.python('python'), '-W', 'error', '-m', 'compileall', '-q', '.'],
  },
};

for (const [name, tour] of Object.entries(tours)) {
  withOutsiders(
    'INBOX_GENERATED',
    tour.from,
    `compiles the client of ${name} and gets a person's answer with it`,
    async () => {
      await using server = await testServer();
      const { id: channel } = await server.channel();
      const { body } = await server.as.owner.post<NewToken>('/tokens', { name });
      const directory = temporaryDirectory();
      try {
        const document = await fetch(`${server.url}/openapi.json`);
        await Bun.write(join(directory, 'openapi.json'), document);
        await Bun.write(join(directory, 'package.json'), '{"type":"module"}');
        await Bun.write(join(directory, tour.file), tour.text);
        if (tour.from === 'npm') symlinkSync(modules, join(directory, 'node_modules'));
        await run(tour.generate, directory);
        await run(tour.check, directory);
        const runtime = tour.from === 'npm' ? process.execPath : bin.python('python');
        const said = await run([runtime, tour.file], directory, {
          INBOX: server.url,
          KEY: server.agentKey.key,
          TOKEN: body.token,
          CHANNEL: channel,
        });
        expect(JSON.parse(said)).toEqual(['completed', { selectedOption: 'approve' }]);
      } finally {
        removeDirectory(directory);
      }
    },
    { timeout: 300_000 },
  );
}
