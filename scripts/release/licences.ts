// Collects the licences of everything in an archive, as one text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from './packages.ts';

const root = join(import.meta.dir, '../..');
const RULE = `\n\n${'-'.repeat(80)}\n\n`;

const HEAD = `Agent Inbox is under the MIT licence, in the file LICENSE. Its executable also contains
the following, each under its own licence.`;

const PASSWORDS = `The list of common passwords is made from @zxcvbn-ts/language-common (MIT).

Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.
Copyright (c) 2021 zxcvbn-ts`;

const UNLICENSE = `This is free and unencumbered software released into the public domain.
For more information, please refer to <https://unlicense.org>`;

export function licencesText(packages: Package[]): string {
  const texts = packages.map((one) => `${titleOf(one)}\n\n${textOf(one)}`);
  return `${[HEAD, bunNotice(), `${PASSWORDS}\n\n${mitFor('')}`, ...texts].join(RULE)}\n`;
}

const titleOf = ({ name, version, licence }: Package) => `${name} ${version} (${licence})`;

function textOf({ name, licence, author, texts }: Package): string {
  if (texts.length > 0) return texts.join('\n\n');
  // Some packages include only the name of their licence.
  if (licence === 'MIT') return mitFor(`Copyright (c) ${author || `the authors of ${name}`}`);
  if (licence === 'Unlicense') return UNLICENSE;
  throw new Error(`${name} brings no text of its licence, ${licence}`);
}

/** The project's own licence is the MIT one. */
function mitFor(copyright: string): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return `${copyright}\n\n${own.slice(own.indexOf('Permission is'))}`.trim();
}

/** The part of Bun's documentation about itself and the libraries it links. */
function bunNotice(): string {
  const page = readFileSync(join(root, 'node_modules/bun-types/docs/project/license.mdx'), 'utf8');
  const [, , body = page] = page.split(/^---$/m);
  return `Bun ${Bun.version} (MIT and others)\n\n${body.trim()}`;
}
