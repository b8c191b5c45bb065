import { Button, type ButtonProps } from '@mantine/core';

type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

/** The end of a list with more pages; nothing on the last page. */
export function Older({
  pages,
  ...look
}: { pages: Pages } & Pick<ButtonProps, 'size' | 'className'>) {
  if (!pages.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
      {...look}
    >
      Show older
    </Button>
  );
}
