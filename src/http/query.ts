/** Returns the query as it was sent, with repeated names. */
export function searchOf({ url }: Request): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}

/**
 * Returns the values of a query as text, the last one of a repeated name. Elysia's own parser turns
 * some into JSON and lists (`search=a,b`), which no schema for text would accept.
 */
export function plainQuery(context: {
  request: Request;
  query: Record<string, string | undefined>;
}): void {
  if (context.request.url.includes('?'))
    context.query = Object.fromEntries(searchOf(context.request));
}

/** A query in which some names may be repeated: each of those becomes a list, if present. */
export const withLists =
  (...names: string[]) =>
  ({ request, query }: { request: Request; query: unknown }): void => {
    const given = searchOf(request);
    for (const name of names) {
      const values = given.getAll(name);
      if (values.length > 0) Object.assign(query as object, { [name]: values });
    }
  };
