/** Schemathesis over every operation, as a person and as an agent; INBOX_SCHEMATHESIS is how many cases each gets. */
import { join } from 'node:path';
import { bin, run, withOutsiders } from '../support/clients/generators.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { testServer } from '../support/server/server.ts';

const CASES = process.env.INBOX_SCHEMATHESIS ?? '10';

const left = [
  // A second credential that is wrong does not spoil the first; ours are tested in test/http.
  'ignored_auth',
  // Ids that do not exist, filters that exclude one another: no schema describes it.
  'positive_data_acceptance',
];

/** Longer ones are the server's own 431, which comes before there is a request. */
const hooks = `
import schemathesis

@schemathesis.hook
def filter_case(context, case):
    return len(str(case.query or "")) < 4000
`;

for (const who of ['person', 'agent'] as const) {
  withOutsiders(
    'INBOX_SCHEMATHESIS',
    'PyPI',
    `conforms to the document for schemathesis as ${who === 'agent' ? 'an agent' : 'a person'}`,
    async () => {
      await using server = await testServer({ rateLimit: 'off' });
      await server.channel();
      const credential = who === 'agent' ? `x-api-key: ${server.agentKey.key}` : personOf(server);
      const directory = temporaryDirectory();
      try {
        await Bun.write(join(directory, 'hooks.py'), hooks);
        await run(
          [
            bin.python('schemathesis'),
            'run',
            `${server.url}/openapi.json`,
            '-H',
            credential,
            '-n',
            CASES,
            '--continue-on-failure',
            // It takes this person's powers away: all else would be a 403.
            '--exclude-operation-id',
            'setLocalAnswers',
            '--exclude-checks',
            left.join(),
            '--request-timeout',
            '60',
            '--warnings',
            'off',
          ],
          directory,
          { SCHEMATHESIS_HOOKS: 'hooks' },
        );
      } finally {
        removeDirectory(directory);
      }
    },
    { timeout: 600_000 + Number(CASES) * 60_000 },
  );
}

const personOf = ({ as }: { as: { ownerHeaders: { authorization: string } } }) =>
  `Authorization: ${as.ownerHeaders.authorization}`;
