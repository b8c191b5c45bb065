import { z } from 'zod';

/** Shown as a link or called: never `javascript:` and its like. */
export const HttpUrl = z.url({ protocol: /^https?$/, error: 'Expected an http or https URL' });
