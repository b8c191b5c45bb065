/** 127.0.0.2 may be reached; 127.0.0.1 and ::1 may not, and listen on the same port. */
import { receiver } from './receiver.ts';

export async function closedBeside(answer?: Parameters<typeof receiver>[0]) {
  const open = await receiver(answer);
  const { port } = open;
  const closed = [
    await receiver({ host: '127.0.0.1', port }),
    // Not every machine has IPv6.
    await receiver({ host: '::1', port }).catch(() => undefined),
  ];
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
