/** Fills an inbox as on a working day, through the API. */
import { createClient, ok } from '../../src/client/client.ts';
import { makeAccess } from './access.ts';
import { makeChannels, setWebhooks } from './channels.ts';
import { decisionLink } from './decision-link.ts';
import { writeHistory } from './history.ts';
import { askQuestions } from './questions.ts';
import { makeContacts, setAttention } from './reach.ts';
import { writingIn } from './writing.ts';

export type Demo = Awaited<ReturnType<typeof fillWithDemo>>;

const email = 'ana@example.com';
const password = 'correct horse';

/**
 * @param ownerToken the secret of the data directory's owner
 * @param data the data directory
 * @param receiverUrl where webhooks of the demo are posted
 */
export async function fillWithDemo(
  url: string,
  data: string,
  ownerToken: string,
  receiverUrl: string,
) {
  const owner = createClient(url, { token: ownerToken });
  const agent = createClient(url, { apiKey: ownerToken });
  await ok(owner.auth.setup.post({ email, password, name: 'Ana' }));
  const channels = await makeChannels(owner, agent);
  await makeAccess(url, owner, { email, password }, channels);
  await setWebhooks(owner, channels, receiverUrl);
  const contact = await makeContacts(owner, data);
  const writing = writingIn({ url, agentKey: ownerToken, owner, agent, channels });
  const settled = await writeHistory(writing);
  const questions = { ...(await askQuestions(writing)), settled };
  const linkTo = async (id: string, option: number) =>
    decisionLink(data, contact, await ok(owner.reviews({ id }).get()), option);
  const links = {
    pending: await linkTo(questions.approval, 0),
    ended: await linkTo(questions.settled, 0),
  };
  await setAttention(owner, channels);
  const { userCode } = await ok(owner.auth.device.post({ name: 'inbox login on build-7' }));
  return {
    url,
    email,
    password,
    channels,
    contact,
    userCode,
    agentToken: ownerToken,
    questions,
    links,
  };
}
