/** The quickstart's tour, written against the clients that generators make: ask, list, answer, wait. */
const typescript = `
declare const process: { env: Record<string, string | undefined> };
const { INBOX: baseUrl = '', KEY = '', TOKEN = '', CHANNEL: channelId = '' } = process.env;
const question = { channelId, text: 'Deploy 1.4.2?', review: { type: 'approval' } };
const response = { selectedOption: 'approve' };
`;

export const openapiFetchTour = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';
${typescript}
const agent = createClient<paths>({ baseUrl, headers: { 'x-api-key': KEY } });
const person = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${TOKEN}\` } });

const sent = await agent.POST('/api/v1/messages', { body: question });
if (sent.error) throw new Error(sent.error.message);
const { id } = sent.data;
const waiting = agent.GET('/api/v1/reviews/{id}/wait', {
  params: { path: { id }, query: { channel: channelId } },
});
const pending = await person.GET('/api/v1/reviews/pending');
if (!pending.data?.some((one) => one.id === id)) throw new Error('It is not listed');
await person.POST('/api/v1/reviews/{id}/respond', { params: { path: { id } }, body: { response } });
const { data: outcome } = await waiting;
console.log(JSON.stringify([outcome?.status, outcome?.message?.review?.response]));
`;

export const heyTour = `
import { createClient } from './client/client';
import { answerReview, listPendingReviews, sendMessage, waitForReview } from './client';
${typescript}
const agent = createClient({ baseUrl, headers: { 'x-api-key': KEY } });
const person = createClient({ baseUrl, headers: { authorization: \`Bearer \${TOKEN}\` } });

const sent = await sendMessage({ client: agent, body: question, throwOnError: true });
const path = { id: sent.data.id };
const waiting = waitForReview({ client: agent, path, query: { channel: channelId } });
const pending = await listPendingReviews({ client: person });
if (!pending.data?.some((one) => one.id === path.id)) throw new Error('It is not listed');
await answerReview({ client: person, path, body: { response } });
const { data: outcome } = await waiting;
console.log(JSON.stringify([outcome?.status, outcome?.message?.review?.response]));
`;

export const pythonTour = `
import json, os
from concurrent.futures import ThreadPoolExecutor

from inbox_client import AuthenticatedClient
from inbox_client.api.messages import send_message
from inbox_client.api.reviews import answer_review, list_pending_reviews, wait_for_review
from inbox_client.models import AskReview, Message, Respond, RespondResponse, SendMessage, WaitOutcome

url, key, token, channel = (os.environ[name] for name in ("INBOX", "KEY", "TOKEN", "CHANNEL"))
agent = AuthenticatedClient(base_url=url, token=key, auth_header_name="x-api-key", prefix="")
person = AuthenticatedClient(base_url=url, token=token)

body = SendMessage(channel_id=channel, text="Deploy 1.4.2?", review=AskReview(type_="approval"))
sent = send_message.sync(client=agent, body=body)
assert isinstance(sent, Message)
with ThreadPoolExecutor() as threads:
    waiting = threads.submit(wait_for_review.sync, sent.id, client=agent, channel=channel)
    pending = list_pending_reviews.sync(client=person)
    assert sent.id in [one.id for one in pending]
    answer = Respond(response=RespondResponse.from_dict({"selectedOption": "approve"}))
    answer_review.sync(sent.id, client=person, body=answer)
    outcome = waiting.result()
assert isinstance(outcome, WaitOutcome)
print(json.dumps([outcome.status, outcome.message.review.response.to_dict()]))
`;
