/** `inbox contact test`: sends a notice, follows it, and asks whether it arrived. */
import { type Client, ok } from '../../client/client.ts';
import { ownContacts } from '../../client/contacts.ts';
import type { Contact, Test } from '../../core/notify/schema.ts';
import { shownAfter } from '../../core/notify/words.ts';
import { providerOf, wayOf } from '../../ways/ways.ts';
import { withConnection } from '../connection.ts';
import { exit, UsageError } from '../errors.ts';
import { shortId } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { note, noteStyled, onOneLine, printJson } from '../output.ts';
import { askYesNo } from '../prompts.ts';
import { type Style, styled } from '../style.ts';
import { contactMeant } from './contact-chosen.ts';
import { canAskCode, verifyNow } from './contact-verify.ts';

const COMMAND = 'inbox contact test';
/** An attempt takes at most ten seconds, but other notices to the same server may precede it. */
const TEST_WAIT_MS = 30_000;
/** A device that is on shows it sooner. */
const ARRIVAL_WAIT_MS = 10_000;
const LOOK_MS = 100;

export async function testContact(
  typed: string | undefined,
  options: GlobalOptions,
): Promise<void> {
  const contact = await contactMeant(options, COMMAND, typed);
  const test = await withConnection(options, COMMAND, async ({ person, url }) => {
    if (url === null) throw new UsageError(NO_SERVER);
    const sent = await ok(person.contacts({ id: contact.id }).test.post());
    if (!options.json) noteStyled(marked('✓', 'sent', 'green'));
    const settled = await polled(person, contact.id, sent, { while: isPending, for: TEST_WAIT_MS });
    if (!options.json) noteStyled(resultLine(contact, settled));
    if (wayOf(contact.kind).arrival === 'user') return settled;
    return polled(person, contact.id, settled, { while: isOnItsWay, for: ARRIVAL_WAIT_MS });
  });
  const after = shownAfter(test);
  if (options.json) printJson(test);
  else if (after !== null) noteStyled(marked('✓', `shown on your device after ${after}`, 'green'));
  if (contact.verifiedAt === null) return verifyAfter(contact, test, options);
  if (after !== null) return;
  const hasArrived = isPossiblyThere(test) ? await askIfArrived(contact, options) : null;
  if (!(hasArrived ?? test.status === 'accepted')) process.exitCode = exit.error;
  else if (contact.confirmedAt === null) await verifyAfter(contact, test, options);
}

/** The test brought a code. */
async function verifyAfter(contact: Contact, test: Test, options: GlobalOptions): Promise<void> {
  if (!isPossiblyThere(test)) process.exitCode = exit.error;
  else if (canAskCode(options)) {
    // A button in the test may have been pressed.
    const own = await withConnection(options, COMMAND, ({ person }) => ownContacts(person));
    const isConfirmed = own.some(({ id, confirmedAt }) => id === contact.id && confirmedAt);
    if (isConfirmed) note(`Contact “${onOneLine(contact.name)}” confirmed.`);
    else await verifyNow(contact, options);
  } else if (!options.json) {
    note(`A code was sent there. To enter it: inbox contact verify ${shortId(contact.id)} CODE`);
  }
}

const NO_SERVER = 'Notifications are sent only while the server runs. Start it with `inbox serve`';

type Waiting = { while: (test: Test) => boolean; for: number };

async function polled(person: Client, id: string, test: Test, waiting: Waiting): Promise<Test> {
  const deadline = Date.now() + waiting.for;
  let now = test;
  while (waiting.while(now) && Date.now() < deadline) {
    await Bun.sleep(LOOK_MS);
    now = await ok(person.contacts({ id }).tests({ test: test.id }).get());
  }
  return now;
}

const isPending = ({ status }: Test) => status === 'waiting' || status === 'sending';

/** A browser confirms what it shows. */
const isOnItsWay = (test: Test) => isPossiblyThere(test) && test.receivedAt === null;

const isPossiblyThere = ({ status }: Test) => status === 'accepted' || status === 'unknown';

function resultLine({ kind }: Contact, test: Test): string {
  const label = providerOf(kind, test.host);
  const error = onOneLine(test.error ?? 'no reason given');
  if (test.status === 'accepted') return marked('✓', `accepted by ${label}`, 'green');
  if (test.status === 'unknown') {
    return marked('!', `it is unknown whether ${label} accepted it: ${error}`, 'yellow');
  }
  if (isPending(test)) return marked('✗', `not sent to ${label} within 30s`, 'red');
  return marked('✗', `refused by ${label}: ${error}`, 'red');
}

const marked = (sign: string, text: string, style: Style) =>
  `${styled(style, sign, process.stderr)} ${text}`;

/** Asks whether the test arrived; null without a terminal. */
async function askIfArrived({ kind }: Contact, options: GlobalOptions) {
  if (options.json || !process.stdin.isTTY || !process.stderr.isTTY) return null;
  const hasArrived = await askYesNo('Did it arrive?', true);
  if (!hasArrived) note(wayOf(kind).terminal.missing);
  return hasArrived;
}
