/**
 * A decision link permits one answer to one question by one person until it expires: it is a token that was drawn
 * for the notice, with the place of the option beside it. One that names no option opens the page that has such a
 * link for each.
 */
export type DecisionLink = {
  token: string;
  messageId: string;
  contactId: string;
  /** The seq of the question as its notice showed it. */
  seq: number;
  /** In milliseconds since 1970. */
  expiresAtMs: number;
  /** Its place in the question; null for that of the page. */
  option: number | null;
};

const FORM = /^hd_([-\w]{43})(?:\.(0|[1-9]\d{0,2}))?$/;

export const linkOf = (token: string, option: number | null): string =>
  option === null ? `hd_${token}` : `hd_${token}.${option}`;

/** Returns the parts of a link; null for another text. */
export function readLink(text: string): Pick<DecisionLink, 'token' | 'option'> | null {
  const [, token, option] = FORM.exec(text) ?? [];
  if (token === undefined) return null;
  return { token, option: option === undefined ? null : Number(option) };
}

/** A link in a test confirms its contact, by a token that was drawn for it. */
export type ConfirmationLink = {
  token: string;
  contactId: string;
  noticeId: string;
  attempt: number;
};

const CONFIRMATION = /^hd_([-\w]{43})\.confirm$/;

export const confirmationOf = (token: string): string => `hd_${token}.confirm`;

/** Returns the token of a link that confirms a contact; null for another text. */
export const readConfirmation = (text: string): string | null =>
  CONFIRMATION.exec(text)?.[1] ?? null;

const TIME_BYTES = 6;
const SIGNATURE_BYTES = 16;

/** Whether an earlier version could have made it: two ids, each after its length, a time, an option, a signature. */
export function isFormerLink(text: string): boolean {
  if (!/^hd_[-\w]{50,200}$/.test(text)) return false;
  const bytes = Buffer.from(text.slice(3), 'base64url');
  const messageEnd = 1 + (bytes[0] ?? 0);
  const end = messageEnd + 1 + (bytes[messageEnd] ?? 0) + TIME_BYTES + SIGNATURE_BYTES;
  return bytes.length === end || bytes.length === end + 1;
}
