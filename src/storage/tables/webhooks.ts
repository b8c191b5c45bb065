/** Webhooks, and what they deliver. */

export interface WebhookTables {
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
}

/** What a channel signs its webhooks with, and how its URL fares. A row is made when first needed. */
interface WebhooksTable {
  channelId: string;
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: string | null;
  /** The URL that the rest is about. */
  url: string | null;
  failingSince: string | null;
  pausedAt: string | null;
}

interface DeliveriesTable {
  id: string;
  messageId: string | null;
  channelId: string;
  event: string;
  /** Whose URL it is: the message's, the channel's, or the review's callback. */
  source: string;
  url: string;
  /** Host and port: deliveries to one target share its allowance. */
  target: string;
  method: string;
  headers: string;
  body: string;
  status: string;
  attemptCount: number;
  nextAttemptAt: string | null;
  createdAt: string;
}

interface DeliveryAttemptsTable {
  id: string;
  deliveryId: string;
  at: string;
  status: number | null;
  error: string | null;
  durationMs: number;
  response: string | null;
}
