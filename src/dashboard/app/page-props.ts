/** The props of each page of the shell: the parts of its path. */
export type PageProps = { params: Record<string, string | undefined> };
