import { SESSION_MS } from '../core/access/sessions.ts';

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/**
 * The cookie of a session. Its name says what the browser vouches for: `__Host-` that this very host
 * gave it by https, `__Secure-` that some page by https did. One name is read, so that no other site of
 * the domain, and no page by http, can slip another session in under a weaker one.
 */
export function createSessionCookie(publicUrl: string | null) {
  const { name, path, secure } = formOf(publicUrl);
  const write = (value: string, maxAgeSeconds: number) =>
    `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;

  return {
    read(headers: Headers): string | null {
      const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
      const found = pairs.find((pair) => pair.startsWith(`${name}=`));
      return found?.slice(name.length + 1) || null;
    },
    /** The Set-Cookie header that begins a session, or renews it. */
    begin: (session: string) => write(session, SESSION_MS / 1000),
    /** The Set-Cookie header that ends it. */
    end: () => write('', 0),
  };
}

function formOf(publicUrl: string | null) {
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url?.protocol !== 'https:') return { name: 'inbox_session', path: '/', secure: '' };
  const path = url.pathname.replace(/\/+$/, '');
  return path === ''
    ? { name: '__Host-inbox_session', path: '/', secure: '; Secure' }
    : { name: '__Secure-inbox_session', path, secure: '; Secure' };
}
