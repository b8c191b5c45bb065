-- The database of a new inbox. Written by `bun run schema`, from migrations/.

CREATE TABLE "kysely_migration" (
  "name" varchar(255) not null primary key,
  "timestamp" varchar(255) not null
);

CREATE TABLE "kysely_migration_lock" (
  "id" varchar(255) not null primary key,
  "is_locked" integer default 0 not null
);

CREATE TABLE "channels" (
  "id" text primary key,
  "name" text not null,
  "description" text,
  "avatarUrl" text,
  "webhookUrl" text,
  "webhookHeaders" text,
  "status" text,
  "statusMessage" text,
  "lastActiveAt" text,
  "createdAt" text not null,
  "updatedAt" text not null,
  "madeBy" text,
  "criticalPerHour" integer default 5 not null,
  "notifyAfterSeconds" integer
);

CREATE TABLE "messages" (
  "seq" integer primary key autoincrement,
  "id" text not null unique,
  "channelId" text not null references "channels" ("id") on delete cascade,
  "senderType" text not null,
  "senderId" text not null,
  "text" text,
  "status" text,
  "metadata" text,
  "webhookUrl" text,
  "deliveryStatus" text not null,
  "streamId" text,
  "streamState" text,
  "clientId" text,
  "createdAt" text not null,
  "updatedAt" text not null,
  "changeSeq" integer default 0 not null,
  "bodyDigest" text,
  "session" text,
  "callId" text,
  "callDigest" text
);

CREATE UNIQUE INDEX "messages_channelId_id" on "messages" ("channelId", "id");

CREATE UNIQUE INDEX "messages_channelId_streamId" on "messages" ("channelId", "streamId");

CREATE UNIQUE INDEX "messages_channelId_clientId" on "messages" ("channelId", "clientId");

CREATE INDEX "messages_drafts" on "messages" ("updatedAt") where "streamState" = 'streaming';

CREATE TABLE "attachments" (
  "id" text primary key,
  "messageId" text references "messages" ("id") on delete cascade,
  "channelId" text not null references "channels" ("id") on delete cascade,
  "pluginType" text not null,
  "filename" text not null,
  "mimeType" text not null,
  "size" integer not null,
  "storageKey" text not null unique,
  "uploadMessageId" text,
  "createdAt" text not null,
  "sha256" text
);

CREATE INDEX "attachments_messageId" on "attachments" ("messageId");

CREATE INDEX "attachments_channelId_id" on "attachments" ("channelId", "id");

CREATE TABLE "keys" (
  "id" text primary key,
  "name" text not null,
  "prefix" text not null,
  "hash" text not null unique,
  "allChannels" integer not null,
  "createdAt" text not null,
  "lastUsedAt" text,
  "expiresAt" text,
  "revokedAt" text,
  "rotatedTo" text
);

CREATE TABLE "key_channels" (
  "keyId" text not null references "keys" ("id") on delete cascade,
  "channelId" text not null references "channels" ("id") on delete cascade,
  constraint "key_channels_pk" primary key ("keyId", "channelId")
);

CREATE INDEX "key_channels_channelId" on "key_channels" ("channelId");

CREATE TABLE "users" (
  "id" text primary key,
  "email" text unique,
  "name" text not null,
  "role" text not null,
  "passwordHash" text,
  "disabled" integer not null,
  "createdAt" text not null,
  "updatedAt" text not null
);

CREATE TABLE "user_channels" (
  "userId" text not null references "users" ("id") on delete cascade,
  "channelId" text not null references "channels" ("id") on delete cascade,
  constraint "user_channels_pk" primary key ("userId", "channelId")
);

CREATE INDEX "user_channels_channelId" on "user_channels" ("channelId");

CREATE TABLE "tokens" (
  "id" text primary key,
  "userId" text not null references "users" ("id") on delete cascade,
  "name" text not null,
  "prefix" text not null,
  "hash" text not null unique,
  "createdAt" text not null,
  "lastUsedAt" text,
  "expiresAt" text,
  "lastUsedVia" text,
  "lastUsedAddress" text,
  "madeBy" text,
  "makerId" text,
  "makerName" text,
  "isLocal" integer default 1 not null
);

CREATE INDEX "tokens_userId" on "tokens" ("userId");

CREATE TABLE "sessions" (
  "hash" text primary key,
  "userId" text not null references "users" ("id") on delete cascade,
  "createdAt" text not null,
  "expiresAt" text not null,
  "userAgent" text,
  "address" text,
  "lastSeenAt" text
);

CREATE INDEX "sessions_userId" on "sessions" ("userId");

CREATE INDEX "sessions_expiresAt" on "sessions" ("expiresAt");

CREATE VIRTUAL TABLE message_search
    using fts5(text, tokenize = 'trigram case_sensitive 1');

CREATE TRIGGER messages_search_delete after delete on messages begin
    delete from message_search where rowid = old.seq; end;

CREATE TABLE "webhooks" (
  "channelId" text primary key references "channels" ("id") on delete cascade,
  "secret" text not null,
  "oldSecret" text,
  "oldSecretUntil" text,
  "url" text,
  "failingSince" text,
  "pausedAt" text
);

CREATE TABLE "deliveries" (
  "id" text primary key,
  "messageId" text references "messages" ("id") on delete cascade,
  "channelId" text not null references "channels" ("id") on delete cascade,
  "event" text not null,
  "source" text not null,
  "url" text not null,
  "target" text not null,
  "method" text not null,
  "headers" text not null,
  "body" text not null,
  "status" text not null,
  "attemptCount" integer not null,
  "nextAttemptAt" text,
  "createdAt" text not null,
  "leasedUntil" text
);

CREATE INDEX "deliveries_status_nextAttemptAt_target" on "deliveries" ("status", "nextAttemptAt", "target");

CREATE INDEX "deliveries_messageId" on "deliveries" ("messageId");

CREATE INDEX "deliveries_channelId_id" on "deliveries" ("channelId", "id");

CREATE TABLE "delivery_attempts" (
  "id" text primary key,
  "deliveryId" text not null references "deliveries" ("id") on delete cascade,
  "at" text not null,
  "status" integer,
  "error" text,
  "durationMs" integer not null,
  "response" text
);

CREATE INDEX "delivery_attempts_deliveryId" on "delivery_attempts" ("deliveryId");

CREATE INDEX "attachments_channelId_messageId" on "attachments" ("channelId", "messageId");

CREATE TABLE "audit" (
  "seq" integer primary key,
  "at" text not null,
  "action" text not null,
  "actorKind" text not null,
  "actorId" text,
  "actorName" text,
  "via" text,
  "address" text,
  "subjectKind" text not null,
  "subjectId" text,
  "subjectName" text,
  "detail" text not null,
  "previous" text not null,
  "hash" text not null
);

CREATE INDEX "audit_action_seq" on "audit" ("action", "seq");

CREATE INDEX "audit_actorId_seq" on "audit" ("actorId", "seq");

CREATE INDEX "audit_subjectId_seq" on "audit" ("subjectId", "seq");

CREATE INDEX "audit_at" on "audit" ("at");

CREATE TABLE "counters" (
  "name" text primary key,
  "value" integer not null
);

CREATE TABLE "state" (
  "name" text primary key,
  "value" text not null
);

CREATE TABLE "reviews" (
  "messageId" text primary key references "messages" ("id") on delete cascade,
  "channelId" text,
  "type" text not null,
  "status" text not null,
  "payload" text not null,
  "expiresInSeconds" integer not null,
  "expiresAt" text,
  "openedAt" text,
  "askedSeq" integer,
  "response" text,
  "respondedAt" text,
  "respondedBy" text,
  "callback" text,
  "questionDigest" text,
  "answerDigest" text,
  "listed" text,
  "askedBy" text,
  "payloadBytes" integer default 0 not null,
  "verdict" text,
  "answeredBy" text,
  "toldAt" text,
  "toldBy" text,
  "urgency" text default 'normal' not null,
  "confirm" integer default 0 not null,
  "notify" text,
  "reach" text,
  "reachEventAt" text,
  "reachEventDue" text,
  "defaultAnswer" text,
  "defaultReason" text,
  "lowered" integer default 0 not null,
  "answerLine" text,
  "withdrawnAt" text,
  "withdrawnWhy" text,
  "withdrawnBy" text,
  "heldUntil" text,
  "lease" integer,
  "ranAt" text
);

CREATE INDEX "reviews_status_messageId" on "reviews" ("status", "messageId");

CREATE INDEX "reviews_channelId_messageId" on "reviews" ("channelId", "messageId");

CREATE INDEX "reviews_channelId_status_messageId" on "reviews" ("channelId", "status", "messageId");

CREATE INDEX "reviews_status_expiresAt_messageId_channelId_type" on "reviews" ("status", "expiresAt", "messageId", "channelId", "type");

CREATE TABLE "removed_channels" (
  "id" text not null primary key
);

CREATE TABLE "long_texts" (
  "seq" integer primary key references "messages" ("seq") on delete cascade,
  "text" text not null
);

CREATE TABLE "tries" (
  "what" text not null,
  "address" text not null,
  "account" text not null,
  "failures" integer not null,
  "startedAt" text not null,
  constraint "tries_key" primary key ("what", "address", "account")
);

CREATE INDEX "tries_startedAt" on "tries" ("startedAt");

CREATE TABLE "login_addresses" (
  "userId" text not null references "users" ("id") on delete cascade,
  "address" text not null,
  "at" text not null,
  constraint "login_addresses_key" primary key ("userId", "address")
);

CREATE INDEX "login_addresses_at" on "login_addresses" ("at");

CREATE TABLE "retracted" (
  "id" text primary key,
  "channelId" text not null references "channels" ("id") on delete cascade,
  "type" text not null,
  "selectedOption" text,
  "respondedBy" text,
  "retractedBy" text not null,
  "at" text not null,
  "answeredBy" text
);

CREATE INDEX "tokens_expiresAt" on "tokens" ("expiresAt");

CREATE INDEX "reviews_askedBy_status_payloadBytes" on "reviews" ("askedBy", "status", "payloadBytes");

CREATE INDEX "channels_madeBy" on "channels" ("madeBy");

CREATE INDEX "retracted_at_id" on "retracted" ("at", "id");

CREATE INDEX "retracted_channelId_at_id" on "retracted" ("channelId", "at", "id");

CREATE TABLE "review_reads" (
  "userId" text not null references "users" ("id") on delete cascade,
  "messageId" text not null references "messages" ("id") on delete cascade,
  constraint "review_reads_pk" primary key ("userId", "messageId")
);

CREATE INDEX "review_reads_messageId" on "review_reads" ("messageId");

CREATE INDEX "reviews_completed_status_respondedAt_messageId_channelId_type_verdict_answeredBy" on "reviews" ("status", "respondedAt", "messageId", "channelId", "type", "verdict", "answeredBy") where "status" = 'completed';

CREATE INDEX "reviews_completed_channelId_status_respondedAt_messageId_type_verdict_answeredBy" on "reviews" ("channelId", "status", "respondedAt", "messageId", "type", "verdict", "answeredBy") where "status" = 'completed';

CREATE INDEX "reviews_expired_channelId_status_expiresAt_messageId_type" on "reviews" ("channelId", "status", "expiresAt", "messageId", "type") where "status" = 'expired';

CREATE INDEX "deliveries_undelivered" on "deliveries" ("channelId", "createdAt", "id") where "status" = 'failed' and "source" = 'channel';

CREATE TABLE "events" (
  "seq" integer primary key,
  "at" text not null,
  "event" text not null,
  "channelId" text,
  "subjectId" text,
  "actor" text,
  "payload" text
);

CREATE TABLE "device_logins" (
  "id" text primary key,
  "hash" text not null,
  "userCode" text not null,
  "name" text not null,
  "program" text,
  "address" text not null,
  "begunAt" text not null,
  "expiresAt" text not null,
  "decision" text,
  "approverId" text,
  "approverOrigin" text,
  "grants" text default 'token' not null
);

CREATE UNIQUE INDEX "device_logins_hash" on "device_logins" ("hash");

CREATE UNIQUE INDEX "device_logins_userCode" on "device_logins" ("userCode");

CREATE INDEX "device_logins_address" on "device_logins" ("address");

CREATE INDEX "device_logins_expiresAt" on "device_logins" ("expiresAt");

CREATE TABLE "oauth_flows" (
  "id" text primary key,
  "state" text not null,
  "channelId" text not null,
  "provider" text not null,
  "expiresAt" text not null
);

CREATE UNIQUE INDEX "oauth_flows_state" on "oauth_flows" ("state");

CREATE INDEX "oauth_flows_channelId" on "oauth_flows" ("channelId");

CREATE INDEX "oauth_flows_expiresAt" on "oauth_flows" ("expiresAt");

CREATE TABLE "contacts" (
  "id" text primary key,
  "userId" text not null,
  "kind" text not null,
  "name" text not null,
  "address" text not null,
  "lane" text not null,
  "digest" text,
  "answers" integer not null,
  "shows" text not null,
  "delaySeconds" integer,
  "from" text not null,
  "createdAt" text not null,
  "verifiedAt" text,
  "confirmedAt" text,
  "failingSince" text,
  "disabledAt" text,
  "disabledReason" text,
  "lastSentAt" text,
  "lastReceivedAt" text,
  "removedAt" text,
  "isLocal" integer default 0 not null,
  "askedAt" text,
  "askedBeforeAt" text,
  "askedBeforeThatAt" text,
  "madeBy" text,
  "answersEndedAt" text,
  "answersEndedBy" text,
  "highAskedAt" text,
  "loweredWith" text,
  "loweredAt" text
);

CREATE INDEX "contacts_userId" on "contacts" ("userId");

CREATE UNIQUE INDEX "contacts_digest" on "contacts" ("digest");

CREATE TABLE "notices" (
  "id" text primary key,
  "messageId" text,
  "channelId" text,
  "contactId" text not null,
  "userId" text not null,
  "kind" text not null,
  "lane" text not null,
  "what" text not null,
  "round" integer not null,
  "status" text not null,
  "dueAt" text not null,
  "heldUntil" text,
  "expiresAt" text,
  "attempts" integer not null,
  "mayHaveArrived" integer not null,
  "leasedUntil" text,
  "handle" text,
  "sentWith" text,
  "createdAt" text not null,
  "sentAt" text,
  "receivedAt" text,
  "error" text,
  "lowered" integer default 0 not null
);

CREATE UNIQUE INDEX "notices_messageId_contactId_what_round" on "notices" ("messageId", "contactId", "what", "round");

CREATE INDEX "notices_channelId" on "notices" ("channelId");

CREATE INDEX "notices_due" on "notices" ("dueAt") where "status" = 'waiting';

CREATE INDEX "notices_sending" on "notices" ("leasedUntil") where "status" = 'sending';

CREATE TABLE "attention" (
  "userId" text primary key references "users" ("id") on delete cascade,
  "rules" text not null
);

CREATE TABLE "ladders" (
  "channelId" text primary key references "channels" ("id") on delete cascade,
  "steps" text not null
);

CREATE INDEX "reviews_reachEventDue" on "reviews" ("reachEventDue") where "reachEventDue" is not null;

CREATE TABLE "pairings" (
  "id" text primary key,
  "hash" text not null,
  "kind" text not null,
  "userId" text not null,
  "origin" text not null,
  "rules" text not null,
  "expiresAt" text not null,
  "contactId" text
);

CREATE UNIQUE INDEX "pairings_hash" on "pairings" ("hash");

CREATE INDEX "pairings_userId" on "pairings" ("userId");

CREATE INDEX "notices_contactId_handle" on "notices" ("contactId", "handle") where "handle" is not null;

CREATE TABLE "push_keys" (
  "publicKey" text primary key,
  "privateKey" text not null,
  "createdAt" text not null
);

CREATE INDEX "notices_own" on "notices" ("contactId", "what", "createdAt") where "messageId" is null;

CREATE INDEX "notices_held" on "notices" ("contactId", "dueAt") where "what" = 'asks' and "dueAt" > "createdAt";

CREATE INDEX "contacts_removedAt" on "contacts" ("removedAt") where "removedAt" is not null;

CREATE TABLE "seen" (
  "messageId" text not null references "messages" ("id") on delete cascade,
  "userId" text not null references "users" ("id") on delete cascade,
  "at" text,
  constraint "seen_pk" primary key ("messageId", "userId")
);

CREATE INDEX "seen_userId" on "seen" ("userId");

CREATE TABLE "critical_asks" (
  "channelId" text not null,
  "askedBy" text,
  "at" text not null
);

CREATE INDEX "critical_asks_at" on "critical_asks" ("at");

CREATE INDEX "deliveries_sending" on "deliveries" ("leasedUntil") where "status" = 'sending';

CREATE INDEX "notices_sentWith" on "notices" ("sentWith") where "sentWith" is not null;

CREATE TABLE "contact_tests" (
  "userId" text not null,
  "target" text not null,
  "at" text not null
);

CREATE INDEX "contact_tests_at" on "contact_tests" ("at");

CREATE TABLE "notice_tokens" (
  "hash" text primary key,
  "noticeId" text not null references "notices" ("id") on delete cascade,
  "attempt" integer not null,
  "contactId" text not null,
  "messageId" text,
  "seq" integer,
  "expiresAt" text
);

CREATE INDEX "notice_tokens_noticeId_attempt" on "notice_tokens" ("noticeId", "attempt");

CREATE TABLE "codes" (
  "noticeId" text primary key references "notices" ("id") on delete cascade,
  "hash" text not null,
  "tries" integer not null
);

CREATE INDEX "reviews_withdrawn_status_withdrawnAt_messageId_channelId_type" on "reviews" ("status", "withdrawnAt", "messageId", "channelId", "type") where "status" = 'withdrawn';

CREATE INDEX "reviews_withdrawn_channelId_status_withdrawnAt_messageId_type" on "reviews" ("channelId", "status", "withdrawnAt", "messageId", "type") where "status" = 'withdrawn';

CREATE INDEX "messages_session" on "messages" ("session", "id")
    where "session" is not null;

CREATE INDEX "messages_callId" on "messages" ("callId", "channelId", "session", "id")
    where "callId" is not null;

CREATE INDEX "reviews_heldUntil" on "reviews" ("heldUntil")
    where "heldUntil" is not null and "status" = 'pending';

CREATE TABLE "hook_faults" (
  
    "keyId" text not null references "keys" ("id") on delete cascade,
 
    "client" text not null,
 
    "version" text not null,
 
    "reason" text not null,
 
    "count" integer not null,
 
    "lastAt" text not null,
 
    "saidAt" text,
 
    primary key ("keyId", "client", "version", "reason")
  
) strict, without rowid;

CREATE TABLE "enrolments" (
  
    "id" text primary key,
 
    "hash" text not null,
 
    "client" text not null,
 
    "channelId" text,
 
    "makerId" text not null,
 
    "makerOrigin" text not null,
 
    "expiresAt" text not null
  
) strict;

CREATE UNIQUE INDEX "enrolments_hash" on "enrolments" ("hash");

CREATE INDEX "enrolments_makerId" on "enrolments" ("makerId");

CREATE TABLE "machines" (
  
    "keyId" text primary key references "keys" ("id") on delete cascade,
 
    "client" text not null,
 
    "host" text not null,
 
    "version" text,
 
    "channelId" text not null,
 
    "isUsual" integer not null,
 
    "connectedAt" text not null,
 
    "lastAskedAt" text
  
) strict, without rowid;

CREATE TABLE "settings" (
  
    "name" text primary key,
 
    "value" text not null,
 
    "isSealed" integer not null
  
) strict, without rowid;

insert into "kysely_migration" values
  ('0001_start', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0002_webhooks', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0003_pages', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0004_audit', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0005_questions', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0006_lists', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0007_slices', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0008_logins', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0009_attachment_digests', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0010_retracted', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0011_credentials', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0012_quotas', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0013_labels', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0014_ended', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0015_sessions', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0016_reads', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0017_verdicts', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0018_undelivered', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0019_events', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0020_pending_logins', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0022_reach', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0023_outside_answers', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0027_pairings', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0028_push_keys', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0029_device_sessions', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0030_asked_at', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0031_seen', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0032_composed', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0033_lowered', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0034_rights', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0035_leases', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0036_confirmed', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0037_sent_with', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0038_contact_tests', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0039_links', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0040_answer_lines', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0041_withdrawn', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0042_sources', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0043_held', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0044_hooks', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0045_notify_after', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0046_enrolments', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0047_settings', strftime('%Y-%m-%dT%H:%M:%fZ'));

insert into "kysely_migration_lock" values ('migration_lock', 0);

insert into "counters" values ('changes', 0);
