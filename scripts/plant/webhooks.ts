/** The targets of webhooks, and the fate of deliveries. */
import type { Breakage } from './breakage.ts';

export const webhooks: Breakage[] = [
  {
    what: 'an IPv4 address in IPv6 is not judged as the one that it is',
    file: 'core/outgoing/addresses.ts',
    find: 'const parsed = plain(ipaddr.parse(address));\n  if',
    put: 'const parsed = ipaddr.parse(address);\n  if',
    test: 'core/outgoing/addresses',
  },
  {
    what: 'webhooks reach this machine over IPv6',
    file: 'core/outgoing/addresses.ts',
    find: "  '::/3',\n",
    put: '',
    test: 'core/outgoing/addresses',
  },
  {
    what: 'the cloud’s metadata is open to webhooks',
    file: 'core/outgoing/addresses.ts',
    find: "  '169.254.0.0/16',\n",
    put: '',
    test: 'core/outgoing/addresses',
  },
  {
    what: 'one public address of a name permits its private ones',
    file: 'delivery/http/resolve.ts',
    find: 'if (blocked === undefined) return addresses;',
    put: 'if (addresses.some((address) => isAllowed(address, allow))) return addresses;',
    test: 'delivery/names',
  },
  {
    what: 'a header of a channel sets how the body is sent',
    file: 'core/outgoing/header-rules.ts',
    find: "['transfer-encoding', 'upgrade', 'user-agent']",
    put: "['upgrade', 'user-agent']",
    test: 'delivery/headers.property',
  },
  {
    what: 'what a person writes is not posted',
    file: 'core/events.ts',
    find: "senderType === 'user';",
    put: "senderType !== 'user';",
    test: 'faults/model',
  },
  {
    what: 'deliveries that a crash cut off are never sent',
    file: 'core/webhooks/table.ts',
    find: "    .set({ status: 'pending', leasedUntil: null })\n",
    put: "    .set({ status: 'sending', leasedUntil: null })\n",
    test: 'faults/kill',
  },
  {
    what: 'a receiver that is gone is called again',
    file: 'core/outgoing/outcome.ts',
    find: 'if (isFinal || delayMs',
    put: 'if (delayMs',
    test: 'faults/model',
  },
  {
    what: 'a redirect counts as delivered',
    file: 'delivery/http/answer.ts',
    find: 'if (status >= 200 && status < 300) return failure',
    put: 'if (status >= 200 && status < 400) return failure',
    test: 'delivery/outcomes',
  },
];
