/** The largest message of a client, in bytes. */
export const LARGEST_MESSAGE = 1_000_000;

/** The most unsent bytes for a client that does not read; above this it is disconnected. */
export const LARGEST_BACKLOG = 4 * 1024 * 1024;

/** The most unsent bytes for all clients together; above this those that are furthest behind are disconnected. */
export const LARGEST_BACKLOGS = 32 * 1024 * 1024;
