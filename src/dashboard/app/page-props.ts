/** What each page of the shell gets: the parts of its path. */
export type PageProps = { params: Record<string, string | undefined> };
