import { pathOf } from './gate.ts';

type Route = { method: string; path: string; hooks: { detail?: unknown } };
type Routes = readonly Route[];

/** The methods that the routes take at a path; none where there is no such path. */
export function methodsOf(routes: Routes, path: string): string[] {
  const methods = new Set(routesAt(routes, path).map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods].sort();
}

/** Whether the route that a request goes to answers without a credential. */
export function publicAt(routes: Routes, request: Request): boolean {
  const route = routesAt(routes, pathOf(request)).find(({ method }) => method === request.method);
  return (route?.hooks.detail as { public?: boolean } | undefined)?.public === true;
}

/** Answers OPTIONS at a path that there is; a browser asks it without a credential. */
export function answerOptions(routes: Routes, request: Request): Response | undefined {
  if (request.method !== 'OPTIONS') return undefined;
  const allow = methodsOf(routes, pathOf(request));
  if (allow.length === 0) return undefined;
  return new Response(null, { status: 204, headers: { allow: allow.join(', ') } });
}

export function methodNotAllowed(method: string, allow: string[]): Response {
  const message = `${method} is not allowed here; ${allow.join(', ')} is`;
  const headers = { allow: allow.join(', ') };
  return Response.json({ statusCode: 405, message }, { status: 405, headers });
}

function routesAt(routes: Routes, path: string): Route[] {
  const parts = path.split('/').filter(Boolean);
  return routes.filter((route) => fits(route.path.split('/').filter(Boolean), parts));
}

function fits(pattern: string[], parts: string[]): boolean {
  if (pattern.length !== parts.length) return false;
  return pattern.every((one, index) => one.startsWith(':') || one === parts[index]);
}
