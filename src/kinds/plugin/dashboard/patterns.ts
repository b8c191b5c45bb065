import { useEffect, useMemo, useState } from 'react';
import { loadPatterns } from '../../../core/json-schema/patterns.ts';
import { asksPattern, leftToAgent } from '../../../core/json-schema.ts';

/**
 * Loads the code that checks patterns once a schema has one, and returns which part of an answer
 * only the agent can check. Until it is loaded, or if it can't be, the server alone checks
 * patterns.
 */
export function usePatterns(schema: unknown): string | undefined {
  const [hasLoaded, setHasLoaded] = useState(false);
  const asks = useMemo(() => asksPattern(schema), [schema]);
  useEffect(() => {
    if (!asks) return;
    loadPatterns().then(
      () => setHasLoaded(true),
      () => {},
    );
  }, [asks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be checked depends on it
  return useMemo(() => leftToAgent(schema), [schema, hasLoaded]);
}
