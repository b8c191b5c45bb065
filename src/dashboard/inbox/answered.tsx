import { PageTitle } from '../app/page-title.tsx';
import { Empty } from '../look/parts.tsx';

export default function AnsweredPage() {
  return (
    <div className="page">
      <PageTitle>Answered</PageTitle>
      <h1 className="page-title">Answered</h1>
      <Empty title="Nothing answered yet">What you and others decide is kept here.</Empty>
    </div>
  );
}
