import { Link } from 'wouter';
import { Empty } from '../look/parts.tsx';
import { PageTitle } from './page-title.tsx';

export default function NothingHere() {
  return (
    <>
      <PageTitle>Nothing here</PageTitle>
      <Empty as="h1" title="There is nothing at this address">
        It may have been removed. <Link href="/">See what waits for you</Link>
      </Empty>
    </>
  );
}
