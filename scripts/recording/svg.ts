/**
 * A recording as one SVG that plays on its own: text that can be selected, light and dark, no
 * script.
 */
import { rowsOf, type Stretch } from './screen.ts';

export type Frame = {
  /** The key pressed, and its effect. */
  what: string;
  /** With its colours. */
  screen: string;
};

const SECONDS = 3;
const CELL = { width: 8.4, height: 18 };
const EDGE = 16;
const CAPTION = 36;

/**
 * Draws the frames.
 * @param columns
 * @param rows of the terminal
 */
export function svgOf(frames: Frame[], columns: number, rows: number): string {
  const width = Math.ceil(columns * CELL.width + 2 * EDGE);
  const height = rows * CELL.height + 2 * EDGE + CAPTION;
  const drawn = frames.map(({ what, screen }, at) => {
    const lines = rowsOf(screen).slice(0, rows).map(drawRow).filter(Boolean);
    const caption = `<text class="caption" x="${EDGE}" y="${height - 14}">${at + 1}/${frames.length} · ${xml(what)}</text>`;
    return `<g class="frame" style="animation-delay:${at * SECONDS}s">\n${lines.join('\n')}\n${caption}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${xml(`A terminal: ${frames.map(({ what }) => what).join('; ')}`)}">
<style>${styleFor(frames.length)}</style>
<rect class="page" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${drawn.join('\n')}
</svg>
`;
}

function drawRow(row: Stretch[], at: number): string {
  const y = EDGE + at * CELL.height;
  return row.map((stretch) => drawStretch(stretch, y)).join('');
}

function drawStretch({ column, text, fg, bg, bold, dim, inverse }: Stretch, y: number): string {
  const x = round(EDGE + column * CELL.width);
  // A browser's font may be wider or narrower than the columns.
  const width = round([...text].length * CELL.width);
  const [front, back] = inverse ? [bg ?? 'page', fg ?? 'ink'] : [fg, bg];
  const classes = [front === null ? '' : `c-${front}`, bold ? 'bold' : '', dim ? 'dim' : ''];
  const named = classes.filter(Boolean).join(' ');
  const behind =
    back === null
      ? ''
      : `<rect class="c-${back}" x="${x}" y="${y}" width="${width}" height="${CELL.height}"/>`;
  return `${behind}<text${named && ` class="${named}"`} x="${x}" y="${y + 13}" textLength="${width}">${xml(text)}</text>`;
}

const light = {
  page: '#ffffff',
  ink: '#1c1e24',
  soft: '#646974',
  line: '#d5d7de',
  0: '#1c1e24',
  1: '#b3352b',
  2: '#1f7a4d',
  3: '#8a5a00',
  4: '#3b5bdb',
  5: '#9c36b5',
  6: '#0b7285',
  7: '#646974',
  8: '#646974',
  9: '#b3352b',
  10: '#1f7a4d',
  11: '#8a5a00',
  12: '#3b5bdb',
  13: '#9c36b5',
  14: '#0b7285',
  15: '#1c1e24',
};
const dark: typeof light = {
  page: '#191a20',
  ink: '#ecedf1',
  soft: '#9a9fab',
  line: '#34363e',
  0: '#9a9fab',
  1: '#ff8f85',
  2: '#5fd39a',
  3: '#f2c05c',
  4: '#91a7ff',
  5: '#e599f7',
  6: '#66d9e8',
  7: '#ecedf1',
  8: '#9a9fab',
  9: '#ff8f85',
  10: '#5fd39a',
  11: '#f2c05c',
  12: '#91a7ff',
  13: '#e599f7',
  14: '#66d9e8',
  15: '#ecedf1',
};

const variables = (colours: typeof light) =>
  `:root{${Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')}}`;

function styleFor(count: number): string {
  const shown = round(100 / count);
  const colours = Object.keys(light).map((name) => `.c-${name}{fill:var(--${name})}`);
  return `
${variables(light)}
@media (prefers-color-scheme:dark){${variables(dark)}}
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--ink);white-space:pre}
${colours.join('')}.bold{font-weight:700}.dim{opacity:.7}
.page{fill:var(--page);stroke:var(--line)}
.caption{font:13px system-ui,sans-serif;fill:var(--soft)}
.frame{visibility:hidden;animation:show ${count * SECONDS}s step-end infinite}
@keyframes show{0%{visibility:visible}${shown}%{visibility:hidden}}
@media (prefers-reduced-motion:reduce){.frame{animation:none}.frame:first-of-type{visibility:visible}}
`;
}

const round = (value: number) => Math.round(value * 100) / 100;

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
