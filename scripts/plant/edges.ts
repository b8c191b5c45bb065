/** Limits, ranges, and the ends of things. */
import type { Breakage } from './breakages.ts';

export const edges: Breakage[] = [
  {
    what: 'a bad credential costs nothing',
    file: 'http/rate-limit.ts',
    find: '        tell(headers, strangers.take(address));\n',
    put: '',
    test: 'http/rate-limit',
  },
  {
    what: 'a key may call without end',
    file: 'http/buckets.ts',
    find: 'bucket.tokens = Math.max(0, bucket.tokens - 1);',
    put: 'bucket.tokens = Math.max(0, bucket.tokens);',
    test: 'http/rate-limit',
  },
  {
    what: 'deep JSON is parsed',
    file: 'http/body.ts',
    find: 'if (++depth > DEEPEST) return true;',
    put: 'if (++depth > DEEPEST) return false;',
    test: 'http/errors',
  },
  {
    what: 'a body without a length has no limit',
    file: 'http/body.ts',
    find: '    if (size > LARGEST_BODY) throw tooLarge();\n',
    put: '',
    test: 'http/errors',
  },
  {
    what: 'the last byte of a range is left out',
    file: 'http/ranges.ts',
    find: 'Math.min(Number(last) + 1, size)',
    put: 'Math.min(Number(last), size)',
    test: 'http/ranges',
  },
  {
    what: 'a range behind the end is answered',
    file: 'http/ranges.ts',
    find: "  if (start >= size) return 'unsatisfiable';\n",
    put: '',
    test: 'http/ranges',
  },
  {
    what: 'a stranger’s file runs as a page',
    file: 'http/download.ts',
    find: "  'content-security-policy': SANDBOX,\n",
    put: '',
    test: 'http/download',
  },
  {
    what: 'a stop leaves the polls hanging',
    file: 'server.ts',
    find: '      endWaiting(inbox.waiting);\n',
    put: '',
    test: 'faults/stop',
  },
  {
    what: 'an OAuth state is good twice',
    file: 'core/oauth/relay.ts',
    find: '  inbox.oauth.delete(state);\n',
    put: '',
    test: 'core/oauth/relay',
  },
  {
    what: 'a list that is too long is read to its end',
    file: 'core/reviews/kinds/kind.ts',
    find: 'const items = z.array(item).min(min).max(max);',
    put: 'const items = z.array(item).superRefine(() => {}).min(min).max(max);',
    test: 'http/errors',
  },
  {
    what: 'the terminal asks again what was just answered there',
    file: 'cli/triage/state.ts',
    find: 'read.filter(({ id }) => !state.done.includes(id))',
    put: 'read',
    test: 'cli/triage/state',
  },
];
