import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const temporaryDirectory = () => mkdtempSync(join(tmpdir(), 'inbox-test-'));

export const removeDirectory = (path: string) => rmSync(path, { recursive: true, force: true });
