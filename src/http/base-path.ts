/**
 * Returns the path of the public URL, such as `/inbox`; '' if people open the inbox at the root of
 * its host.
 */
export const basePathOf = (publicUrl: string | null): string =>
  publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

/**
 * Returns the request with its path at the root, as all routes expect it. Some proxies remove the
 * path and others keep it: a request without it stays unchanged.
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
