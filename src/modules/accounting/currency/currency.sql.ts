import { sql } from 'kysely';
import { rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { currencyRates } from '../tables.ts';
import { type PublishedRate, SAMPLE_RATES } from './rates.port.ts';

export interface KnownRate {
  currency: string;
  date: string;
  rate: string;
  /** Null: set by the organization, in its own currency. */
  base: string | null;
  isSample: boolean;
}

/**
 * The newest rate of each currency on a day. On the same day the organization's own rate has priority. Samples count only
 * where there is no other rate.
 */
export const selectRates = (
  tenant: Tenant,
  { source, currencies, date }: { source: string; currencies: string[] | null; date: string },
) =>
  rowsOf<KnownRate>(tenant.tx)`
    SELECT c.currency, r.date, r.rate, r.base, r.is_sample
    FROM (
      SELECT unnest(${currencies}::text[]) AS currency
      UNION
      SELECT currency FROM published_rates WHERE ${currencies}::text[] IS NULL AND source IN (${source}, ${SAMPLE_RATES})
      UNION
      SELECT currency FROM ${currencyRates.of(tenant)} own WHERE ${currencies}::text[] IS NULL
    ) AS c CROSS JOIN LATERAL (
      (SELECT date, rate, NULL AS base, 0 AS rank, false AS is_sample FROM ${currencyRates.of(tenant)} own
       WHERE currency = c.currency AND date <= ${date}::date
       ORDER BY date DESC LIMIT 1)
      UNION ALL
      (SELECT date, rate, base, 1, false FROM published_rates
       WHERE source = ${source} AND currency = c.currency AND date <= ${date}::date
       ORDER BY date DESC LIMIT 1)
      UNION ALL
      (SELECT date, rate, base, 2, true FROM published_rates
       WHERE source = ${SAMPLE_RATES} AND currency = c.currency AND date <= ${date}::date
       ORDER BY date DESC LIMIT 1)
      ORDER BY is_sample, date DESC, rank LIMIT 1
    ) AS r ORDER BY c.currency`;

export const findLastPublished = (tx: Tx, source: string) =>
  scalarOf<string | null>(tx)`
    SELECT max(date) AS date FROM published_rates WHERE source = ${source}`;

/** A corrected rate replaces the one published before. */
export const upsertPublished = (tx: Tx, source: string, rates: PublishedRate[]): Promise<unknown> => {
  const column = <K extends keyof PublishedRate>(name: K) => rates.map((rate) => rate[name]);
  return sql`
    INSERT INTO published_rates (source, currency, date, base, rate)
    SELECT DISTINCT ON (r.currency, r.date) ${source}, r.currency, r.date, r.base, r.rate
    FROM unnest(${column('currency')}::text[], ${column('date')}::date[], ${column('base')}::text[], ${column('rate')}::numeric[])
      AS r (currency, date, base, rate)
    ORDER BY r.currency, r.date
    ON CONFLICT (source, currency, date) DO UPDATE SET base = excluded.base, rate = excluded.rate
    WHERE (published_rates.base, published_rates.rate) IS DISTINCT FROM (excluded.base, excluded.rate)`.execute(tx);
};

export const upsertOwnRates = (
  { tx, organizationId }: Tenant,
  given: {
    date: string;
    rates: { currency: string; rate: string }[];
    setBy: string | null;
    setAt: Temporal.Instant;
  },
): Promise<unknown> =>
  sql`
    INSERT INTO currency_rates (organization_id, currency, date, rate, set_by, set_at)
    SELECT c.organization_id, r.currency, ${given.date}::date, r.rate, ${given.setBy}::uuid, ${given.setAt}::timestamptz
    FROM event_counters c,
         unnest(${given.rates.map(({ currency }) => currency)}::text[], ${given.rates.map(({ rate }) => rate)}::numeric[])
           AS r (currency, rate)
    WHERE c.organization_id = ${organizationId}
    ON CONFLICT (organization_id, currency, date) DO UPDATE
    SET rate = excluded.rate, set_by = excluded.set_by, set_at = excluded.set_at`.execute(tx);
