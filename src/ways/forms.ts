/** The forms of all ways, for the dashboard. */
import { form as apprise } from './apprise/form.ts';
import { form as email } from './email/form.ts';
import type { Form } from './form.ts';
import { form as ntfy } from './ntfy/form.ts';
import { form as slack } from './slack/form.ts';
import { form as telegram } from './telegram/form.ts';
import type { ContactKind } from './ways.ts';
import { form as webpush } from './webpush/form.ts';

export const forms: Record<ContactKind, Form> = { webpush, ntfy, apprise, email, telegram, slack };
