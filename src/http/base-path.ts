/** The path of the public URL, such as `/inbox`; empty where people open the inbox at the root of its host. */
export const basePathOf = (publicUrl: string | null): string =>
  publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/**
 * A request as it is at the root, which is how all that answers knows it. Some proxies take the path off
 * and others keep it: a request without it is left as it is.
 */
export function atRoot(request: Request, base: string): Request {
  const { url } = request;
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = start + base.length;
  if (base === '' || !url.startsWith(base, start)) return request;
  const next = url[end];
  if (next !== undefined && next !== '/' && next !== '?') return request;
  const rest = url.slice(end);
  return new Request(`${url.slice(0, start)}${rest.startsWith('/') ? '' : '/'}${rest}`, request);
}
