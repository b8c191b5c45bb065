/** An inbox whose owner has an e-mail address, which is not verified yet. */

import type { Urgency } from '../../../src/core/notify/names.ts';
import { verifyByCode } from '../../../src/core/notify/verify.ts';
import { codeIn, testMailServer } from './mail-server.ts';
import { testReaching } from './reaching.ts';

/** `from` is the lowest urgency that the address is mailed of. */
export async function testMailing(from: Urgency = 'low') {
  const mail = await testMailServer();
  const smtp = { smtpUrl: mail.url, smtpFrom: 'Inbox <inbox@inbox.example>' };
  const reaching = await testReaching({}, smtp);
  const { inbox } = reaching;
  const own = await reaching.contact({ kind: 'email', address: 'ann@example.com', from });
  const verify = async (code?: string) =>
    verifyByCode(inbox, inbox.owner, own.id, code ?? codeIn((await mail.has(1))[0]));
  return {
    ...reaching,
    mail,
    own,
    verify,
    async [Symbol.asyncDispose]() {
      await reaching[Symbol.asyncDispose]();
      await mail[Symbol.asyncDispose]();
    },
  };
}
