import { PageTitle } from '../app/page-title.tsx';
import { Empty } from '../look/parts.tsx';

export default function FilesPage() {
  return (
    <div className="page">
      <PageTitle>Files</PageTitle>
      <h1 className="page-title">Files</h1>
      <Empty title="No files yet">What agents and people upload is listed here.</Empty>
    </div>
  );
}
