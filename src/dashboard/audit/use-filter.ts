import { useSearchParams } from 'wouter';
import type { AuditFilter } from '../data/query-keys.ts';
import { dayStart } from '../look/day-start.ts';

const names = ['action', 'actor', 'subject', 'after', 'before'] as const;
export type FilterName = (typeof names)[number];
export type Narrow = {
  /** As in the URL: days instead of times. */
  given: Partial<Record<FilterName, string>>;
  filter: AuditFilter;
  isNarrowed: boolean;
  set: (name: FilterName, value: string) => void;
  clear: () => void;
};

/** The filters, kept in the URL. */
export function useFilter(): Narrow {
  const [params, setParams] = useSearchParams();
  const entries = names.map((name) => [name, params.get(name) ?? ''] as const);
  const given = Object.fromEntries(entries.filter(([, value]) => value !== ''));
  return {
    given,
    filter: toFilter(given),
    isNarrowed: Object.keys(given).length > 0,
    set: (name, value) => {
      const { [name]: _, ...others } = given;
      setParams(value ? { ...others, [name]: value } : others, { replace: true });
    },
    clear: () => setParams({}, { replace: true }),
  };
}

/** Both days are included in full. */
function toFilter({ after, before, ...filter }: Narrow['given']): AuditFilter {
  const [from, to] = [dayStart(after), dayStart(before, 1)];
  return { ...filter, ...(from ? { after: from } : {}), ...(to ? { before: to } : {}) };
}
