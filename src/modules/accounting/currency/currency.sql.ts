import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PublishedRate } from './rates.port.ts';

export interface KnownRate {
  currency: string;
  date: string;
  rate: string;
  /** Null: the organization's own word, in its own currency. */
  base: string | null;
}

/** The newest rate of each currency on a day. On the same day the organization's own goes before the published one. */
export async function selectRates(
  tx: Tx,
  filter: { organizationId: string; source: string; currencies: string[] | null; date: string },
): Promise<KnownRate[]> {
  const { organizationId, source, currencies, date } = filter;
  const { rows } = await sql<KnownRate>`
    SELECT c.currency, r.date, r.rate, r.base
    FROM (
      SELECT unnest(${currencies}::text[]) AS currency
      UNION
      SELECT currency FROM published_rates WHERE ${currencies}::text[] IS NULL AND source = ${source}
      UNION
      SELECT currency FROM currency_rates WHERE ${currencies}::text[] IS NULL AND organization_id = ${organizationId}
    ) AS c CROSS JOIN LATERAL (
      (SELECT date, rate, NULL AS base, 0 AS rank FROM currency_rates
       WHERE organization_id = ${organizationId} AND currency = c.currency AND date <= ${date}::date
       ORDER BY date DESC LIMIT 1)
      UNION ALL
      (SELECT date, rate, base, 1 FROM published_rates
       WHERE source = ${source} AND currency = c.currency AND date <= ${date}::date
       ORDER BY date DESC LIMIT 1)
      ORDER BY date DESC, rank LIMIT 1
    ) AS r ORDER BY c.currency`.execute(tx);
  return rows;
}

export async function findLastPublished(tx: Tx, source: string): Promise<string | null> {
  const { rows } = await sql<{ date: string | null }>`
    SELECT max(date) AS date FROM published_rates WHERE source = ${source}`.execute(tx);
  return rows[0]!.date;
}

/** What a provider corrects replaces what it said before. */
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
  tx: Tx,
  given: {
    organizationId: string;
    date: string;
    rates: { currency: string; rate: string }[];
    setBy: string | null;
    setAt: Temporal.Instant;
  },
): Promise<unknown> =>
  sql`
    INSERT INTO currency_rates (organization_id, currency, date, rate, set_by, set_at)
    SELECT ${given.organizationId}::uuid, r.currency, ${given.date}::date, r.rate, ${given.setBy}::uuid, ${given.setAt}::timestamptz
    FROM unnest(${given.rates.map(({ currency }) => currency)}::text[], ${given.rates.map(({ rate }) => rate)}::numeric[])
      AS r (currency, rate)
    ON CONFLICT (organization_id, currency, date) DO UPDATE
    SET rate = excluded.rate, set_by = excluded.set_by, set_at = excluded.set_at`.execute(tx);

export const deleteRatesOfDay = (
  { tx, organizationId }: Tenant,
  date: string,
  currencies: string[],
): Promise<unknown> =>
  tx
    .deleteFrom('currencyRates')
    .where('organizationId', '=', organizationId)
    .where('date', '=', date)
    .where('currency', '=', sql<string>`ANY (${currencies}::text[])`)
    .execute();

/** Said in the organization's currency, they mean nothing in another. */
export const deleteOwnRates = ({ tx, organizationId }: Tenant): Promise<unknown> =>
  tx.deleteFrom('currencyRates').where('organizationId', '=', organizationId).execute();
