import { Link } from 'wouter';
import { Lock } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { SettingsHead } from './parts.tsx';

/** Shown to a reviewer who followed a link to a section for owners. */
export const OwnersOnly = ({ what }: { what: string }) => (
  <>
    <SettingsHead title={what} />
    <Empty title="Owners only" icon={<Lock size={32} />}>
      As a reviewer, you'll find your questions in <Link href="/">the inbox</Link>. To change
      something here, ask an owner.
    </Empty>
  </>
);
