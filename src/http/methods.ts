import { pathOf } from './gates/incoming.ts';

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
  const asked = request.method === 'HEAD' ? 'GET' : request.method;
  const found = routesAt(routes, pathOf(request));
  const route = found.find(({ method }) => method === asked);
  // A method that the path does not take is a 405, whoever sends it.
  return route ? isPublic(route) : found.some(isPublic);
}

/** Answers OPTIONS at a path that there is; a browser asks it without a credential. */
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
 * Refuses what the router would take for a parameter: `GET /agents/setWebhook` asks for no channel of
 * that id.
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

/** The paths without a parameter that a route with one fits too, and the methods that are theirs. */
function shadowedIn(routes: Routes): Map<string, string[]> {
  const literal = routes.map(({ path }) => path).filter((path) => !path.includes(':'));
  const both = literal.filter((path) => routes.some((one) => one.path !== path && isAt(one, path)));
  return new Map(both.map((path) => [path, methodsOf(routes, path)]));
}

/** The routes at a path; one that is written out hides those with a parameter in its place. */
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
