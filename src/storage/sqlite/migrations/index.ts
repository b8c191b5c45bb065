/** All migrations, in order. One in this list never changes: databases were written by it. */
import type { Migration } from 'kysely/migration';
import * as start from './0001_start.ts';
import * as webhooks from './0002_webhooks.ts';
import * as pages from './0003_pages.ts';
import * as audit from './0004_audit.ts';
import * as questions from './0005_questions.ts';
import * as lists from './0006_lists.ts';
import * as slices from './0007_slices.ts';
import * as logins from './0008_logins.ts';
import * as attachmentDigests from './0009_attachment_digests.ts';
import * as retracted from './0010_retracted.ts';
import * as credentials from './0011_credentials.ts';
import * as quotas from './0012_quotas.ts';
import * as labels from './0013_labels.ts';
import * as ended from './0014_ended.ts';
import * as sessions from './0015_sessions.ts';
import * as reads from './0016_reads.ts';
import * as verdicts from './0017_verdicts.ts';
import * as undelivered from './0018_undelivered.ts';
import * as events from './0019_events.ts';
import * as pendingLogins from './0020_pending_logins.ts';
import * as reach from './0022_reach.ts';
import * as outsideAnswers from './0023_outside_answers.ts';
import * as pairings from './0027_pairings.ts';
import * as pushKeys from './0028_push_keys.ts';
import * as deviceSessions from './0029_device_sessions.ts';
import * as askedAt from './0030_asked_at.ts';
import * as seen from './0031_seen.ts';
import * as composed from './0032_composed.ts';
import * as lowered from './0033_lowered.ts';
import * as rights from './0034_rights.ts';
import * as leases from './0035_leases.ts';
import * as confirmed from './0036_confirmed.ts';
import * as sentWith from './0037_sent_with.ts';
import * as contactTests from './0038_contact_tests.ts';
import * as links from './0039_links.ts';
import * as answerLines from './0040_answer_lines.ts';
import * as withdrawn from './0041_withdrawn.ts';
import * as sources from './0042_sources.ts';
import * as held from './0043_held.ts';
import * as hooks from './0044_hooks.ts';
import * as notifyAfter from './0045_notify_after.ts';
import * as enrolments from './0046_enrolments.ts';
import * as settings from './0047_settings.ts';

export const migrations: Record<string, Migration> = {
  '0001_start': start,
  '0002_webhooks': webhooks,
  '0003_pages': pages,
  '0004_audit': audit,
  '0005_questions': questions,
  '0006_lists': lists,
  '0007_slices': slices,
  '0008_logins': logins,
  '0009_attachment_digests': attachmentDigests,
  '0010_retracted': retracted,
  '0011_credentials': credentials,
  '0012_quotas': quotas,
  '0013_labels': labels,
  '0014_ended': ended,
  '0015_sessions': sessions,
  '0016_reads': reads,
  '0017_verdicts': verdicts,
  '0018_undelivered': undelivered,
  '0019_events': events,
  '0020_pending_logins': pendingLogins,
  '0022_reach': reach,
  '0023_outside_answers': outsideAnswers,
  '0027_pairings': pairings,
  '0028_push_keys': pushKeys,
  '0029_device_sessions': deviceSessions,
  '0030_asked_at': askedAt,
  '0031_seen': seen,
  '0032_composed': composed,
  '0033_lowered': lowered,
  '0034_rights': rights,
  '0035_leases': leases,
  '0036_confirmed': confirmed,
  '0037_sent_with': sentWith,
  '0038_contact_tests': contactTests,
  '0039_links': links,
  '0040_answer_lines': answerLines,
  '0041_withdrawn': withdrawn,
  '0042_sources': sources,
  '0043_held': held,
  '0044_hooks': hooks,
  '0045_notify_after': notifyAfter,
  '0046_enrolments': enrolments,
  '0047_settings': settings,
};
