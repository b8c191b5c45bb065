/** Makes one request to 127.0.0.2, whatever the name, in a process of its own. */
import { ownSender, testSender } from './sender.ts';

const [url = '', who = 'any'] = Bun.argv.slice(2);
const resolve = async () => ['127.0.0.2'];
using sender = who === 'own' ? ownSender({ resolve }) : testSender({ resolve });
console.log(JSON.stringify(await sender.post(url)));
process.exit();
