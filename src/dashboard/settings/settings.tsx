import { PageTitle } from '../app/page-title.tsx';
import { Empty } from '../look/parts.tsx';

export default function SettingsPage() {
  return (
    <div className="page">
      <PageTitle>Settings</PageTitle>
      <h1 className="page-title">Settings</h1>
      <Empty title="Nothing to set yet">Keys, channels and people are managed here.</Empty>
    </div>
  );
}
