/** Webhooks, and their deliveries. */

export interface WebhookTables {
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
}

/** A channel's signing secret, and the state of its URL. A row is made when first needed. */
interface WebhooksTable {
  channelId: string;
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: string | null;
  /** The URL that the other columns describe. */
  url: string | null;
  failingSince: string | null;
  pausedAt: string | null;
}

interface DeliveriesTable {
  id: string;
  messageId: string | null;
  channelId: string;
  event: string;
  /** The owner of the URL: the message, the channel, or the review's callback. */
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
  /** While it is being sent: when others may claim it. */
  leasedUntil: string | null;
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
