/** Rules that are `onlyShown` apply to the texts of the inbox, not to comments and titles of tests. */
type Rule = { phrase: RegExp; instead: string; onlyShown?: true };

/** Beginnings of titles of tests that need another title to be understood, or hide the unit. */
export const BEGINNINGS: Rule[] = [
  { phrase: /^(so|it|this|that|these|those) /i, instead: 'a verb: refuses …, keeps …' },
  {
    phrase: /^(what|who|whom|whoever|whatever|whose|how|where|of|one) /i,
    instead: 'a verb and its object: hides a file of another channel',
  },
  { phrase: /^(nobody|nothing|no one|everybody|somebody) /i, instead: 'a verb: refuses, hides' },
  { phrase: /^(while|when|if|after|before|once) .*, /i, instead: 'the condition last' },
];

/** Beginnings of comments that say nothing without what is around them. */
export const OPENINGS: Rule[] = [
  {
    phrase: /^(Of|The same|Those|What|Whose)\b/,
    instead: 'a noun or a verb: the id of …, reads …',
  },
];

/** Words in names that say less than the terms of the field. */
export const NAMES: Rule[] = [
  { phrase: /\b(tells?|told|telling)\b/, instead: 'report, return, notify' },
  { phrase: /\b(un)?(hears?|heard)\b/, instead: 'receive, received' },
  { phrase: /\b(anew|meanwhile|whoever)\b/, instead: 'again, in flight, a noun' },
  { phrase: /\b(news|deeds?|fares?)\b/, instead: 'event, action, health' },
];

/** Phrases that are not plain English, and their replacements. */
export const PHRASES: Rule[] = [
  { phrase: /\banew\b/i, instead: 'again, or re-' },
  { phrase: /\b(tells?|told|telling)\b/i, instead: 'reports, returns, prints, says' },
  { phrase: /\b(stands?|stood)\b/i, instead: 'is, is in, is listed' },
  { phrase: /\b(hears?|heard)\b/i, instead: 'receives, gets' },
  { phrase: /\bat once\b/i, instead: 'immediately, or at the same time' },
  {
    phrase: /\b(meanwhile|by then|from (now|then|here) on|for ever)\b/i,
    instead: 'nothing, or since, forever',
  },
  { phrase: /\bany more\b/i, instead: 'no longer' },
  { phrase: /\balso (where|while|when|after|if|from|to come)\b/i, instead: 'even if, including' },
  { phrase: /\b(?<!there )(is|are) no (?!longer|more\b)\w/i, instead: 'is not a, or invalid' },
  { phrase: /\bthere (is|are) no\b/i, instead: 'X not found, or No X yet', onlyShown: true },
  { phrase: /\bso (many|long|much)\b/i, instead: 'the number, the duration' },
  { phrase: /\bagain for more\b/i, instead: '(repeatable)' },
  {
    phrase: /\b(what|that) waits?\b|\bwaits for you\b|\b\w+ waits\b/i,
    instead: 'pending questions',
    onlyShown: true,
  },
  { phrase: /\b(whoever|whatever is|who is given)\b/i, instead: 'a noun' },
  { phrase: /\bnews\b/i, instead: 'event' },
  {
    phrase: /\b(log-in|set-up|look-up|sign-in|sign in)s?\b/i,
    instead: 'login, setup, lookup; log in',
  },
  { phrase: /\blocked out\b/i, instead: 'disabled' },
  { phrase: /\b(does not hold|still holds?|it holds|holds for)\b/i, instead: 'is valid, applies' },
  { phrase: /\b(does|do|did) not fit\b|\bdoesn[’']t fit\b/i, instead: 'is invalid: what is valid' },
  {
    phrase: /\bnothing like that\b|\bolder ones\b/i,
    instead: 'No matches; Show older',
    onlyShown: true,
  },
  { phrase: /^mind\b/i, instead: 'warning:' },
  { phrase: /\bposted nowhere\b|\bgoes? out\b|\bwent out\b/i, instead: 'sent, delivered' },
  {
    phrase:
      /\bmakes? (a|an|the|its|another)( new)? (\w+ )?(key|token|channel|user|webhook|account|code|backup)s?\b/i,
    instead: 'create',
  },
  { phrase: /\bout of reach\b/i, instead: 'unreachable, can’t reach' },
  { phrase: /\b(can(no|')?t?|could) be had\b/i, instead: 'is not available' },
  { phrase: /\bsomebody\b/i, instead: 'someone, or the passive' },
  {
    phrase: /\bin a word\b|\bfaster than\b.*\bwas faster\b|\bwas faster\b/i,
    instead: 'what happened',
  },
  { phrase: /\bthe (way|ways) (to|of) (?=https?|it\b)/i, instead: 'the connection' },
  { phrase: /\b(begun|begin) (again )?(on|anew)\b/i, instead: 'start' },
  { phrase: /^give (a|an|the|at|one|only|--?\w+)\b/i, instead: 'X is required, or use, pass' },
  { phrase: /\b(exclude each other|goes with --)/i, instead: 'cannot be used together, requires' },
  { phrase: /\b(exits?|fails?|ends?)( \d+)? where\b/i, instead: 'if' },
  {
    phrase:
      /^(the|it)\b.{0,60}\b(is|are) (again )?(revoked|removed|saved|added|changed|sent|updated)( again)?\.?$/i,
    instead: 'Key revoked. Retry queued. (no passive present in a confirmation)',
    onlyShown: true,
  },
  { phrase: /\bin (the )?place of\b/i, instead: 'instead of, replaces' },
  { phrase: /\b(can|could|cannot|can’t|can't) be made\b/i, instead: 'created' },
  { phrase: /\b(no|is|are) whole\b|, whole\b/i, instead: 'complete, intact, valid' },
  { phrase: /\bon the way\b/i, instead: 'in transit' },
  {
    phrase: /\b(is|was|what is) there already\b|\bwhat (is|was) there\b/i,
    instead: 'already exists; a noun',
  },
  {
    phrase: /\b(still open|are waiting|is waiting|waiting for you|left waiting)\b/i,
    instead: 'pending',
    onlyShown: true,
  },
  {
    phrase: /\b(answers?|choices?|press(es)?)\b[^.]*\btaken? (it )?back\b/i,
    instead: 'undo, undone: only a notice is taken back',
  },
  {
    phrase: /\bhow (it|they|that|this) (went|goes|fares?|came|comes)\b/i,
    instead: 'the result',
  },
  { phrase: /\blook (at|for|into|what|whether)\b/i, instead: 'check' },
  { phrase: /\bfor (good|want of)\b/i, instead: 'permanently; because … ran out' },
  { phrase: /\bno \w+ of (its|their) own\b/i, instead: 'has no X' },
  { phrase: /\b(lock|let) (a|the|this) (person|user)\b/i, instead: 'disable, enable a user' },
  { phrase: /\bpeople who have logged in\b/i, instead: 'people who log in, logged-in people' },
  { phrase: /\b1 (?!(does|is|was|has)\b)[a-z]+s\b/, instead: 'the singular' },
  { phrase: /\b(brok(e|en)|breaks?) off\b/i, instead: 'interrupted' },
  { phrase: /\b(could not be|was not|is|are) noted\b/i, instead: 'recorded, saved' },
  { phrase: /\b(page|one|entry) before\b(?! \w)/i, instead: 'previous' },
  { phrase: /(^|[:;] )give (a|an|at|the|it|one|\d)\b/i, instead: 'must be, use, enter, pass' },
  { phrase: /\bof (an )?older versions?\b/i, instead: 'from an older version' },
  {
    phrase: /\bis (saved|removed|added|revoked|ended|changed|deleted)$/i,
    instead: 'X saved, X removed',
    onlyShown: true,
  },
  { phrase: /\bonce more\b/i, instead: 'again' },
  { phrase: /\bwithout words\b/i, instead: 'untitled, no text' },
  { phrase: /\b(cannot|can[’']t) be shown\b|\bnot be fetched\b/i, instead: 'Couldn’t load X' },
  { phrase: /\bthe most (it|they|one) (may|can)\b/i, instead: 'has reached its limit' },
  { phrase: /\ball that (?!is\b)\w/i, instead: 'everything that, all X that' },
  { phrase: /\b(any|every)body\b/i, instead: 'anyone, everyone' },
  { phrase: /\bto come\b/i, instead: 'future, later, must be in the future' },
  { phrase: /\bfor good\b/i, instead: 'permanently; this can’t be undone' },
  { phrase: /\bthrown away\b/i, instead: 'discarded' },
  { phrase: /\b(that|which|this) waiting\b|\bwaiting questions?\b/i, instead: 'pending' },
];
