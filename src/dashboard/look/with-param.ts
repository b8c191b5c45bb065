/** The parameters of an address with one more or another; without it where the value is empty. */
export function withParam(now: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(now);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
