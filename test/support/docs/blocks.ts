/** The blocks of code in the pages, and what the comments above them ask for. */
import { join } from 'node:path';
import { Glob } from 'bun';

export const root = join(import.meta.dir, '../../..');
const PAGES = ['{README,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md'];

/** Languages that run. Others show data, configuration or output. */
const runners = { sh: '. ', python: 'python3 ', ts: 'bun ', js: 'bun ' } as const;
const shown = ['text', 'json', 'http', 'yaml', 'nginx', 'caddy', 'ini', 'diff', 'csv', 'sql'];
type Language = keyof typeof runners;

export type Block = {
  page: string;
  line: number;
  language: string;
  code: string;
  /** By name, with what follows the colon: `not run`, `run`, `answered`, `background`, `prints`, `from`. */
  marks: Record<string, string>;
};

export async function pageNames(): Promise<string[]> {
  const found = PAGES.map((pattern) => Array.fromAsync(new Glob(pattern).scan(root)));
  return (await Promise.all(found)).flat().sort();
}

export async function blocksIn(page: string): Promise<Block[]> {
  const lines = (await Bun.file(join(root, page)).text()).split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', fence, language = ''] = /^( *)(`{3,})(\w*)/.exec(lines[at] ?? '') ?? [];
    if (fence === undefined) continue;
    const end = lines.findIndex((line, i) => i > at && line.trim() === fence);
    if (end < 0) throw new Error(`${page}:${at + 1}: this block has no end`);
    const code = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    blocks.push({
      page,
      line: at + 1,
      language,
      code: code.join('\n'),
      marks: marksAbove(lines, at),
    });
    at = end;
  }
  return blocks;
}

/** The comments on the lines directly above a fence. */
function marksAbove(lines: string[], fenceAt: number): Record<string, string> {
  const marks: Record<string, string> = {};
  for (let at = fenceAt - 1; at >= 0; at--) {
    const [, name, value = ''] = /^ *<!-- ([a-z ]+?)(?:: (.*))? -->$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined) break;
    marks[name] = value;
  }
  return marks;
}

export const runs = ({ language, marks }: Block) =>
  language in runners && !('not run' in marks) && !('run' in marks);

/** The command that starts a block that was written to a file. */
export const commandFor = ({ language }: Block, file: string) =>
  `${runners[language as Language]}./${file}`;

/** The end of a file's name, by which its program knows it. */
export const endingOf = ({ language }: Block) => (language === 'python' ? 'py' : language);

export const isKnown = ({ language }: Block) => language in runners || shown.includes(language);

/** The settings that pages ask for by `<!-- server: INBOX_RATE_LIMIT=off -->`, for one server. */
export async function serverSettings(): Promise<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const page of await pageNames()) {
    const text = await Bun.file(join(root, page)).text();
    for (const [, name = '', value = ''] of text.matchAll(/^<!-- server: (\w+)=(.*) -->$/gm)) {
      const { [name]: other = value } = settings;
      if (other !== value) throw new Error(`${page} wants ${name}=${value}, another page ${other}`);
      settings[name] = value;
    }
  }
  return settings;
}
