import { z } from 'zod';
import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import type { Steps, TenantContext } from '#platform/context.ts';
import { askedOnce } from '#platform/db/batched.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { job } from '#platform/jobs/job.ts';
import { refusal } from '#platform/refusal.ts';
import { currencyRates } from '../tables.ts';
import { converted, crossRate } from './convert.ts';
import { findLastPublished, type KnownRate, selectRates, upsertOwnRates, upsertPublished } from './currency.sql.ts';
import { type PublishedRate, type Rates, rates } from './rates.port.ts';

export const RateUnknown = refusal(
  'rate_unknown',
  'The rate of this currency is not known: give a rate, or set it with PUT /v1/currency/rates.',
);
export const RateOfOwnCurrency = refusal(
  'rate_of_own_currency',
  "The rate of the organization's own currency is always 1 and cannot be set.",
);

/** One unit of `currency` costs `rate` of the organization's currency. */
interface Rate {
  currency: string;
  rate: string;
  /** The day of the rate: the requested one, or the last one before it. */
  date: string;
  source: 'own' | 'manual' | 'published' | 'sample';
}

/** The rate of a currency on a day, in the organization's. Null: not known, or too old by the setting `rateMaxAgeDays`. */
export async function rateOn(ctx: TenantContext, currency: string, date: string): Promise<Rate | null> {
  const base = ctx.currency;
  if (currency === base) return { currency, rate: '1', date, source: 'own' };
  const [known, { rateMaxAgeDays }] = await Promise.all([
    knownRates(ctx, [currency, base], date),
    readSettings(ctx, accountingSettings),
  ]);
  const rate = ratesIn(base, known).find((each) => each.currency === currency) ?? null;
  return rate && !isStale(rate, date, rateMaxAgeDays) ? rate : null;
}

/** Whether a rate is older on a day than the organization accepts. Its own rates hold until it replaces them. */
function isStale({ source, date: day }: Rate, date: string, maxAgeDays: number | null): boolean {
  if (maxAgeDays === null || source === 'manual') return false;
  return Temporal.PlainDate.from(day).until(date).days > maxAgeDays;
}

export const requireRate = askedOnce(async (ctx: TenantContext, currency: string, date: string): Promise<string> => {
  const known = await rateOn(ctx, currency, date);
  if (!known) throw RateUnknown(`The rate of ${currency} on ${date} is not known.`);
  return known.rate;
});

/** The rate of a currency in another one on a day. */
export async function rateBetween(ctx: TenantContext, from: string, to: string, date: string): Promise<string> {
  const [rateFrom, rateTo] = await Promise.all([requireRate(ctx, from, date), requireRate(ctx, to, date)]);
  const rate = crossRate(rateFrom, rateTo);
  if (!rate) throw RateUnknown(`The rate of ${from} in ${to} is too small.`);
  return rate;
}

/** An amount in the organization's currency, at the rate of a day. Both are minor units. */
export const valueOn = async (ctx: TenantContext, amount: bigint, currency: string, date: string): Promise<bigint> =>
  converted(amount, await requireRate(ctx, currency, date), currency, ctx.currency);

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

/** Sets rates of a day; null removes the organization's own rate. */
export async function setRates(
  ctx: TenantContext,
  given: { date?: string | undefined; rates: { currency: string; rate: string | null }[] },
) {
  const base = ctx.currency;
  const date = given.date ?? ctx.today.toString();
  if (given.rates.some(({ currency }) => currency === base)) throw RateOfOwnCurrency();
  const set = given.rates.flatMap(({ currency, rate }) => (rate === null ? [] : { currency, rate }));
  const withdrawn = given.rates.flatMap(({ currency, rate }) => (rate === null ? currency : []));
  await currencyRates.delete(ctx, { date, currency: withdrawn });
  await upsertOwnRates(ctx, { date, rates: set, setBy: ctx.userId, setAt: ctx.now });
  return listRates(ctx, { date });
}

async function knownRates(ctx: TenantContext, currencies: string[] | null, date: string): Promise<KnownRate[]> {
  const { adapter } = await ctx.connections.read(ctx.tx, ctx.organizationId, rates);
  return selectRates(ctx, { source: adapter.name, currencies, date });
}

/** Converts rates in the publisher's currency to the organization's. */
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
      const source = row.base === null ? 'manual' : row.isSample ? 'sample' : 'published';
      return rate === null ? [] : [{ currency: row.currency, rate, date: row.date, source }];
    });
  // The publisher's own currency is not in its list: its rate is the inverse of ours.
  const inverse = ofBase?.base && crossRate('1', ofBase.rate);
  if (!inverse || found.some(({ currency }) => currency === ofBase.base)) return found;
  return [
    ...found,
    {
      currency: ofBase.base!,
      rate: inverse,
      date: ofBase.date,
      source: ofBase.isSample ? ('sample' as const) : ('published' as const),
    },
  ].toSorted((a, b) => a.currency.localeCompare(b.currency));
}

const RATES_AT_ONCE = 10_000;

/** Stores the rates published since the last time. */
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

/** The first organization of a service gets rates at once, not with the next run of the job. */
export async function seedRates(ctx: TenantContext): Promise<void> {
  const publishers = ctx.connections.adaptersOf(rates);
  const published = await Promise.all(publishers.map(({ name }) => findLastPublished(ctx.tx, name)));
  if (publishers.length > 0 && published.every((date) => date === null)) ctx.enqueue(fetchRates, {});
}

async function keepPublished(ctx: Steps, source: string, published: PublishedRate[]): Promise<void> {
  for (let from = 0; from < published.length; from += RATES_AT_ONCE)
    await ctx.transaction(({ tx }) => upsertPublished(tx, source, published.slice(from, from + RATES_AT_ONCE)));
}
