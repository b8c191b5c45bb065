/** Settings that an owner has entered in the dashboard, in a data directory that no server has open. */
import { setWay } from '../../../src/core/settings/settings.ts';
import type { ContactKind } from '../../../src/ways/ways.ts';
import { testInbox } from './inbox.ts';

export async function enterWay(
  data: string,
  kind: ContactKind,
  settings: Record<string, string>,
): Promise<void> {
  const inbox = await testInbox({ data, now: new Date().toISOString() });
  await setWay(inbox, inbox.owner, kind, settings, async () => null).finally(inbox.close);
}
