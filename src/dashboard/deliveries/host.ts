/** Of a URL what tells receivers apart. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
