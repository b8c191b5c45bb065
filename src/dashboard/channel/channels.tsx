import { Link } from 'wouter';
import { ChannelRows } from '../app/navigation.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { spotlight } from '../app/palette.tsx';
import { Search } from '../look/icons.tsx';

/** The channels as a page, for phones. */
export default function ChannelsPage() {
  return (
    <div className="page">
      <PageTitle>Channels</PageTitle>
      <h1 className="page-title">Channels</h1>
      <button type="button" className="nav-row navigation-quiet" onClick={spotlight.open}>
        <Search /> Search or jump
      </button>
      <ChannelRows />
      <p className="page-foot meta">
        <Link href="/files">All files</Link>
      </p>
    </div>
  );
}
