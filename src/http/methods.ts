import { type Arrival, pathOf } from './gate.ts';

type Routes = { method: string; path: string }[];

/** The methods that the routes take at a path; none where there is no such path. */
export function methodsOf(routes: Routes, path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  const taken = routes.filter((route) => fits(route.path.split('/').filter(Boolean), parts));
  const methods = new Set(taken.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods].sort();
}

/** Answers OPTIONS at a path that there is; a browser asks it without a credential. */
export function answerOptions(routes: Routes, { request }: Arrival): Response | undefined {
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

function fits(pattern: string[], parts: string[]): boolean {
  if (pattern.length !== parts.length) return false;
  return pattern.every((one, index) => one.startsWith(':') || one === parts[index]);
}
