import { rateOn } from '#modules/accounting/index.ts';
import { type Contact, findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { batched } from '#platform/db/batched.ts';
import { fromMillionths, proportion, roundMillionths, toMillionths } from '#platform/decimal.ts';
import { exponentOf, moneyText } from '#platform/money.ts';
import { distinct } from '../resource/surroundings.ts';
import type { PriceRow } from '../tables.ts';
import { choosePrice, type PriceQuestion, reasonOf } from './choose-price.ts';
import { GENERAL } from './price.schema.ts';
import { selectCandidates } from './price.sql.ts';

/** A request for a price. */
export interface PriceAsk {
  resourceId: string;
  contactId?: string | null | undefined;
  /** The contact, where the caller has read it already. */
  contact?: Pick<Contact, 'id' | 'priceTier'> | null | undefined;
  /** Default: the tier of the contact, else the general one. */
  label?: string | null | undefined;
  quantity: string;
  /** `YYYY-MM-DD` */
  date: string;
  divisionId?: string | null | undefined;
  currency: string;
  /** The rate that a document agrees for its currency. Default: that of the day. */
  rate?: string | null | undefined;
  /** Only discounts that name the product or a list with it, not those of all products. */
  ownDiscountsOnly?: boolean | undefined;
}

export interface Price {
  resourceId: string;
  /** Null: no price applies, and `reason` says why. */
  unitPrice: string | null;
  currency: string;
  label: string | null;
  priceId: string | null;
  reason: string;
  convertedFrom: { amount: string; currency: string; rate: string } | null;
}

/** A request with its defaults filled in. */
export type AskedPrice = PriceQuestion & { resourceId: string; rate: string | null; ownDiscountsOnly: boolean };

/** The price of each request, in their order, with its reason. `discoverPrices` adds discounts. */
export const pricesFor = async (ctx: TenantContext, asks: PriceAsk[]): Promise<Price[]> =>
  asks.length === 0 ? [] : findPrices(ctx, new Rates(ctx), await fillAsks(ctx, asks));

/** Fills in the contact that survived merges, and its tier. */
export async function fillAsks(ctx: TenantContext, asks: PriceAsk[]): Promise<AskedPrice[]> {
  const contacts = await contactsOf(ctx, asks);
  return asks.map((ask) => {
    const contact = ask.contact ?? (ask.contactId ? contacts.get(ask.contactId) : undefined);
    return {
      resourceId: ask.resourceId,
      label: ask.label ?? contact?.priceTier ?? GENERAL,
      quantity: ask.quantity,
      date: ask.date,
      currency: ask.currency,
      rate: ask.rate ?? null,
      divisionId: ask.divisionId ?? null,
      contactId: contact?.id ?? null,
      ownDiscountsOnly: ask.ownDiscountsOnly ?? false,
    };
  });
}

/** The price of each request, in their order, with its reason. */
export async function findPrices(ctx: TenantContext, rates: Rates, questions: AskedPrice[]): Promise<Price[]> {
  const ofResource = await readCandidates(ctx, questions);
  return Promise.all(
    questions.map(async (question) => {
      const price = choosePrice(ofResource.get(question.resourceId) ?? [], question);
      return price ? priceOf(rates, price, question) : noPrice(question, 'It has no price for this case.');
    }),
  );
}

/** The prices that may apply to some questions, by resource. */
const readCandidates = batched(async (ctx: TenantContext, requests: AskedPrice[][]) => {
  const questions = requests.flat();
  const candidates = await selectCandidates(ctx, {
    resourceIds: distinct(questions.map(({ resourceId }) => resourceId)),
    labels: distinct([GENERAL, ...questions.map(({ label }) => label)]),
    contactIds: distinct(questions.map(({ contactId }) => contactId)),
    divisionIds: distinct(questions.map(({ divisionId }) => divisionId)),
  });
  return Map.groupBy(candidates, ({ resourceId }) => resourceId);
});

async function contactsOf(ctx: TenantContext, asks: PriceAsk[]) {
  const ids = distinct(asks.map(({ contactId, contact }) => (contact ? null : contactId)));
  const found = await Promise.all(ids.map(async (id) => [id, await findContact(ctx, id)] as const));
  return new Map(found);
}

const noPrice = (question: AskedPrice, reason: string): Price => ({
  resourceId: question.resourceId,
  unitPrice: null,
  currency: question.currency,
  label: null,
  priceId: null,
  reason,
  convertedFrom: null,
});

async function priceOf(rates: Rates, price: PriceRow, question: AskedPrice): Promise<Price> {
  const { resourceId, currency } = question;
  const amount = moneyText(price.amount, price.currency);
  const found = { resourceId, currency, label: price.label, priceId: price.id, reason: reasonOf(price, question) };
  if (price.currency === currency) return { ...found, unitPrice: amount, convertedFrom: null };
  const converted = await rates.convert(toMillionths(price.amount), price.currency, question);
  if (converted === null) return noPrice(question, `There is no exchange rate from ${price.currency} to ${currency}.`);
  return {
    ...found,
    unitPrice: fromMillionths(converted.amount, exponentOf(currency)),
    convertedFrom: { amount, currency: price.currency, rate: converted.rate },
  };
}

/** Exchange rates, each read once. */
export class Rates {
  readonly #ctx: TenantContext;
  readonly #known = new Map<string, Promise<string | null>>();

  constructor(ctx: TenantContext) {
    this.#ctx = ctx;
  }

  /** Converts millionths of a currency at the agreed rate or that of a day, rounded to the minor unit. Null: there is no rate. */
  async convert(
    amount: bigint,
    from: string,
    { currency: to, date, rate }: Pick<PriceAsk, 'currency' | 'date' | 'rate'>,
  ): Promise<{ amount: bigint; rate: string } | null> {
    if (from === to) return { amount, rate: '1' };
    const [rateFrom, rateTo] = await Promise.all([this.#rate(from, date), rate ?? this.#rate(to, date)]);
    if (rateFrom === null || rateTo === null) return null;
    return {
      amount: roundMillionths(proportion(amount, rateFrom, rateTo), exponentOf(to)),
      rate: fromMillionths(proportion(toMillionths('1'), rateFrom, rateTo)),
    };
  }

  #rate(currency: string, date: string): Promise<string | null> {
    const key = `${currency} ${date}`;
    const known = this.#known.get(key) ?? rateOn(this.#ctx, currency, date).then((rate) => rate?.rate ?? null);
    this.#known.set(key, known);
    return known;
  }
}
