import { plainDecimal } from './decimal.ts';

/** How an organization writes dates and numbers for people: in documents, e-mails, pages and exports. */
export interface Notation {
  dateFormat: 'dd/MM/yyyy' | 'MM/dd/yyyy' | 'yyyy-MM-dd';
  timeFormat: '12h' | '24h';
  decimalSeparator: '.' | ',';
}

/** The day of `2026-11-15` or of a timestamp. */
export function formatDate(date: string, { dateFormat }: Pick<Notation, 'dateFormat'>): string {
  const [yyyy, MM, dd] = date.slice(0, 10).split('-') as [string, string, string];
  const parts: Record<string, string> = { yyyy, MM, dd };
  return dateFormat.replace(/yyyy|MM|dd/g, (part) => parts[part]!);
}

/** The day and the time of an instant, such as `15/11/2026 1:05 p. m.` or `15/11/2026 13:05`. */
export function formatInstant(
  instant: string,
  timeZone: string,
  { dateFormat, timeFormat }: Pick<Notation, 'dateFormat' | 'timeFormat'>,
): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const clock =
    timeFormat === '24h' ? time : `${local.hour % 12 || 12}${time.slice(2)} ${local.hour < 12 ? 'a' : 'p'}. m.`;
  return `${formatDate(local.toPlainDate().toString(), { dateFormat })} ${clock}`;
}

/** `1250.5` is `1,250.5`, or `1.250,5`; with `decimals`, at least so many. Without it, the decimals that it is written with. */
export function formatNumber(
  decimal: string,
  { decimalSeparator }: Pick<Notation, 'decimalSeparator'>,
  decimals = 0,
): string {
  return group(plainDecimal(decimal, decimals), decimalSeparator);
}

/** An amount without its currency, with all its decimals. */
export const formatAmount = (amount: string, { decimalSeparator }: Pick<Notation, 'decimalSeparator'>): string =>
  group(amount, decimalSeparator);

const symbols: Record<string, string> = { DOP: 'RD$', USD: 'US$', EUR: '€' };

/** The currency as people write it before an amount. */
export const currencySymbol = (currency: string): string => symbols[currency] ?? currency;

/** An amount with its currency, such as `RD$ 1,250.50`. */
export const formatMoney = (
  amount: string,
  currency: string,
  { decimalSeparator }: Pick<Notation, 'decimalSeparator'>,
): string => `${currencySymbol(currency)} ${group(amount, decimalSeparator)}`;

function group(decimal: string, decimalSeparator: '.' | ','): string {
  const [whole = '0', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, decimalSeparator === '.' ? ',' : '.');
  return fraction === undefined ? grouped : `${grouped}${decimalSeparator}${fraction}`;
}
