/** The requests of the page of a decision link: the link is its only credential. */
import type { Issue } from '../../core/errors.ts';
import type { Decision, DecisionQuestion } from '../../core/notify/decision-schema.ts';
import { base } from '../data/base.ts';

const TIMEOUT_MS = 15_000;
const DOWNLOAD_MS = 10 * 60_000;

export type Ending = Pick<
  DecisionQuestion,
  'status' | 'answer' | 'why' | 'respondedAt' | 'respondedBy' | 'automatic'
>;
/** `former` is a link of an earlier version. `status` is null if no response arrived. */
export type Failure =
  | { is: 'invalid' }
  | { is: 'former' }
  | { is: 'failed'; status: number | null };
export type Looked = { is: 'question'; question: DecisionQuestion } | Failure;
export type Pressed =
  | { is: 'given'; decision: Decision }
  | { is: 'ended'; ending: Ending }
  | Failure;

export async function lookAt(link: string): Promise<Looked> {
  const { status, body } = await exchange(link, 'GET', '/question');
  return status === 200 ? { is: 'question', question: body } : failureOf(status);
}

export async function press(link: string): Promise<Pressed> {
  return pressedOf(await exchange(link, 'POST', ''));
}

function pressedOf({ status, body }: Awaited<ReturnType<typeof exchange>>): Pressed {
  if (status === 200) return { is: 'given', decision: body };
  if (status === 409 && body.status !== undefined) return { is: 'ended', ending: body };
  return failureOf(status);
}

/** Sends what was filled in; `refused` names what is wrong with it. */
export async function sendAnswers(
  link: string,
  response: object,
): Promise<Pressed | { is: 'refused'; issues: Issue[] }> {
  const got = await exchange(link, 'POST', '/answers', { response });
  return got.status === 400 ? { is: 'refused', issues: got.body.errors ?? [] } : pressedOf(got);
}

/** Null if it could not be read. */
export async function download(link: string, fileId: string): Promise<Blob | null> {
  try {
    const response = await ask(link, 'GET', `/files/${fileId}`, AbortSignal.timeout(DOWNLOAD_MS));
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

function failureOf(status: number | null): Failure {
  if (status === 401) return { is: 'invalid' };
  return status === 409 ? { is: 'former' } : { is: 'failed', status };
}

async function exchange(link: string, method: 'GET' | 'POST', path: string, sent?: object) {
  try {
    const response = await ask(link, method, path, AbortSignal.timeout(TIMEOUT_MS), sent);
    return { status: response.status, body: await response.json() };
  } catch {
    return { status: null, body: null };
  }
}

const ask = (
  link: string,
  method: 'GET' | 'POST',
  path: string,
  signal: AbortSignal,
  sent?: object,
) =>
  fetch(`${base}/api/v1/decide${path}`, {
    method,
    headers: {
      authorization: `Bearer ${link}`,
      ...(sent && { 'content-type': 'application/json' }),
    },
    body: sent ? JSON.stringify(sent) : null,
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
