import { z } from 'zod';

/** Shown as a link or requested: never `javascript:` or similar. */
export const HttpUrl = z.url({ protocol: /^https?$/, error: 'Expected an http or https URL' });
