/** Returns the part of a URL that identifies the receiver. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
