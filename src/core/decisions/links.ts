/**
 * A decision link permits one answer to one question by one person until it expires; one that names no
 * option opens the page that has such a link for each. Nothing of it is stored: it is signed with the
 * secret of the person's contact, so that removing that revokes it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type DecisionLink = {
  messageId: string;
  contactId: string;
  /** In milliseconds since 1970. */
  expiresAtMs: number;
  /** Its place in the question; null for that of the page. */
  option: number | null;
};

const PREFIX = 'hd_';
const SIGNATURE_BYTES = 16;
const TIME_BYTES = 6;
/** What else is signed with the secret of a contact must not count as a link. */
const PURPOSE = 'decision\n';

export function makeLink(link: DecisionLink, secret: string): string {
  const content = encode(link);
  return PREFIX + Buffer.concat([content, sign(content, secret)]).toString('base64url');
}

/** Returns the parts of a link and its check; null for a text that nobody could have made. */
export function readLink(text: string) {
  if (!text.startsWith(PREFIX)) return null;
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
  // Several texts decode to the same bytes; only one of them is a link.
  if (PREFIX + bytes.toString('base64url') !== text) return null;
  const content = bytes.subarray(0, -SIGNATURE_BYTES);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  const link = decode(content);
  if (!link || !encode(link).equals(content)) return null;
  return {
    link,
    isSignedWith: (secret: string) =>
      signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, sign(content, secret)),
  };
}

const sign = (content: Buffer, secret: string): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(PURPOSE)
    .update(content)
    .digest()
    .subarray(0, SIGNATURE_BYTES);

/** Each id after its length, then the time and, if there is one, the option. */
function encode({ messageId, contactId, expiresAtMs, option }: DecisionLink): Buffer {
  const ids = [messageId, contactId].flatMap((id) => {
    const bytes = Buffer.from(id);
    return [Buffer.from([bytes.length]), bytes];
  });
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(expiresAtMs, 0, TIME_BYTES);
  return Buffer.concat([...ids, time, Buffer.from(option === null ? [] : [option])]);
}

function decode(content: Buffer): DecisionLink | null {
  const messageEnd = 1 + (content[0] ?? 0);
  const contactEnd = messageEnd + 1 + (content[messageEnd] ?? 0);
  const timeEnd = contactEnd + TIME_BYTES;
  if (content.length !== timeEnd && content.length !== timeEnd + 1) return null;
  return {
    messageId: content.toString('utf8', 1, messageEnd),
    contactId: content.toString('utf8', messageEnd + 1, contactEnd),
    expiresAtMs: content.readUIntBE(contactEnd, TIME_BYTES),
    option: content[timeEnd] ?? null,
  };
}
