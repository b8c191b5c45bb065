import { PageTitle } from '../app/page-title.tsx';
import { Empty } from '../look/parts.tsx';

export default function ActivityPage() {
  return (
    <div className="page">
      <PageTitle>Activity</PageTitle>
      <h1 className="page-title">Activity</h1>
      <Empty title="Nothing happened yet">Agents and their webhooks are shown here.</Empty>
    </div>
  );
}
