/** 127.0.0.2 may be reached; 127.0.0.1 and ::1 may not, and listen on the same port. */
import { receiver } from './raw-receiver.ts';

export async function closedBeside(answer?: Parameters<typeof receiver>[0]) {
  const [open, beside] = await onOnePort(answer);
  const { port } = open;
  // Not every machine has IPv6.
  const closed = [beside, await receiver({ host: '::1', port }).catch(() => undefined)];
  return {
    open,
    port,
    /** Connections to what may not be reached. */
    slips: () => closed.reduce((sum, one) => sum + (one?.counts.connections ?? 0), 0),
    async [Symbol.asyncDispose]() {
      await Promise.all([open, ...closed].map((one) => one?.[Symbol.asyncDispose]()));
    },
  };
}

type Receiver = Awaited<ReturnType<typeof receiver>>;

/** The port that is free at the one address may be taken at the other. */
async function onOnePort(answer?: Parameters<typeof receiver>[0]): Promise<[Receiver, Receiver]> {
  const open = await receiver(answer);
  const beside = await receiver({ host: '127.0.0.1', port: open.port }).catch(() => undefined);
  if (beside) return [open, beside];
  await open[Symbol.asyncDispose]();
  return onOnePort(answer);
}
