/** Signatures by SSH keys, as `ssh-keygen -Y sign` writes them: of Ed25519, and checked on every system. */
import { createHash, createPublicKey, verify } from 'node:crypto';

/** Keeps a signature for another purpose from counting. */
export const NAMESPACE = 'agent-inbox';
/** The name of the keys that count in a list of signers. */
export const PRINCIPAL = 'release';

const ARMOUR =
  /^-----BEGIN SSH SIGNATURE-----\s+([A-Za-z0-9+/=\s]+)-----END SSH SIGNATURE-----\s*$/;
const MAGIC = 'SSHSIG';
const TYPE = 'ssh-ed25519';

/** Returns the keys in a list of signers, each as the base64 that its line has. */
export const keysIn = (signers: string): string[] =>
  [...signers.matchAll(/^release\s.*\bssh-ed25519 ([A-Za-z0-9+/=]+)/gm)].map(([, key = '']) => key);

/** Returns whether one of the keys has signed these bytes. */
export function isSignedBy(keys: string[], signed: Uint8Array, signature: string): boolean {
  const [, armoured] = ARMOUR.exec(signature) ?? [];
  if (armoured === undefined) return false;
  const [head, ...parts] = partsOf(Buffer.from(armoured, 'base64'));
  const [key, namespace, reserved, algorithm, last] = parts;
  if (!head || !key || !namespace || !reserved || !algorithm || !last) return false;
  if (!keys.includes(key.toString('base64')) || `${namespace}` !== NAMESPACE) return false;
  if (`${algorithm}` !== 'sha512' && `${algorithm}` !== 'sha256') return false;
  const digest = createHash(`${algorithm}`).update(signed).digest();
  const message = Buffer.concat([
    Buffer.from(MAGIC),
    ...[namespace, reserved, algorithm, digest].map(withLength),
  ]);
  const [point, raw] = [of(key), of(last)];
  if (point?.length !== 32 || raw?.length !== 64) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') };
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), raw);
}

/** Returns the beginning of a signature and its fields; nothing if it does not begin like one. */
function partsOf(blob: Buffer): Buffer[] {
  const head = blob.subarray(0, MAGIC.length + 4);
  const isOurs = head.toString('latin1') === `${MAGIC}\0\0\0\u0001`;
  return isOurs ? [head, ...fieldsOf(blob.subarray(head.length))] : [];
}

/** Returns the fields of which each begins with its length; nothing if one is cut. */
function fieldsOf(bytes: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return [];
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return [];
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** Returns what a key or a signature of Ed25519 has beside its type. */
function of(field: Buffer): Buffer | undefined {
  const [type, value] = fieldsOf(field);
  return `${type}` === TYPE ? value : undefined;
}

function withLength(field: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(field.length);
  return Buffer.concat([length, field]);
}
