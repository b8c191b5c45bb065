import { Link } from 'wouter';
import { Lock } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { SettingsHead } from './parts.tsx';

/** What a reviewer finds who followed a link to what only owners see. */
export const OwnersOnly = ({ what }: { what: string }) => (
  <>
    <SettingsHead title={what} />
    <Empty title="Owners look after this" icon={<Lock size={32} />}>
      You review: what waits for you stands in <Link href="/">the inbox</Link>. Ask an owner if
      something here should change.
    </Empty>
  </>
);
