import { type Kysely, sql } from 'kysely';
import { createIndex } from './create-index.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channels')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('avatarUrl', 'text')
    .addColumn('webhookUrl', 'text')
    .addColumn('webhookHeaders', 'text')
    .addColumn('status', 'text')
    .addColumn('statusMessage', 'text')
    .addColumn('lastActiveAt', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('updatedAt', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('messages')
    .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('channelId', 'text', (c) =>
      c.notNull().references('channels.id').onDelete('cascade'),
    )
    .addColumn('senderType', 'text', (c) => c.notNull())
    .addColumn('senderId', 'text', (c) => c.notNull())
    .addColumn('text', 'text')
    .addColumn('status', 'text')
    .addColumn('metadata', 'text')
    .addColumn('webhookUrl', 'text')
    .addColumn('deliveryStatus', 'text', (c) => c.notNull())
    .addColumn('streamId', 'text')
    .addColumn('streamState', 'text')
    .addColumn('clientId', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('updatedAt', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'messages', ['channelId', 'id'], 'unique');
  await createIndex(db, 'messages', ['channelId', 'streamId'], 'unique');
  await createIndex(db, 'messages', ['channelId', 'clientId'], 'unique');
  await db.schema
    .createIndex('messages_drafts')
    .on('messages')
    .column('updatedAt')
    .where(sql.ref('streamState'), '=', sql.lit('streaming'))
    .execute();

  await db.schema
    .createTable('reviews')
    .addColumn('messageId', 'text', (c) =>
      c.primaryKey().references('messages.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('expiresInSeconds', 'integer', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .addColumn('response', 'text')
    .addColumn('respondedAt', 'text')
    .addColumn('respondedBy', 'text')
    .addColumn('callback', 'text')
    .execute();
  await createIndex(db, 'reviews', ['status', 'expiresAt']);

  await db.schema
    .createTable('attachments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('messageId', 'text', (c) => c.references('messages.id').onDelete('cascade'))
    .addColumn('channelId', 'text', (c) =>
      c.notNull().references('channels.id').onDelete('cascade'),
    )
    .addColumn('pluginType', 'text', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('mimeType', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('storageKey', 'text', (c) => c.notNull().unique())
    .addColumn('uploadMessageId', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'attachments', ['messageId']);
  await createIndex(db, 'attachments', ['channelId', 'id']);

  await db.schema
    .createTable('keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('allChannels', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('lastUsedAt', 'text')
    .addColumn('expiresAt', 'text')
    .addColumn('revokedAt', 'text')
    .execute();
  await grants(db, 'key_channels', 'keyId', 'keys.id');

  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('passwordHash', 'text')
    .addColumn('disabled', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('updatedAt', 'text', (c) => c.notNull())
    .execute();
  await grants(db, 'user_channels', 'userId', 'users.id');

  await db.schema
    .createTable('tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('lastUsedAt', 'text')
    .execute();
  await createIndex(db, 'tokens', ['userId']);

  await db.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .execute();
  await createIndex(db, 'sessions', ['userId']);
  await createIndex(db, 'sessions', ['expiresAt']);

  await fullText(db);
}

/** The channels that a holder may see: a row for each channel. */
async function grants(db: Kysely<unknown>, table: string, holder: string, target: string) {
  await db.schema
    .createTable(table)
    .addColumn(holder, 'text', (c) => c.notNull().references(target).onDelete('cascade'))
    .addColumn('channelId', 'text', (c) =>
      c.notNull().references('channels.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint(`${table}_pk`, [holder, 'channelId'] as never[])
    .execute();
  await createIndex(db, table, ['channelId']);
}

/** A trigger, not the callers, deletes a text: rows are also deleted by cascade from their channel. */
async function fullText(db: Kysely<unknown>) {
  await sql`create virtual table message_search
    using fts5(text, tokenize = 'trigram case_sensitive 1')`.execute(db);
  await sql`create trigger messages_search_delete after delete on messages begin
    delete from message_search where rowid = old.seq; end`.execute(db);
}
