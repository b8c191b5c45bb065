/** Search results for the palette: pending questions, answered ones, then other messages. */
import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { useLocation } from 'wouter';
import { serverNow } from '../../client/clock.ts';
import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import { leftUntil } from '../../core/spans.ts';
import { useChannels } from '../data/channels.ts';
import { useMessages } from '../data/messages.ts';
import { usePending } from '../data/reviews.ts';
import { useHidden } from '../outbox/context.ts';
import { answeredPath, EndingSign, endingOf } from '../reviews/verdict.tsx';

const SHORTEST = 2;
const TYPING_MS = 150;
const FOUND = 8;
const LONGEST_ANSWER = 80;

export function useFound(query: string): SpotlightActionGroupData[] {
  const [search] = useDebouncedValue(query.trim(), TYPING_MS);
  const enabled = search.length >= SHORTEST;
  const waiting = usePending({ search }, { enabled }).pending;
  const answered = useMessages({ search, review: 'completed' }, { enabled }).data?.pages[0]
    ?.messages;
  const all = useMessages({ search }, { enabled }).data?.pages[0]?.messages;
  const hidden = new Set(useHidden().map(({ id }) => id));
  const toAction = useToAction(query);
  if (!enabled) return [];
  const groups = [
    { group: 'Pending', found: waiting?.filter(({ id }) => !hidden.has(id)) },
    { group: 'Answered', found: answered },
    { group: 'Messages', found: all?.filter(isNeither) },
  ];
  return groups.map(({ group, found = [] }) => ({
    group,
    actions: found.slice(0, FOUND).map(toAction),
  }));
}

/** Neither pending nor answered: those have groups of their own. */
const isNeither = ({ review }: Message) =>
  review === null || review.status === 'expired' || review.status === 'withdrawn';

function useToAction(query: string) {
  const [, go] = useLocation();
  const channels = useChannels().data ?? [];
  return (message: Message) => {
    const { id, channelId, review } = message;
    const channel = channels.find((one) => one.id === channelId)?.name;
    return {
      id,
      label: titleOf(message),
      description: [channel, ...wordsOf(message)].filter(Boolean).join(' · '),
      ...(review?.status === 'completed' && {
        leftSection: <EndingSign ending={endingOf(review)} />,
      }),
      // The server has matched it; the words may be in a part that is not shown here.
      keywords: [query],
      onClick: () => go(pathOf(message)),
    };
  };
}

function pathOf(message: Message): string {
  const { id, channelId, review } = message;
  if (!review) return `/c/${channelId}?m=${id}`;
  return review.status === 'pending' ? `/m/${id}` : answeredPath(message);
}

/** Returns the time left of a question, or its answer. */
function wordsOf({ review }: Message): string[] {
  if (review?.status === 'completed') return [answerLine(review).slice(0, LONGEST_ANSWER)];
  if (review?.status !== 'pending' || review.expiresAt === null) return [];
  return [`${leftUntil(review.expiresAt, serverNow())} left`];
}
