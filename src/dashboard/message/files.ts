/** Reads files of the inbox. */

import type { Attachment } from '../../core/files/schema.ts';
import { base } from '../data/base.ts';

/** The URL of its bytes; the session's cookie is sent with the request. */
export const pathOf = ({ id }: Attachment) => `${base}/api/v1/files/${id}/download`;

const START_BYTES = 2048;
const START_LINES = 8;

/** Reads the first lines of a text file; the last of them may be cut. */
export async function readStart(file: Attachment): Promise<string> {
  const headers = { range: `bytes=0-${START_BYTES - 1}` };
  const response = await fetch(pathOf(file), { headers });
  if (!response.ok) return '';
  const lines = (await response.text()).split('\n');
  const start = lines.slice(0, START_LINES).join('\n').trimEnd();
  const isAll = lines.length <= START_LINES && file.size <= START_BYTES;
  return isAll ? start : `${start}\n…`;
}

/** Returns how a text is rendered: as a page, a table, or code in a language. */
export function formatOf({ filename, mimeType }: Attachment): string {
  const [, ending = ''] = /\.(\w{1,10})$/.exec(filename.toLowerCase()) ?? [];
  if (mimeType === 'text/markdown' || ending === 'md') return 'markdown';
  if (mimeType === 'text/csv' || ending === 'csv') return 'table';
  return ending;
}

const MOST_BYTES = 256 * 1024;

/** Reads a text file, or the beginning of a large one. */
export async function readText(file: Attachment): Promise<{ text: string; isAll: boolean }> {
  const headers = { range: `bytes=0-${MOST_BYTES - 1}` };
  const response = await fetch(pathOf(file), { headers });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return { text: await response.text(), isAll: file.size <= MOST_BYTES };
}

/** In a tab of its own. The download itself is sandboxed, and no browser shows a PDF in a sandbox. */
export async function openPdf(file: Attachment): Promise<void> {
  // Opened before the bytes arrive: a browser opens no tab long after the click.
  const tab = window.open('', '_blank');
  const response = await fetch(pathOf(file));
  const bytes = await response.arrayBuffer();
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  if (tab) tab.location.href = url;
}
