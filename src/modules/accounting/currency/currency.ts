import { z } from 'zod';
import type { Steps, TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { job } from '#platform/jobs/job.ts';
import { refusal } from '#platform/refusal.ts';
import { converted, crossRate } from './convert.ts';
import {
  deleteRatesOfDay,
  findLastPublished,
  type KnownRate,
  selectRates,
  upsertOwnRates,
  upsertPublished,
} from './currency.sql.ts';
import { type PublishedRate, type Rates, rates } from './rates.port.ts';

export const RateUnknown = refusal(
  422,
  'rate_unknown',
  'What this currency costs is not known: give a rate, or set it with PUT /v1/currency/rates.',
);
export const RateOfOwnCurrency = refusal(
  422,
  'rate_of_own_currency',
  "The organization's own currency always costs 1.",
);

/** One unit of `currency` costs `rate` of the organization's currency. */
export interface Rate {
  currency: string;
  rate: string;
  /** The day it is from: the asked one, or the last one before with a rate. */
  date: string;
  source: 'own' | 'manual' | 'published';
}

/** What a currency costs on a day, in the organization's own. Null: nobody has said so. */
export async function rateOn(ctx: TenantContext, currency: string, date: string): Promise<Rate | null> {
  const base = ctx.currency;
  if (currency === base) return { currency, rate: '1', date, source: 'own' };
  const known = await knownRates(ctx, [currency, base], date);
  return ratesIn(base, known).find((rate) => rate.currency === currency) ?? null;
}

/** An amount in the organization's currency, at the rate of a day. Both are minor units. */
export async function valueOn(ctx: TenantContext, amount: bigint, currency: string, date: string): Promise<bigint> {
  const rate = await rateOn(ctx, currency, date);
  if (!rate) throw RateUnknown(`What ${currency} cost on ${date} is not known.`);
  return converted(amount, rate.rate, currency, ctx.currency);
}

export async function listRates(
  ctx: TenantContext,
  query: { date?: string | undefined; currency?: string | undefined },
) {
  const base = ctx.currency;
  const date = query.date ?? ctx.today.toString();
  const known = await knownRates(ctx, query.currency ? [query.currency, base] : null, date);
  const data = ratesIn(base, known).filter(({ currency }) => !query.currency || currency === query.currency);
  return { base, date, data };
}

/** Says what currencies cost on a day; null takes the own word back. */
export async function setRates(
  ctx: TenantContext,
  given: { date?: string | undefined; rates: { currency: string; rate: string | null }[] },
) {
  const base = ctx.currency;
  const date = given.date ?? ctx.today.toString();
  if (given.rates.some(({ currency }) => currency === base)) throw RateOfOwnCurrency();
  const said = given.rates.flatMap(({ currency, rate }) => (rate === null ? [] : { currency, rate }));
  const withdrawn = given.rates.flatMap(({ currency, rate }) => (rate === null ? currency : []));
  const { organizationId } = ctx;
  await deleteRatesOfDay(ctx, date, withdrawn);
  await upsertOwnRates(ctx.tx, { organizationId, date, rates: said, setBy: ctx.userId, setAt: ctx.now });
  return listRates(ctx, { date });
}

async function knownRates(ctx: TenantContext, currencies: string[] | null, date: string): Promise<KnownRate[]> {
  const { adapter } = await ctx.connections.read(ctx.tx, ctx.organizationId, rates);
  return selectRates(ctx.tx, { organizationId: ctx.organizationId, source: adapter.name, currencies, date });
}

/** Brings what is known in the publisher's currency into the organization's. */
function ratesIn(base: string, known: KnownRate[]): Rate[] {
  const ofBase = known.find(({ currency, base: quoted }) => currency === base && quoted !== null);
  const inBase = ({ rate, base: quoted }: KnownRate): string | null => {
    if (quoted === null || quoted === base) return plainDecimal(rate);
    return ofBase?.base === quoted ? crossRate(rate, ofBase.rate) : null;
  };
  const found = known
    .filter(({ currency }) => currency !== base)
    .flatMap((row): Rate[] => {
      const rate = inBase(row);
      const source = row.base === null ? 'manual' : 'published';
      return rate === null ? [] : [{ currency: row.currency, rate, date: row.date, source }];
    });
  // The publisher's own currency is never in its list: its price is the inverse of ours.
  const inverse = ofBase?.base && crossRate('1', ofBase.rate);
  if (!inverse || found.some(({ currency }) => currency === ofBase.base)) return found;
  return [
    ...found,
    { currency: ofBase.base!, rate: inverse, date: ofBase.date, source: 'published' as const },
  ].toSorted((a, b) => a.currency.localeCompare(b.currency));
}

const RATES_AT_ONCE = 10_000;

/** Keeps what the publishers have said since the last time. */
export const fetchRates = job({
  name: 'accounting/fetch-rates',
  payload: z.object({}),
  cron: { expression: '5 */3 * * *', timeZone: 'UTC' },
  run: async (ctx) => {
    for (const adapter of ctx.connections.adaptersOf(rates)) {
      const publisher = adapter.connect(adapter.config.parse({}), '') as Rates;
      const since = await ctx.transaction(({ tx }) => findLastPublished(tx, adapter.name));
      await keepPublished(ctx, adapter.name, await publisher.publishedSince(since));
    }
  },
});

/** The first organization of a service does not wait for the clock to have rates. */
export async function seedRates(ctx: TenantContext): Promise<void> {
  const [publisher] = ctx.connections.adaptersOf(rates);
  if (publisher && !(await findLastPublished(ctx.tx, publisher.name))) ctx.enqueue(fetchRates, {});
}

async function keepPublished(ctx: Steps, source: string, published: PublishedRate[]): Promise<void> {
  for (let from = 0; from < published.length; from += RATES_AT_ONCE)
    await ctx.transaction(({ tx }) => upsertPublished(tx, source, published.slice(from, from + RATES_AT_ONCE)));
}
