import { useRecord } from '../data/record.ts';

/** Who opened a question that expired. */
export function Openers({ id }: { id: string }) {
  const names = useRecord(id).data?.openedBy.map(({ name }) => name) ?? [];
  return names.length > 0 && ` ${new Intl.ListFormat('en').format(names)} opened it.`;
}
