/** `inbox contact add --telegram`: shows a link to the bot, and waits until it was opened. */
import { renderUnicodeCompact } from 'uqr';
import { type Client, ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import type { NewPairing, PairContact } from '../../core/notify/pairing-schema.ts';
import { withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { shortId } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { note, noteLink, print, printJson } from '../output.ts';

const COMMAND = 'inbox contact add';
const LOOK_MS = 500;

export async function pairTelegram(rules: PairContact, options: GlobalOptions): Promise<void> {
  await withConnection(options, COMMAND, async ({ person, url }) => {
    if (url === null) throw new UsageError(NO_SERVER);
    const pairing = await ok(person.contacts.telegram.post(rules));
    if (options.json) return printJson(pairing);
    show(pairing);
    const id = await opened(person, pairing);
    print(id);
    note(`Telegram added. To test it: inbox contact test ${shortId(id)}`);
  });
}

const NO_SERVER = 'The bot answers only while the server runs. Start it with `inbox serve`';

function show({ url }: NewPairing): void {
  if (process.stderr.isTTY) note(renderUnicodeCompact(url, { border: 2 }));
  note('Open this link in Telegram within 15 minutes, and press Start. Do not share it:');
  noteLink(url);
}

/** Polls until the link was opened; the id of the contact. */
async function opened(person: Client, { id, expiresAt }: NewPairing): Promise<string> {
  while (Date.now() < Date.parse(expiresAt)) {
    const { contactId } = await ok(person.contacts.telegram({ id }).get());
    if (contactId !== null) return contactId;
    await Bun.sleep(LOOK_MS);
  }
  throw new InboxError('conflict', 'The link has expired. Run the command again to get a new one');
}
