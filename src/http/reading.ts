/** Shared by the API page and the documentation's pages: their head, their style and their policy. */
import { look } from './look.ts';

/** The dashboard's font, and the script that applies its colours: files under /assets/. */
export type PageAssets = { font: string | null; scheme: string | null };

/** Styles are inline; fonts, images and scripts come from this host only. */
export const readingPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * `root` is the relative path from the page to the inbox, such as `../`; `own` is style of this
 * page alone.
 */
type Head = { title: string; assets: PageAssets; root?: string; own?: string };

export const headOf = ({
  title,
  assets: { font, scheme },
  root = '',
  own = '',
}: Head) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${Bun.escapeHTML(title)}</title>
${scheme ? `<script src="${root}assets/${scheme}"></script>` : ''}<style>${font ? faceOf(`${root}assets/${font}`) : ''}${style}${own}</style></head>`;

/** The dashboard's font, and its colours if a person has chosen some there. */
const style = `${look}
:root[data-mantine-color-scheme="light"] { color-scheme: light; --page: #fff; --ink: #1c1e24; --soft: #646974; --line: #e7e8ec; --side: #f7f7f9; --accent: #3b5bdb }
:root[data-mantine-color-scheme="dark"] { color-scheme: dark; --page: #191a20; --ink: #ecedf1; --soft: #9a9fab; --line: #26282f; --side: #14151a; --accent: #91a7ff }
body { font: 15px/1.6 'Inter Variable', system-ui, sans-serif; overflow-wrap: anywhere }
.sides { display: grid; grid-template-columns: 280px minmax(0, 1fr) }
nav { position: sticky; top: 0; box-sizing: border-box; height: 100vh; padding: 16px; overflow-y: auto; border-right: 1px solid var(--line); background: var(--side); font-size: 13px }
nav h2 { margin: 14px 0 2px; font-size: 12px; font-weight: 500; letter-spacing: .06em; text-transform: uppercase }
nav ul { margin: 0; padding: 0; list-style: none } nav li a { display: block; padding: 3px 0; color: var(--ink); text-decoration: none } nav li a:hover { text-decoration: underline }
.back { display: block; padding: 4px 0 12px } .contents { border: 0 } .contents > summary { display: none }
input { box-sizing: border-box; width: 100%; padding: 7px 10px; border: 1px solid var(--soft); border-radius: 7px; font: inherit; color: var(--ink); background: var(--page) }
main { box-sizing: border-box; width: 100%; max-width: 900px; padding: 32px 28px 64px }
h1 { margin: 0; font-size: 21px; font-weight: 650 } h2 { font-size: 15px; margin: 32px 0 8px; color: var(--soft) } small { color: var(--soft) }
a { color: var(--accent) } code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
details { border-bottom: 1px solid var(--line) } summary { padding: 8px 4px; cursor: pointer } [id] { scroll-margin-top: 56px }
table { width: 100%; border-collapse: collapse; margin-bottom: 12px } td { padding: 4px 12px 4px 4px; vertical-align: top; border-top: 1px solid var(--line); font-size: 13px }
pre { background: var(--side); padding: 12px; border-radius: 8px; white-space: pre-wrap }
@media (width < 800px) { .sides { display: block } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line) } .contents { max-height: 40vh; overflow-y: auto } .contents > summary { display: block } main { padding: 20px 16px 48px } input { font-size: 16px } }
`;

const faceOf = (path: string) =>
  `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url('${path}') format('woff2') }`;
