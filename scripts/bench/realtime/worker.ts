/** A script in a separate process that receives commands one by one, and answers each. */
import { join } from 'node:path';

type Verbs<V> = { [Verb in keyof V]: (input: never) => unknown };

export async function startWorker<V extends Verbs<V>>(script: string) {
  let answered = Promise.withResolvers<unknown>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script)], {
    ipc: ({ answer }) => answered.resolve(answer),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await answered.promise;
  return {
    async call<Verb extends keyof V & string>(verb: Verb, ...[input]: Parameters<V[Verb]>) {
      answered = Promise.withResolvers();
      child.send({ verb, input });
      return (await answered.promise) as Awaited<ReturnType<V[Verb]>>;
    },
    async end() {
      child.kill();
      await child.exited;
    },
  };
}
