import { useEffect, useMemo, useState } from 'react';
import { loadPatterns } from '../../../core/json-schema/patterns.ts';
import { asksPattern, leftToAgent } from '../../../core/json-schema.ts';

/**
 * Loads what checks patterns once a schema has one, and returns what of an answer only the agent can
 * check. Until it is there, and where it can't be had, the server alone checks them.
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
