import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import type { Inbox } from '../inbox.ts';
import { getMessage } from '../messages/messages.ts';
import type { Message } from '../messages/schema.ts';
import type { Delivery } from './schema.ts';

/** The webhooks that went out, newest first. None does yet, so there are none to list. */
export async function listDeliveries(caller: Caller): Promise<Delivery[]> {
  mustBeHuman(caller);
  return [];
}

/** Sends what failed of a message once more. None fails before webhooks go out: the message as it is. */
export async function retryDeliveries(inbox: Inbox, caller: Caller, id: string): Promise<Message> {
  mustBeHuman(caller);
  return getMessage(inbox, caller, id);
}
