/** The state of a client that reads and receives events. */
import type { Breakage } from './breakage.ts';

const test = 'client/replica.property';
const file = (name: string) => `client/replica/${name}.ts`;

export const replica: Breakage[] = [
  {
    what: 'an older response overwrites newer events',
    ...{ file: file('newer'), test },
    find: 'if (came.seq < held.seq) return held;',
    put: '',
  },
  {
    what: 'a message that was read whole is cut again',
    ...{ file: file('newer'), test },
    find: 'came.truncated && !held.truncated',
    put: 'false',
  },
  {
    what: 'an event changes a message that was read after it',
    ...{ file: file('change'), test },
    find: '(seq === null || message.seq < seq)',
    put: '(seq === null || message.seq < seq || message.seq > seq)',
  },
  {
    what: 'what retention deletes stays',
    ...{ file: file('change'), test },
    find: "'messages:pruned': ({ ids }) => remove((message) => ids.includes(message.id)),",
    put: '',
  },
  {
    what: 'the messages of a deleted channel stay',
    ...{ file: file('change'), test },
    find: "'agent:deleted': ({ id }) => remove((message) => message.channelId === id),",
    put: '',
  },
  {
    what: 'what expired can still be answered',
    ...{ file: file('change'), test },
    find: "'review:expired': ({ messageId }, seq) => change(messageId, seq, withExpiry),",
    put: '',
  },
  {
    what: 'what is answered stays in the list',
    ...{ file: file('window'), test },
    find: 'after && list.fits(after)',
    put: 'after',
  },
  {
    what: 'a message is put where nothing was read',
    ...{ file: file('window'), test },
    find: '!(to !== null && isAfter(place, to))',
    put: 'true',
  },
  {
    what: 'a new message is put at the end of its list',
    ...{ file: file('window'), test },
    find: 'before < 0 ? page.messages.length : before',
    put: 'page.messages.length',
  },
  {
    what: 'pages that join have a message twice',
    ...{ file: file('window'), test },
    find: 'page.messages.filter(({ id }) => !holds(window, id))',
    put: 'page.messages',
  },
  {
    what: 'a trimmed page is not loaded again',
    ...{ file: file('window'), test },
    find: '[end]: last ? placeOf(last) : null }',
    put: '}',
  },
  {
    what: 'what happens while a page is read is missing from it',
    ...{ file: file('recent'), test },
    find: 'const since = events.slice(from);',
    put: 'const since = events.slice(from + 1);',
  },
  {
    what: 'the answer to a press brings back what is gone',
    ...{ file: file('recent'), test },
    find: 'message.seq <= until',
    put: 'message.seq < 0',
  },
  {
    what: 'a channel that is gone comes back without a name',
    ...{ file: file('parts'), test },
    find: "return 'name' in event.payload ? put(channels, event.payload) : channels;",
    put: 'return put(channels, event.payload);',
  },
  {
    what: 'what an agent retracted stays',
    ...{ file: file('change'), test },
    find: "'message:deleted': ({ id }) => remove((message) => message.id === id),",
    put: '',
  },
  {
    what: 'a delivered message looks as if it were not',
    ...{ file: file('change'), test },
    find: 'change(messageId, seq, (message) => ({ ...message, deliveryStatus })),',
    put: 'change(messageId, seq, (message) => message),',
  },
  {
    what: 'a question does not show how far it has come on its way to people',
    ...{ file: file('change'), test },
    find: "'review:reach': withReach,",
    put: '',
  },
  {
    what: 'a question that was opened elsewhere stays unread',
    ...{ file: file('change'), test },
    find: '{ ...message, unread } : message',
    put: 'message : message',
  },
  {
    what: 'an answered question keeps what it was before',
    ...{ file: file('change'), test },
    find: '({ put: message });',
    put: '({ put: { ...message, ...(_ !== undefined && { was: _ }) } });',
  },
  {
    what: 'a new question is not unread',
    ...{ file: file('lists'), test },
    find: '({ ...message, unread: true })',
    put: '({ ...message, unread: false as true })',
  },
  {
    what: 'a new channel is missing',
    ...{ file: file('parts'), test },
    find: ': [...channels, channel];',
    put: ': channels;',
  },
  {
    what: 'a channel keeps its old name',
    ...{ file: file('parts'), test },
    find: '(one.id === channel.id ? channel : one)',
    put: 'one',
  },
  {
    what: 'a channel keeps its old status',
    ...{ file: file('parts'), test },
    find: '(one.id === agentId ? { ...one, ...status } : one)',
    put: 'one',
  },
  {
    what: 'a removed channel stays',
    ...{ file: file('parts'), test },
    find: 'channels.filter(({ id }) => id !== event.payload.id)',
    put: 'channels',
  },
];
