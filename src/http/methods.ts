/** The methods that the routes take at a path; none where there is no such path. */
export function methodsOf(routes: { method: string; path: string }[], path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  const methods = routes.filter((route) => fits(route.path.split('/').filter(Boolean), parts));
  return [...new Set(methods.map((route) => route.method))].sort();
}

function fits(pattern: string[], parts: string[]): boolean {
  if (pattern.length !== parts.length) return false;
  return pattern.every((one, index) => one.startsWith(':') || one === parts[index]);
}
