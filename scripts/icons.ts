// Draws the icons of the installed dashboard from look/icon.svg. Run it after a change of that
// file: bun scripts/icons.ts
import { join } from 'node:path';
import { startChromium } from './chromium.ts';

const look = join(import.meta.dir, '../src/dashboard/look');
const svg = await Bun.file(join(look, 'icon.svg')).text();

/**
 * `share` is the drawing's share of the width; a system that cuts icons to its own shape needs a
 * margin.
 */
const icons = [
  { name: 'icon-192.png', size: 192, share: 1, back: 'transparent' },
  { name: 'icon-512.png', size: 512, share: 1, back: 'transparent' },
  { name: 'icon-maskable.png', size: 512, share: 0.6, back: '#fff' },
  { name: 'icon-touch.png', size: 180, share: 0.72, back: '#fff' },
];

const browser = await startChromium();
try {
  const page = await browser.newPage();
  for (const { name, size, share, back } of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${back}">
        <div style="width:${size * share}px;height:${size * share}px">${svg}</div></body>`,
    );
    await page.screenshot({ path: join(look, name), omitBackground: true });
  }
} finally {
  await browser.close();
}
