import { Link } from 'wouter';
import { PageTitle } from '../app/page-title.tsx';
import type { PageProps } from '../app/pages.tsx';
import { useMessage } from '../data/messages.ts';
import { titleOf, usePending } from '../data/reviews.ts';
import { Empty } from '../look/parts.tsx';

export default function WaitingPage({ params: { id } }: PageProps) {
  const { data: pending } = usePending();
  return (
    <div className="page">
      <PageTitle>Inbox</PageTitle>
      <h1 className="page-title">Waiting for you</h1>
      {pending?.length === 0 && (
        <Empty title="Nothing waits for you">An agent that asks appears here at once.</Empty>
      )}
      <ul>
        {pending?.map((message) => (
          <li key={message.id}>
            <Link href={`/m/${message.id}`}>{titleOf(message)}</Link>
          </li>
        ))}
      </ul>
      {id !== undefined && <Question id={id} />}
    </div>
  );
}

function Question({ id }: { id: string }) {
  const { data: message } = useMessage(id);
  return message && <h2>{titleOf(message)}</h2>;
}
