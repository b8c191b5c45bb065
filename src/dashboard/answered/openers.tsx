import { shownName } from '../../core/access/people.ts';
import { useRecord } from '../data/record.ts';

/** Who opened a question that nobody answered. */
export function Openers({ id }: { id: string }) {
  const names = useRecord(id).data?.openedBy.map(shownName) ?? [];
  return names.length > 0 && ` ${new Intl.ListFormat('en').format(names)} opened it.`;
}
