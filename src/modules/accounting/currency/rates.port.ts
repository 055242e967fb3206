import { port } from '#platform/ports/port.ts';

/**
 * Publishers of exchange rates. Rates are the same for everyone, so an adapter of this port asks for no configuration;
 * what it publishes is kept under its name, and organizations read it from there.
 */
export const rates = port<Rates>('rates');

/** The adapter whose rates are examples and not real. They are used only where no other source has a rate. */
export const SAMPLE_RATES = 'sample-rates';

export interface Rates {
  /** Everything published for that day and later; null: all there is. At most a hundred thousand rates. */
  publishedSince(date: string | null): Promise<PublishedRate[]>;
}

/** On this day one unit of `currency` cost `rate` of `base`. Rates of one adapter all have the same base. */
export interface PublishedRate {
  date: string;
  base: string;
  currency: string;
  /** A decimal number, greater than zero. */
  rate: string;
}
