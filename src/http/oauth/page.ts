/** The pages for a person who comes back from an OAuth provider. */
import { createHash } from 'node:crypto';
import { look } from '../look.ts';

/** Plain text: everything in it is escaped here. */
export type Outcome = { worked: boolean; title: string; lines: string[]; said?: string };

const css = `${look}body { display: grid; min-height: 100vh; place-items: center }
main { box-sizing: border-box; width: 100%; max-width: 440px; padding: 32px 24px; text-align: center; text-wrap: balance; overflow-wrap: anywhere }
.mark { width: 48px; height: 48px; margin: 0 auto; border: 2px solid; border-radius: 50%; font-size: 24px; line-height: 48px }
.good { color: var(--good) } .bad { color: var(--bad) }
h1 { font-size: 21px; margin: 16px 0 8px } p { margin: 4px 0; color: var(--soft) }
.said { margin-top: 24px; padding: 12px; border-radius: 8px; background: var(--side); color: var(--ink); font-size: 13px }
`;

/** Allows this style and nothing else. */
export const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function oauthPage({ worked, title, lines, said }: Outcome): string {
  const [mark, colour] = worked ? ['✓', 'good'] : ['✕', 'bad'];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${html(title)}</title><style>${css}</style></head>
<body><main><div class="mark ${colour}" aria-hidden="true">${mark}</div>
<h1>${html(title)}</h1>${lines.map((line) => `<p>${html(line)}</p>`).join('')}
${said === undefined ? '' : `<p class="said" dir="auto">${html(said)}</p>`}</main></body></html>
`;
}

const html = (text: string) => Bun.escapeHTML(text);
