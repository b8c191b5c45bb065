import { SESSION_MS } from '../../core/access/sessions.ts';
import { basePathOf } from '../base-path.ts';
import { protoIn } from '../proxies/proxies.ts';

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * The cookie of a session. Its name says what the browser guarantees: `__Host-` that this very host
 * set it over https, `__Secure-` that some page over https did. Only one name is read, so that no
 * other site of the domain, and no page over http, can plant another session under a weaker name.
 */
export function createSessionCookie(publicUrl: string | null) {
  const known = publicUrl === null ? null : formOf(publicUrl);
  const formFor = (headers: Headers) => known ?? (protoIn(headers) === 'https' ? atRoot : plain);
  const write = (form: Form, value: string, maxAge: number) =>
    new Bun.Cookie({ ...form, value, maxAge, httpOnly: true, sameSite: 'lax' }).serialize();

  return {
    read(headers: Headers): string | null {
      const { name } = formFor(headers);
      return new Bun.CookieMap(headers.get('cookie') ?? '').get(name) || null;
    },
    /**
     * Returns the Set-Cookie header that starts or renews a session, for a request with these
     * headers.
     */
    begin: (headers: Headers, session: string) =>
      write(formFor(headers), session, SESSION_MS / 1000),
    /** Returns the Set-Cookie header that ends it. */
    end: (headers: Headers) => write(formFor(headers), '', 0),
  };
}

type Form = { name: string; path: string; secure: boolean };
const plain: Form = { name: 'inbox_session', path: '/', secure: false };
const atRoot: Form = { name: '__Host-inbox_session', path: '/', secure: true };

function formOf(publicUrl: string): Form {
  if (new URL(publicUrl).protocol !== 'https:') return plain;
  const path = basePathOf(publicUrl);
  return path === '' ? atRoot : { name: '__Secure-inbox_session', path, secure: true };
}
