import { divideRounded, fromMillionths, least, MILLION, toMillionths } from '#platform/decimal.ts';
import { refusal } from '#platform/refusal.ts';
import type { Asset } from '../tables.ts';

export const LifeRequired = refusal('life_required', 'Give `lifeMonths`, or a `taxCategory` that presets it.');
export const RateNotUsed = refusal(
  'rate_not_used',
  'Only the method `declining` has a yearly rate: leave it out, or choose that method.',
);

/** The categories of article 287 of the tax code, with their yearly rates in percent. */
export const taxCategories = {
  1: { name: 'Edificaciones', rate: '5' },
  2: { name: 'Vehículos livianos y equipos de oficina', rate: '25' },
  3: { name: 'Otros activos', rate: '15' },
} as const;

const LIFE_MAX = 1200n;
/** The usual declining rate is twice the even one. */
const DECLINING_FACTOR = 2n;
const MONTHS_AT_1_PERCENT = 1200n * MILLION;

type GivenPlan = Partial<Pick<Asset, 'method' | 'lifeMonths' | 'yearlyRate' | 'taxCategory'>>;

/** The method, life and rate of an asset, with what is not given from its tax category. */
export function planOf({ method = 'straight-line', lifeMonths, yearlyRate, taxCategory }: GivenPlan) {
  const legal = taxCategory ? taxCategories[taxCategory].rate : undefined;
  if (method === 'straight-line') {
    if (yearlyRate) throw RateNotUsed();
    return { method, lifeMonths: lifeMonths ?? lifeAt(legal, 1n), yearlyRate: null };
  }
  const rate = yearlyRate ?? legal ?? (lifeMonths && decliningRate(lifeMonths));
  if (!rate) throw LifeRequired();
  return { method, lifeMonths: lifeMonths ?? lifeAt(rate, DECLINING_FACTOR), yearlyRate: rate };
}

function lifeAt(rate: string | undefined, factor: bigint): number {
  if (rate === undefined) throw LifeRequired();
  return Number(least(divideRounded(factor * MONTHS_AT_1_PERCENT, toMillionths(rate)), LIFE_MAX));
}

const decliningRate = (lifeMonths: number): string =>
  fromMillionths(least(divideRounded(DECLINING_FACTOR * MONTHS_AT_1_PERCENT, BigInt(lifeMonths)), 100n * MILLION));
