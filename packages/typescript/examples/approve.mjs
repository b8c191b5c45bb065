// Asks whether a command may run: `node approve.mjs`, with INBOX_URL and INBOX_API_KEY.
import { Inbox } from 'agent-inbox-client';

const inbox = new Inbox();
const args = { command: 'rm -rf build' };
const outcome = await inbox.approve({
  tool: 'Bash',
  args,
  description: 'The build fails with an old cache.',
  editable: true,
});
if (outcome.approved) {
  console.log(`Approved by ${outcome.by}: ${JSON.stringify(outcome.args ?? args)}`);
} else {
  console.log(`Not approved (${outcome.status}): ${outcome.message}`);
}
