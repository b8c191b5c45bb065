/** The URLs and headers of webhooks. */
import { z } from 'zod';
import { HttpUrl } from '../urls.ts';
import { HEADER_NAME, isHeaderValue, isReserved } from './header-rules.ts';

/** Stored byte for byte as given: n8n compares it with what it sent. */
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

/** As given: null keeps the stored value. */
export const GivenHeaders = z.record(HeaderName, HeaderValue.nullable());
export type GivenHeaders = z.infer<typeof GivenHeaders>;

/**
 * Returns whether stored header values may go to another URL: on the same host, and not in clear if
 * it was encrypted.
 */
export function keepsHeaders(before: string, now: string): boolean {
  const [old, next] = [new URL(before), new URL(now)];
  return old.host === next.host && (old.protocol === next.protocol || next.protocol === 'https:');
}
