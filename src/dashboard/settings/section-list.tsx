import { Link } from 'wouter';
import { Jump } from '../app/jump.tsx';
import { SettingsMark } from '../app/navigation.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useMe } from '../data/session.ts';
import { useAskLogOut } from '../outbox/log-out.tsx';
import { type Section, sectionsFor } from './sections.ts';

/** The sections, and the person who is logged in. With no section open it is the page itself. */
export function SectionList({ current }: { current: string | undefined }) {
  const me = useMe();
  const isPage = current === undefined;
  const groups = Map.groupBy(sectionsFor(me.role), ({ group }) => group);
  return (
    <nav className="settings-list" aria-label="Settings">
      {isPage && <PageTitle>Settings</PageTitle>}
      {isPage ? (
        <div className="settings-head-row">
          <h1>Settings</h1>
          <Jump />
        </div>
      ) : (
        <p className="settings-list-title">Settings</p>
      )}
      {[...groups].map(([group, sections]) => (
        <div key={group} className="settings-group">
          <h2>{group}</h2>
          {sections.map((section) => (
            <Row key={section.name} section={section} isCurrent={section.name === current} />
          ))}
        </div>
      ))}
      <Me />
    </nav>
  );
}

const Row = ({ section, isCurrent }: { section: Section; isCurrent: boolean }) => (
  <Link
    href={`/settings/${section.name}`}
    className="place settings-row"
    aria-current={isCurrent ? 'page' : undefined}
  >
    <span>
      {section.label}
      {section.name === 'channels' && <SettingsMark />}
    </span>
    <span className="settings-row-about meta">{section.about}</span>
  </Link>
);

function Me() {
  const { name, email, role } = useMe();
  const logOut = useAskLogOut();
  return (
    <div className="settings-me">
      <p className="meta cut" title={email ?? undefined}>
        {name}, {role}
      </p>
      <button type="button" className="place settings-row" onClick={logOut}>
        Log out
      </button>
    </div>
  );
}
