/** The settings: a list of sections beside the open one; on a phone, one after the other. */
import type { ComponentType } from 'react';
import { Redirect } from 'wouter';
import type { PageProps } from '../app/page-props.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useMe } from '../data/session.ts';
import { Empty } from '../look/parts.tsx';
import { useIsWide } from '../look/use-is-wide.ts';
import { AboutSection } from './about.tsx';
import { AgentsSection } from './agents/agents.tsx';
import { AppearanceSection } from './appearance.tsx';
import { ChannelSection } from './channels/channel.tsx';
import { ChannelsSection } from './channels/channels.tsx';
import { KeysSection } from './keys/keys.tsx';
import { NotificationsSection } from './notifications/notifications.tsx';
import { OwnersOnly } from './owners-only.tsx';
import { PeopleSection } from './people/people.tsx';
import { PluginsSection } from './plugins.tsx';
import { ProfileSection } from './profile/profile.tsx';
import { SectionList } from './section-list.tsx';
import { sections, sectionsFor } from './sections.ts';
import { SessionsSection } from './sessions/sessions.tsx';
import { TokensSection } from './tokens/tokens.tsx';

const pages: Record<string, ComponentType<{ id: string | undefined }>> = {
  keys: KeysSection,
  agents: AgentsSection,
  channels: ({ id }) =>
    id === undefined || id === 'new' ? <ChannelsSection id={id} /> : <ChannelSection id={id} />,
  people: PeopleSection,
  plugins: PluginsSection,
  profile: ProfileSection,
  sessions: SessionsSection,
  tokens: TokensSection,
  notifications: NotificationsSection,
  appearance: AppearanceSection,
  about: AboutSection,
};

export default function SettingsPage({ params }: PageProps) {
  const isWide = useIsWide();
  const { role } = useMe();
  const [first, id] = (params['*'] ?? '').split('/').filter(Boolean);
  // This section had another name, which links elsewhere still have.
  if (first === 'reach') {
    const path = ['/settings/notifications', id].filter(Boolean).join('/');
    return <Redirect to={path} replace />;
  }
  const name = first ?? (isWide ? sectionsFor(role)[0]?.name : undefined);
  return (
    <div className="settings">
      {(isWide || name === undefined) && <SectionList current={name} />}
      {name !== undefined && <Open name={name} id={id} />}
    </div>
  );
}

function Open({ name, id }: { name: string; id: string | undefined }) {
  const { role } = useMe();
  const section = sections.find((one) => one.name === name);
  const Page = pages[name];
  if (!section || !Page) return <NoSuchSection />;
  return (
    <div className="settings-page" key={name}>
      {section.ownersOnly && role !== 'owner' ? (
        <OwnersOnly what={section.label} />
      ) : (
        <Page id={id} />
      )}
    </div>
  );
}

const NoSuchSection = () => (
  <div className="settings-page">
    <PageTitle>Settings</PageTitle>
    <Empty title="Setting not found">Choose one from the list.</Empty>
  </div>
);
