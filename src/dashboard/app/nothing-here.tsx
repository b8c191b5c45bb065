import { Link } from 'wouter';
import { Empty } from '../look/parts.tsx';
import { PageTitle } from './page-title.tsx';

export default function NothingHere() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <Empty as="h1" title="Page not found">
        It may have been removed. <Link href="/">Go to pending questions</Link>
      </Empty>
    </>
  );
}
