/** Returns the query with a parameter set; removed if the value is empty. */
export function withParam(now: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(now);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
