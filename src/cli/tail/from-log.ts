import { type Client, ok } from '../../client/client.ts';
import { patiently } from '../../client/patiently.ts';
import { liveShapeOf } from '../../core/events/shapes.ts';
import type { LiveEvent } from '../../core/events.ts';
import { LARGEST_PAGE } from '../../core/pages.ts';
import { inFull, type PrintEvent } from './printer.ts';

type Where = { client: Client; channel: string | undefined };

/** Prints the existing events after a given one. */
export async function printLogged(
  { client, channel }: Where,
  after: number,
  print: PrintEvent,
): Promise<void> {
  for (let from = after; ; ) {
    const page = await readLogged({ client, channel }, from);
    for (const event of page.data) {
      const [name, payload] = liveShapeOf(event);
      print(await inFull(client, { name, payload, seq: event.seq } as LiveEvent));
    }
    from = page.nextAfter;
    if (!page.more) return;
  }
}

/** Reads one page. Throws `gone` if the log no longer reaches back that far. */
export const readLogged = ({ client, channel }: Where, after: number) => {
  const only = channel === undefined ? {} : { channel };
  const query = { after, limit: LARGEST_PAGE, wait: 0, ...only };
  return patiently(() => ok(client.events.get({ query })));
};
