/** The page that an address leads to: the address without its anchor. */
export const pageOf = (url: string): string => url.replace(/#.*$/, '');
