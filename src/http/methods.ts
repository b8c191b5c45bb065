import { pathOf } from './gates/incoming.ts';

type Route = { method: string; path: string; hooks: { detail?: unknown } };
type Routes = readonly Route[];

/** Returns the methods that the routes accept at a path; none for a path that does not exist. */
export function methodsOf(routes: Routes, path: string): string[] {
  const methods = new Set(routesAt(routes, path).map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods].sort();
}

/** Whether the route that a request goes to needs no credential. */
export function publicAt(routes: Routes, request: Request): boolean {
  const asked = request.method === 'HEAD' ? 'GET' : request.method;
  const found = routesAt(routes, pathOf(request));
  const route = found.find(({ method }) => method === asked);
  // A method that the path does not accept is a 405 for every caller.
  return route ? isPublic(route) : found.some(isPublic);
}

/** Answers OPTIONS at a path that exists; a browser sends it without a credential. */
export function answerOptions(routes: Routes, request: Request): Response | undefined {
  if (request.method !== 'OPTIONS') return undefined;
  const allow = methodsOf(routes, pathOf(request));
  if (allow.length === 0) return undefined;
  return new Response(null, { status: 204, headers: { allow: allow.join(', ') } });
}

export function methodNotAllowed(method: string, allow: string[]): Response {
  const message = `Method ${method} not allowed; use ${allow.join(', ')}`;
  const headers = { allow: allow.join(', ') };
  return Response.json({ statusCode: 405, message }, { status: 405, headers });
}

const isPublic = ({ hooks }: Route) =>
  (hooks.detail as { public?: boolean } | undefined)?.public === true;

/**
 * Refuses a path that the router would match with a parameter: `GET /agents/setWebhook` is not a
 * request for a channel with that id.
 */
export function refuseShadowed(routes: () => Routes) {
  let shadowed: Map<string, string[]> | undefined;
  return ({ request }: { request: Request }): Response | undefined => {
    shadowed ??= shadowedIn(routes());
    const allow = shadowed.get(pathOf(request));
    if (!allow || allow.includes(request.method)) return undefined;
    return methodNotAllowed(request.method, allow);
  };
}

/** Returns the paths without a parameter that also match a route with one, and their methods. */
function shadowedIn(routes: Routes): Map<string, string[]> {
  const literal = routes.map(({ path }) => path).filter((path) => !path.includes(':'));
  const both = literal.filter((path) => routes.some((one) => one.path !== path && isAt(one, path)));
  return new Map(both.map((path) => [path, methodsOf(routes, path)]));
}

/** Returns the routes at a path; a literal path hides those with a parameter in its place. */
function routesAt(routes: Routes, path: string): Route[] {
  const found = routes.filter((route) => isAt(route, path));
  const literal = found.filter((route) => !route.path.includes(':'));
  return literal.length > 0 ? literal : found;
}

const isAt = (route: Route, path: string) => fits(partsOf(route.path), partsOf(path));

const partsOf = (path: string) => path.split('/').filter(Boolean);

function fits(pattern: string[], parts: string[]): boolean {
  if (pattern.length !== parts.length) return false;
  return pattern.every((one, index) => one.startsWith(':') || one === parts[index]);
}
