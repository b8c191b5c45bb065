import { Button, CopyButton } from '@mantine/core';
import type { Setting } from '../../core/about/schema.ts';
import { useAbout } from '../data/about.ts';
import { Check, Copy } from '../look/icons.tsx';
import { aboutAsText } from './about-text.ts';
import { Block } from './parts.tsx';

/** For owners: every setting with its value, and where it was set. */
export function AllSettings() {
  const { data: about } = useAbout();
  if (!about) return null;
  return (
    <Block
      title="Settings"
      about="Set by a flag, the environment or config.json. Read when the server starts."
    >
      <CopyButton value={aboutAsText(about)} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="xs"
            leftSection={copied ? <Check size={14} /> : <Copy size={14} />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy as text'}
          </Button>
        )}
      </CopyButton>
      <dl className="table settings-table">
        {about.settings.map((setting) => (
          <Row key={setting.name} setting={setting} />
        ))}
      </dl>
    </Block>
  );
}

const Row = ({ setting }: { setting: Setting }) => (
  <div data-from={setting.from}>
    <dt>
      <code>{setting.variable}</code>
      <span className="meta setting-about">{setting.about}</span>
    </dt>
    <dd>
      <Value value={setting.value} />
      <span className="meta">{setting.source}</span>
    </dd>
  </div>
);

function Value({ value }: { value: string | null }) {
  if (value === null) return <span className="soft">not set</span>;
  return value === '***' ? <span>set, hidden</span> : <code>{value}</code>;
}
