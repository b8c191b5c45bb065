import { useSearchParams } from 'wouter';
import { type Verdict, verdicts } from '../../core/reviews/kinds/kind-words.ts';
import type { Ended } from '../../core/reviews/schema.ts';
import type { MessageFilter } from '../data/query-keys.ts';
import { dayStart } from '../look/day-start.ts';

export type End = Ended;
/** How the URL names those that were not answered. */
const unanswered = ['expired', 'withdrawn'] as const;
const lists = ['respondedBy', 'channel', 'type', 'verdict'] as const;
const texts = ['search', 'session', 'askedBy', 'from', 'to'] as const;
export type ListName = (typeof lists)[number];
type TextName = (typeof texts)[number];
/** As in the URL: days instead of times. */
type Given = Record<ListName, string[]> & Record<TextName, string>;

export type Narrow = {
  end: End;
  given: Given;
  /** As the server expects it. */
  filter: MessageFilter & { review: End };
  /** How many of them are set, except for the search. */
  count: number;
  isNarrowed: boolean;
  set: (values: Partial<Given>) => void;
  clear: () => void;
  showEnd: (end: End) => void;
};

/** The filters, kept in the URL. */
export function useFilter(): Narrow {
  const [params, setParams] = useSearchParams();
  const end: End = unanswered.find((one) => one === params.get('ended')) ?? 'completed';
  const given = givenIn(params, end);
  const go = (next: Partial<Given>, to = end) =>
    setParams(paramsOf({ ...given, ...next }, to), { replace: true });
  const count =
    lists.filter((name) => given[name].length > 0).length +
    Number(given.session + given.askedBy !== '') +
    Number(given.from + given.to !== '');
  return {
    end,
    given,
    count,
    filter: filterOf(given, end),
    isNarrowed: count > 0 || given.search.trim() !== '',
    set: (values) => go(values),
    clear: () => setParams(paramsOf(nothing, end), { replace: true }),
    showEnd: (to) => go({}, to),
  };
}

const nothing: Given = {
  respondedBy: [],
  channel: [],
  type: [],
  verdict: [],
  search: '',
  session: '',
  askedBy: '',
  from: '',
  to: '',
};

/** Other questions have no answers. */
const ofAnswers: ListName[] = ['respondedBy', 'verdict'];

function givenIn(params: URLSearchParams, end: End): Given {
  const given = { ...nothing };
  for (const name of texts) given[name] = params.get(name) ?? '';
  for (const name of lists) {
    const values = end !== 'completed' && ofAnswers.includes(name) ? [] : params.getAll(name);
    given[name] = name === 'verdict' ? values.filter(isVerdict) : values.filter(Boolean);
  }
  const days = [given.from, given.to].filter((day) => dayStart(day) !== null);
  if (days.length === 2) [given.from = '', given.to = ''] = days.toSorted();
  return given;
}

const isVerdict = (word: string): word is Verdict => verdicts.some((one) => one === word);

function paramsOf(given: Given, end: End): [string, string][] {
  const params: [string, string][] = end === 'completed' ? [] : [['ended', end]];
  for (const name of lists) for (const value of given[name]) params.push([name, value]);
  for (const name of texts) if (given[name]) params.push([name, given[name]]);
  return params;
}

/** Both days are included in full. */
function filterOf(given: Given, end: End): Narrow['filter'] {
  const { search, session, askedBy, respondedBy, channel, type, verdict } = given;
  const [from, to] = [dayStart(given.from), dayStart(given.to, 1)];
  return {
    review: end,
    order: 'ended',
    ...(search.trim() && { search: search.trim() }),
    ...(session && { session }),
    ...(askedBy && { askedBy }),
    ...(respondedBy.length > 0 && { respondedBy }),
    ...(channel.length > 0 && { channel }),
    ...(type.length > 0 && { type }),
    ...(verdict.length > 0 && { verdict: verdict.filter(isVerdict) }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
