import { SESSION_MS } from '../core/access/sessions.ts';

const NAME = 'inbox_session';

export function sessionIn(headers: Headers): string | null {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${NAME}=`));
  return found?.slice(NAME.length + 1) || null;
}

/** The Set-Cookie header that begins a session, or renews it. */
export const sessionCookie = (session: string, publicUrl: string | null) =>
  cookie(session, SESSION_MS / 1000, publicUrl);

/** The Set-Cookie header that ends it. */
export const endedCookie = (publicUrl: string | null) => cookie('', 0, publicUrl);

function cookie(value: string, maxAgeSeconds: number, publicUrl: string | null): string {
  const secure = publicUrl?.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
