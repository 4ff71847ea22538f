/** ISO 8601 down to the year or the month. */
const COARSE = /^\d{4}(-\d{2})?$/;

/**
 * A document's date for people, as exact as it is given: "12 May 2024", "May 2024", "2024". A time of
 * day is left out. Empty where it is no date.
 */
export function formatDate(date: string, language: string): string {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return '';
  return new Intl.DateTimeFormat(language, { ...fieldsOf(date), timeZone: 'UTC' }).format(time);
}

function fieldsOf(date: string): Intl.DateTimeFormatOptions {
  const coarse = COARSE.exec(date.trim());
  if (!coarse) return { dateStyle: 'medium' };
  return coarse[1] ? { year: 'numeric', month: 'long' } : { year: 'numeric' };
}
