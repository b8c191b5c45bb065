/**
 * Four thousand held calls of hooks, as many as an inbox takes: the cost of each: `bun run bench hooks`. Every call
 * has a question of its own, whose lease is renewed while it is held.
 */
import { CALLS, keysOf, reportHeld } from './support/held.ts';
import { jsonRequest } from './support/load.ts';
import { report, reportMachine } from './support/report.ts';
import { startInbox } from './support/server.ts';

/** Two rounds of leases, and one of white space. */
const IDLE_MS = 21_000;

reportMachine();
const inbox = await startInbox();
try {
  const { keyOf } = await keysOf(inbox);
  const call = (at: number, search = '') => {
    const body = {
      session_id: `s${at}`,
      hook_event_name: 'PermissionRequest',
      tool_name: 'Bash',
      tool_input: { command: `rm -rf build/${at}` },
    };
    return jsonRequest(`/api/v1/hooks/claude${search}`, { 'x-api-key': keyOf(at) }, body);
  };
  await reportHeld(inbox, {
    idleMs: IDLE_MS,
    warm: (connection, at) => connection.ask(call(at, '?expires=1')),
    async hold(connections) {
      for (const [at, connection] of connections.entries()) {
        void connection.ask(call(at));
        if (at % 100 === 0) await Bun.sleep(50);
      }
      await Bun.sleep(5000);
      const counted = await fetch(`${inbox.url}/api/v1/reviews/pending?limit=1`, {
        headers: inbox.owner,
      });
      report('questions that are pending', Number(counted.headers.get('inbox-total')), '', {
        atLeast: CALLS,
      });
    },
  });
} finally {
  await inbox.stop();
}
