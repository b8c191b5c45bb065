/** Calls the methods of a service's API, with JSON both ways. */
import type { z } from 'zod';
import { createOwnExchange } from '../http/own.ts';
import type { Answer } from '../http/post.ts';

/** Twenty updates, each with two texts of the greatest length. */
const MOST_BYTES = 4 * 1024 * 1024;

export type Called<Body = unknown> = { answer: Answer; body: Body | null };
export type Call<Body = unknown> = (
  method: string,
  parameters: object,
  signal: AbortSignal,
) => Promise<Called<Body>>;

type Api<Body> = {
  /** Each method is a path below it. */
  base: string;
  headers?: Record<string, string>;
  schema: z.ZodType<Body>;
  timeoutMs: number;
};

/** A call throws if nothing left the machine; its body is null for an answer of another form. */
export function createCalls<Body>(api: Api<Body>): Call<Body> {
  const { base, headers = {}, schema, timeoutMs } = api;
  const exchange = createOwnExchange({ timeoutMs, mostBytes: MOST_BYTES });
  return async (method, parameters, signal) => {
    const answer = await exchange(
      {
        url: `${base}/${method}`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(parameters),
      },
      signal,
    );
    return { answer, body: bodyOf(answer, schema) };
  };
}

function bodyOf<Body>({ body }: Answer, schema: z.ZodType<Body>): Body | null {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch {
    return null;
  }
}
