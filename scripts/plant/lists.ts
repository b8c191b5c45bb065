/** Which messages a client expects in a list of the inbox, and in which order. */
import type { Breakage } from './breakage.ts';

const of = { file: 'client/replica/lists.ts', test: 'client/replica-model' };

export const lists: Breakage[] = [
  {
    what: 'the newest question is not the first',
    ...of,
    find: 'newest: (place, other) => idIn(place) < idIn(other),',
    put: 'newest: ascending,',
  },
  {
    what: 'the oldest question is not the first',
    ...of,
    find: 'oldest: (place, other) => idIn(place) > idIn(other),',
    put: 'oldest: ascending,',
  },
  {
    what: 'a question that is over is listed as pending',
    ...of,
    find: 'if (!isOpen(review)) return false;',
    put: 'if (!review) return false;',
  },
  {
    what: 'questions that expire later are listed too',
    ...of,
    find: 'expiresBefore === undefined || review.expiresAt < expiresBefore;',
    put: 'true;',
  },
  {
    what: 'pending questions of other channels are listed too',
    ...of,
    find: 'channel === channelId && type',
    put: 'type',
  },
  {
    what: 'pending questions of other kinds are listed too',
    ...of,
    find: '&& type === review.type',
    put: '',
  },
  {
    what: 'messages of other channels are listed too',
    ...of,
    find: 'if (filter.channel && !filter.channel.includes(channelId)) return false;',
    put: '',
  },
  {
    what: 'messages of other channels are in a conversation',
    ...of,
    find: 'fits: (message) => message.channelId === channelId,',
    put: 'fits: () => true,',
  },
  {
    what: 'messages without files are listed among those with files',
    ...of,
    find: "if (filter.has_attachments === 'true' && attachments.length === 0) return false;",
    put: '',
  },
  {
    what: 'messages with files are listed among those without',
    ...of,
    find: "if (filter.has_attachments === 'false' && attachments.length > 0) return false;",
    put: '',
  },
  {
    what: 'a question that is still being written is listed as pending',
    ...of,
    find: "if (filter.review === 'pending') return isOpen(review);",
    put: "if (filter.review === 'pending') return review?.status === 'pending';",
  },
  {
    what: 'messages without a question are listed among the questions',
    ...of,
    find: "if (filter.review === 'any') return review !== null;",
    put: "if (filter.review === 'any') return true;",
  },
  {
    what: 'answered questions are in the order in which they were asked',
    ...of,
    find: "filter.order === 'ended' ? placeOfEnded : byId",
    put: 'byId',
  },
  {
    what: 'answered questions of other kinds are listed too',
    ...of,
    find: 'if (type && !type.includes(review.type)) return false;',
    put: '',
  },
  {
    what: 'answers with another verdict are listed too',
    ...of,
    find: 'if (verdict && (review.verdict === null || !verdict.includes(review.verdict))) return false;',
    put: '',
  },
  {
    what: 'answers of other people are listed too',
    ...of,
    find: "if (respondedBy && !respondedBy.includes(review.respondedBy?.id ?? '')) return false;",
    put: '',
  },
  {
    what: 'what ended earlier is listed too',
    ...of,
    find: 'at >= from && at < to',
    put: 'at < to',
  },
  {
    what: 'what ended later is listed too',
    ...of,
    find: 'at >= from && at < to',
    put: 'at >= from',
  },
];
