declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  type Params = { version: 'aes128gcm'; privateKey: ECDH; authSecret: string };
  export function decrypt(content: Buffer, params: Params): Buffer;
}
