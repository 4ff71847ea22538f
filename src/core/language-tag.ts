/** The language that a BCP 47 tag names, in small letters, without script and region; empty for none. */
export const primaryTag = (lang: string): string =>
  lang.trim().toLowerCase().split(/[-_]/)[0] ?? '';
