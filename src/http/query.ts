/**
 * The values of a query as text, the last of a name that stands twice. Elysia's own reader makes
 * JSON and lists of some (`search=a,b`), which no schema for text would take.
 */
export function plainQuery(context: {
  request: Request;
  query: Record<string, string | undefined>;
}): void {
  const { url } = context.request;
  const start = url.indexOf('?');
  const search = start < 0 ? '' : url.slice(start + 1);
  context.query = Object.fromEntries(new URLSearchParams(search));
}
