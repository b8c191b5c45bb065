/** A first question in each language that an agent may be written in. */

import type { Agent } from '../../core/channels/schema.ts';
import { homeUrl } from './base.ts';
import { curlThatAsks } from './curl.ts';

export type Way = 'inbox' | 'curl' | 'TypeScript' | 'Python';

export const firstQuestion = (key: string, channelId: Agent['id']): Record<Way, string> => ({
  inbox: byCommand(key, channelId),
  curl: curlThatAsks(key, channelId),
  TypeScript: byTypeScript(key, channelId),
  Python: byPython(key, channelId),
});

const byCommand = (key: string, channelId: string) => `\
export INBOX_URL=${homeUrl()}
export INBOX_API_KEY=${key}
inbox ask approve 'Deploy 1.4.2?' \\
  -c ${channelId} --wait && echo Approved`;

const byTypeScript = (key: string, channelId: string) => `\
const inbox = '${homeUrl()}/api/v1';
const channelId = '${channelId}';
const headers = {
  'x-api-key': '${key}',
  'content-type': 'application/json',
};

const asked = await fetch(\`\${inbox}/messages\`, {
  method: 'POST',
  headers,
  body: JSON.stringify({
    channelId,
    text: 'Deploy 1.4.2?',
    review: { type: 'approval' },
  }),
});
const { id } = await asked.json();

// Each wait is held until there is an answer, for up to 30 seconds.
const wait = \`\${inbox}/reviews/\${id}/wait?channel=\${channelId}\`;
let outcome;
do {
  outcome = await (await fetch(wait, { headers })).json();
} while (outcome.status === 'timeout');
console.log(outcome.status, outcome.message.review.response);`;

const byPython = (key: string, channelId: string) => `\
import json, urllib.request

INBOX = "${homeUrl()}/api/v1"
CHANNEL = "${channelId}"
HEADERS = {
    "x-api-key": "${key}",
    "content-type": "application/json",
}

def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(INBOX + path, data, HEADERS)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

message = call("/messages", {
    "channelId": CHANNEL,
    "text": "Deploy 1.4.2?",
    "review": {"type": "approval"},
})

# Each wait is held until there is an answer, for up to 30 seconds.
outcome = {"status": "timeout"}
while outcome["status"] == "timeout":
    outcome = call(f"/reviews/{message['id']}/wait?channel={CHANNEL}")
print(outcome["status"], outcome["message"]["review"]["response"])`;
