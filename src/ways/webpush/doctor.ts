/** Checks whether browsers can be notified by push. */

import { findings } from '../../cli/doctor/finding.ts';
import { ownerEmails } from '../../storage/directory.ts';
import type { CheckHere } from '../part.ts';
import { subjectOf } from './operator.ts';

/** It is off in a new inbox: a warning only where a public URL is set, as for phones. */
export const checkHere: CheckHere = (data, { publicUrl, pushSubject }) => {
  const { ok, warn } = findings('push');
  const subject = subjectOf({ publicUrl, pushSubject }, ownerEmails(data));
  if (subject === null && publicUrl === null) {
    return ok(`Push is off: ${MISSING}`);
  }
  if (subject === null)
    return warn(`Push is off: ${publicUrl} is not public https; ${MISSING}`, NEXT);
  if (publicUrl?.startsWith('https:')) return ok(`Can be turned on; contact address: ${subject}`);
  return ok(
    'Can be turned on, but only in browsers on this machine: others need INBOX_PUBLIC_URL with https',
  );
};

const MISSING =
  'push services require a public https URL (INBOX_PUBLIC_URL), an INBOX_PUSH_SUBJECT, or an owner with an e-mail address at a public domain';
const NEXT = 'Set INBOX_PUSH_SUBJECT to your e-mail address.';
