/** The query as it came, repeated names and all. */
export function searchOf({ url }: Request): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}

/**
 * The values of a query as text, the last of a name that stands twice. Elysia's own reader makes
 * JSON and lists of some (`search=a,b`), which no schema for text would take.
 */
export function plainQuery(context: {
  request: Request;
  query: Record<string, string | undefined>;
}): void {
  if (context.request.url.includes('?'))
    context.query = Object.fromEntries(searchOf(context.request));
}

/** A query in which some names may be repeated: of each a list, where it is there. */
export const withLists =
  (...names: string[]) =>
  ({ request, query }: { request: Request; query: unknown }): void => {
    const given = searchOf(request);
    for (const name of names) {
      const values = given.getAll(name);
      if (values.length > 0) Object.assign(query as object, { [name]: values });
    }
  };
