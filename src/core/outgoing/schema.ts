/** Where webhooks may be sent, and with which headers. */
import { z } from 'zod';
import { HttpUrl } from '../urls.ts';
import { HEADER_NAME, isHeaderValue, isReserved } from './header-rules.ts';

/** Kept byte for byte as it was given: n8n compares it with what it sent. */
export const WebhookUrl = HttpUrl.max(2048);

const HeaderName = z
  .string()
  .max(200)
  .regex(HEADER_NAME, 'Invalid header name')
  .refine((name) => !isReserved(name), 'Reserved header, set by the inbox');

const HeaderValue = z.string().max(4096).refine(isHeaderValue, 'Invalid header value');

/** Header names and their values. */
export const WebhookHeaders = z.record(HeaderName, HeaderValue);
export type WebhookHeaders = z.infer<typeof WebhookHeaders>;

/** As they are set: null keeps the stored value. */
export const GivenHeaders = z.record(HeaderName, HeaderValue.nullable());
export type GivenHeaders = z.infer<typeof GivenHeaders>;

/** Whether stored header values may go to another URL: of the same host, and not in clear where it was encrypted. */
export function keepsHeaders(before: string, now: string): boolean {
  const [old, next] = [new URL(before), new URL(now)];
  return old.host === next.host && (old.protocol === next.protocol || next.protocol === 'https:');
}
