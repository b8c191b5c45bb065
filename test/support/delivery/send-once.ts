/** Sends one webhook to 127.0.0.2, whatever the name, in a process of its own. */
import { testSender } from './sender.ts';

const [url = ''] = Bun.argv.slice(2);
using sender = testSender({ resolve: async () => ['127.0.0.2'] });
console.log(JSON.stringify(await sender.post(url)));
