/**
 * Seals the secrets of settings with a key in a file beside the database, so that neither the database nor a
 * backup of it contains them in clear. A reader of the whole data directory has both.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { PRIVATE_FILE } from '../../storage/private.ts';
import { syncDirectory } from '../../storage/sync.ts';
import { InboxError } from '../errors.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** Why a secret can't be read: there is no key, its file is none, or it is not the one it was sealed with. */
export type Unreadable = 'missing' | 'unusable' | 'other';

export type Secrets = {
  /** The file of the key. */
  path: string;
  /**
   * Seals a secret under the name that it has, with a key that is made when it is first needed.
   * @throws InboxError `unavailable` if the file is not a key, or can't be created
   */
  seal: (name: string, text: string) => string;
  /** Returns the secret that was sealed under this name, or why it can't be read. */
  unseal: (name: string, sealed: string) => { text: string } | { why: Unreadable };
};

export function openSecrets(path: string): Secrets {
  let known: Buffer | null = null;

  /** Once it was read it is kept: what was sealed with it can be read though its file is gone. */
  function read(): Buffer | 'missing' | 'unusable' {
    if (known) return known;
    try {
      const bytes = readFileSync(path);
      if (bytes.length !== KEY_BYTES) return 'unusable';
      known = bytes;
      return bytes;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unusable';
    }
  }

  function keyToSeal(): Buffer {
    if (read() === 'missing') makeKey(path);
    const key = read();
    if (typeof key === 'object') return key;
    const says = `${path} is not a key of ${KEY_BYTES} bytes that the inbox can read`;
    throw new InboxError('unavailable', `${says}. Put the right file there, or remove it`);
  }

  return {
    path,
    seal(name, text) {
      const key = keyToSeal();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
      return [VERSION, idOf(key), whole.toString('base64url')].join('.');
    },
    unseal(name, sealed) {
      const key = read();
      if (typeof key === 'string') return { why: key };
      const [version, id, encoded = ''] = sealed.split('.');
      if (version !== VERSION || id !== idOf(key)) return { why: 'other' };
      const whole = Buffer.from(encoded, 'base64url');
      const [tagAt, textAt] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES];
      try {
        const decipher = createDecipheriv(ALGORITHM, key, whole.subarray(0, tagAt))
          .setAAD(Buffer.from(name))
          .setAuthTag(whole.subarray(tagAt, textAt));
        const text = Buffer.concat([decipher.update(whole.subarray(textAt)), decipher.final()]);
        return { text: text.toString('utf8') };
      } catch {
        return { why: 'other' };
      }
    },
  };
}

/** Names a key, and says nothing of it. */
const idOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 16);

/** It is there as a whole or not at all; one that another process has just created stays. */
function makeKey(path: string): void {
  const part = `${path}.${process.pid}.part`;
  try {
    const file = openSync(part, 'w', PRIVATE_FILE);
    try {
      writeSync(file, randomBytes(KEY_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(part, path);
    syncDirectory(dirname(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    throw new InboxError('unavailable', `The key ${path} cannot be created: ${message}`);
  } finally {
    rmSync(part, { force: true });
  }
}
