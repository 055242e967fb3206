import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, plainDecimal, proportion, roundMillionths, toMillionths } from '#platform/decimal.ts';
import { exponentOf, moneyText } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type PriceAsk, pricesFor, Rates } from '../price/discover.ts';
import { type ResourceList, resourceListMembers, resourceLists } from '../tables.ts';

export const NotSoldAsOne = refusal(
  'list_not_sold_as_one',
  'A collection cannot be sold as one item: add its members as lines.',
);

/** A list that is sold as one product, with the parts of one. A price of null is the sum of the parts. */
export interface Pack extends Pick<ResourceList, 'id' | 'name' | 'type' | 'price' | 'currency'> {
  parts: { resourceId: string; quantity: string }[];
}

/** The packs and bundles with these ids; unknown ones are missing. A collection is refused. */
export async function findPacks(ctx: TenantContext, ids: string[]): Promise<Map<string, Pack>> {
  if (ids.length === 0) return new Map();
  const [lists, members] = await Promise.all([
    resourceLists.all(ctx, { id: ids }),
    resourceListMembers.all(ctx, { listId: ids }, { orderBy: ['listId', 'resourceId'] }),
  ]);
  const collection = lists.find(({ type }) => type === 'COLLECTION');
  if (collection) throw NotSoldAsOne(`${collection.name} is a collection, which is not sold as one: sell its members.`);
  const membersOf = Map.groupBy(members, ({ listId }) => listId);
  return new Map(
    lists.map(({ id, name, type, price, currency }) => [
      id,
      {
        id,
        name,
        type,
        price: price === null ? null : moneyText(price, currency!),
        currency,
        parts: (membersOf.get(id) ?? []).map(({ resourceId, quantity }) => ({
          resourceId,
          quantity: plainDecimal(quantity),
        })),
      },
    ]),
  );
}

/** The parts that leave the stock when a quantity of a pack is sold. */
export const expandPack = ({ parts }: Pick<Pack, 'parts'>, quantity: string): Pack['parts'] =>
  parts.map((part) => ({
    resourceId: part.resourceId,
    quantity: fromMillionths(proportion(toMillionths(part.quantity), quantity, '1')),
  }));

type PackAsk = Omit<PriceAsk, 'resourceId'> & { pack: Pack };

interface PackPrice {
  /** Null: no price applies, and `reason` says why. */
  unitPrice: string | null;
  reason: string;
}

/** The price of one of each pack: its own, else the sum of the prices of its parts. */
export async function discoverPackPrices(ctx: TenantContext, asks: PackAsk[]): Promise<PackPrice[]> {
  const rates = new Rates(ctx);
  const wanted = asks.map(({ pack, ...ask }) =>
    pack.price === null ? expandPack(pack, ask.quantity).map((part) => ({ ...ask, ...part })) : [],
  );
  const found = await pricesFor(ctx, wanted.flat());
  const places = wanted.flatMap((parts, place) => parts.map(() => place));
  const pricesOf = Map.groupBy(found, (_, index) => places[index]!);
  return Promise.all(
    asks.map(async ({ pack, currency, date, rate }, place): Promise<PackPrice> => {
      if (pack.price === null) return sumOfParts(pack, pricesOf.get(place) ?? [], currency);
      const own = await rates.convert(toMillionths(pack.price), pack.currency!, { currency, date, rate });
      if (own === null)
        return { unitPrice: null, reason: `There is no exchange rate from ${pack.currency} to ${currency}.` };
      return { unitPrice: fromMillionths(own.amount, exponentOf(currency)), reason: `The price of ${pack.name}.` };
    }),
  );
}

function sumOfParts({ name, parts }: Pack, prices: { unitPrice: string | null; reason: string }[], currency: string) {
  const missing = prices.find(({ unitPrice }) => unitPrice === null);
  if (missing) return { unitPrice: null, reason: `A part of ${name} has no price: ${missing.reason}` };
  const sum = parts.reduce(
    (total, { quantity }, place) => total + proportion(toMillionths(prices[place]!.unitPrice!), quantity, '1'),
    0n,
  );
  const decimals = exponentOf(currency);
  return {
    unitPrice: fromMillionths(roundMillionths(sum, decimals), decimals),
    reason: `The sum of the parts of ${name}.`,
  };
}
