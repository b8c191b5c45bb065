/** The clock of the inbox. A person's device may have another, and deadlines are those of the inbox. */

/** A response names its second, and takes a while to arrive: no clock is wrong by less. */
const TOLERATED_MS = 5000;

let aheadMs = 0;

/** The time at the inbox, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Fetches, and notes the time that the response names. */
export async function fetchTimed(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) > TOLERATED_MS ? ahead : 0;
  return response;
}
