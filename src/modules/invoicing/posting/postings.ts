import {
  CurrencyMismatch,
  type PostingAccount,
  SameAccount,
  type StoredTax,
  type Transfer,
} from '#modules/accounting/index.ts';
import type { Resource } from '#modules/catalog/index.ts';
import { shareOut, sum } from '#platform/decimal.ts';
import type { ElementTax, PendingElement } from '../pending/element.sql.ts';
import { isWithheld } from '../pricing/pricing.ts';
import type { Direction } from '../tables.ts';

/** The amounts of a document in the organization's currency, and its postings. */
export interface Postings {
  base: { baseNet: bigint; baseTax: bigint; baseTotal: bigint; baseWithheld: bigint };
  transfers: Transfer[];
  /** The value of goods that enter the stock, by item. Inventory posts it. */
  arrivals: Map<string, bigint>;
  /** The taxes of its record. */
  taxes: StoredTax[];
}

interface PostedElement extends Pick<PendingElement, 'resourceId' | 'chartAccountId' | 'net' | 'discount'> {
  taxes: ElementTax[];
}

interface Document {
  direction: Direction;
  deliverLater: boolean;
  currency: string;
  baseCurrency: string;
  toBase: (minor: bigint) => bigint;
  elements: PostedElement[];
  rules: Map<string, string>;
  accounts: Map<string, PostingAccount>;
  resources: Map<string, Resource>;
}

interface Part {
  accountId: string;
  resourceId: string | null;
  taxId: string | null;
  purpose: 'net' | 'stock' | 'tax' | 'withheld' | 'discount';
  amount: bigint;
  baseAmount: bigint;
}

/**
 * A sale is owed by the contact: receivable against sales and taxes; a purchase is the mirror image. What is withheld
 * moves on from there to the tax authority's account. The account of discounts gets those of a sale, and the sales account
 * the price before them. Lines of the same account and item, and taxes of the same kind, are
 * one transfer each. The parts are converted so that they sum up to exactly the converted whole.
 */
export function postingsOf(document: Document): Postings {
  const { direction, elements, toBase } = document;
  const rule = (name: string): string => document.rules.get(name)!;
  const isSale = direction === 'sale';
  const owed = rule(isSale ? 'receivable' : 'payable');
  const nets = gather(elements.map((element) => ({ ...placeOf(element, document), ...netOf(element) })));
  const allTaxes = inSharingOrder(elements.flatMap(({ taxes }) => taxes));
  const taxesOf = (withheld: boolean) =>
    gather(
      allTaxes.filter((tax) => isWithheld(tax) === withheld).map((tax) => taxPart(tax, direction, document.rules)),
    );
  const charged = withTaxes(convertParts(nets, toBase), taxesOf(false), toBase);
  const withheld = taxesOf(true).map((part) => ({ ...part, baseAmount: toBase(part.amount) }));
  const discounts = isSale ? discountsOf(document) : [];
  const baseOf = (purpose: Part['purpose']) =>
    sum([...charged, ...withheld].map((part) => (part.purpose === purpose ? part.baseAmount : 0n)));
  const [baseNet, baseTax] = [baseOf('net') + baseOf('stock'), baseOf('tax')];
  if ([...charged, ...withheld].some(({ accountId }) => accountId === owed)) throw SameAccount();
  const transferOf = transferMaker(document);
  return {
    base: { baseNet, baseTax, baseTotal: baseNet + baseTax, baseWithheld: baseOf('withheld') },
    transfers: [
      ...charged
        .filter(({ purpose }) => purpose !== 'stock')
        .map((part) => transferOf(part, isSale ? { debit: owed } : { credit: owed })),
      ...withheld.map((part) => transferOf(part, isSale ? { credit: owed } : { debit: owed })),
      ...discounts.map((part) => transferOf(part, { debit: rule('salesDiscounts') })),
    ].filter(({ amount }) => amount > 0n),
    arrivals: new Map(
      charged.filter(({ purpose }) => purpose === 'stock').map((part) => [part.resourceId!, part.baseAmount]),
    ),
    taxes: storedTaxes(charged, allTaxes),
  };
}

/** The value of a line without taxes, and of each of its taxes, in the organization's currency. */
export interface LineValue {
  net: bigint;
  taxes: Map<string, bigint>;
}

type Posted = Pick<Document, 'direction' | 'deliverLater' | 'toBase' | 'rules' | 'resources'>;

/** The values of the lines of a document. Those of each account, item and tax add up to what is posted there. */
export function lineValues(document: Posted, elements: (PostedElement & { id: string })[]): Map<string, LineValue> {
  const { direction, rules, toBase } = document;
  const values = new Map(elements.map(({ id }): [string, LineValue] => [id, { net: 0n, taxes: new Map() }]));
  const nets = convertParts(
    grouped(elements.map((element) => ({ ...placeOf(element, document), ...netOf(element), elementId: element.id }))),
    toBase,
  );
  for (const { elementId, baseAmount } of nets) values.get(elementId)!.net = baseAmount;
  const taxes = inSharingOrder(
    elements.flatMap((element) => element.taxes.map((tax) => ({ ...tax, elementId: element.id }))),
  );
  const partsOf = (withheld: boolean) =>
    grouped(
      taxes
        .filter((tax) => isWithheld(tax) === withheld)
        .map((tax) => ({ ...taxPart(tax, direction, rules), elementId: tax.elementId })),
    );
  const charged = withTaxes(nets, partsOf(false), toBase).slice(nets.length);
  const withheld = [...Map.groupBy(partsOf(true), keyOf).values()].flatMap((same) => convertParts(same, toBase));
  for (const { elementId, taxId, baseAmount } of [...charged, ...withheld])
    values.get(elementId)!.taxes.set(taxId!, baseAmount);
  return values;
}

const taxRules = {
  sale: { itbis: 'salesTax', isc: 'salesIsc', other: 'salesOtherTax', tip: 'salesTip', withheld: 'taxWithheldFromUs' },
  purchase: {
    itbis: 'purchaseTax',
    isc: 'purchaseIsc',
    other: 'purchaseOtherTax',
    tip: 'purchaseTip',
    withheld: 'withholdings',
  },
} as const;

/** The posting rule of a tax that names no account. */
export const taxRuleOf = ({ kind }: Pick<ElementTax, 'kind'>, direction: Direction): string =>
  taxRules[direction][kind === 'withheld-itbis' || kind === 'withheld-isr' ? 'withheld' : kind];

const sharingOrder = ['tip', 'other', 'isc', 'itbis'];

/**
 * The order in which taxes share the converted tax of a document. It decides which tax takes the cents of rounding, so it is
 * one for the books, the filings and electronic documents: by their code there, then ITBIS from the highest rate.
 */
export const inSharingOrder = <T extends { kind: string; rate: string }>(taxes: T[]): T[] =>
  taxes.toSorted(
    (a, b) => sharingOrder.indexOf(a.kind) - sharingOrder.indexOf(b.kind) || Number(b.rate) - Number(a.rate),
  );

const netOf = ({ resourceId, net }: PostedElement) => ({ resourceId, taxId: null, amount: net });

const taxPart = (tax: ElementTax, direction: Direction, rules: Map<string, string>): Unconverted => ({
  accountId: tax.chartAccountId ?? rules.get(taxRuleOf(tax, direction))!,
  resourceId: null,
  taxId: tax.taxId,
  purpose: isWithheld(tax) ? 'withheld' : 'tax',
  amount: tax.amount,
});

/** The taxes share the difference between the converted total and the converted net. */
function withTaxes<P extends Unconverted>(
  nets: (P & { baseAmount: bigint })[],
  taxes: P[],
  toBase: (minor: bigint) => bigint,
): (P & { baseAmount: bigint })[] {
  const [net, baseNet] = [sum(nets.map(({ amount }) => amount)), sum(nets.map(({ baseAmount }) => baseAmount))];
  const amounts = taxes.map(({ amount }) => amount);
  const shares = shareOut(toBase(net + sum(amounts)) - baseNet, amounts);
  return [...nets, ...taxes.map((tax, place) => ({ ...tax, baseAmount: shares[place]! }))];
}

/** The account of a line: its own, else that of its item, else that of the posting rules. */
function placeOf(
  { chartAccountId, resourceId }: PostedElement,
  { direction, deliverLater, rules, resources }: Pick<Document, 'direction' | 'deliverLater' | 'rules' | 'resources'>,
): { accountId: string; purpose: 'net' | 'stock' } {
  const resource = resourceId === null ? undefined : resources.get(resourceId);
  const at = (accountId: string) => ({ accountId, purpose: 'net' as const });
  if (chartAccountId) return at(chartAccountId);
  if (direction === 'sale') return at(resource?.salesChartAccountId ?? rules.get('sales')!);
  if (!resource?.tracksStock) return at(resource?.expenseChartAccountId ?? rules.get('expenses')!);
  // Goods that are paid for and still to come are owed by the supplier.
  return deliverLater ? at(rules.get('supplierAdvances')!) : { accountId: rules.get('inventory')!, purpose: 'stock' };
}

/** The discounts of a sale by the account that its price is posted to. */
function discountsOf(document: Document): Part[] {
  const parts = document.elements
    .filter(({ discount }) => discount > 0n)
    .map((element) => ({
      accountId: placeOf(element, document).accountId,
      resourceId: element.resourceId,
      taxId: null,
      purpose: 'discount' as const,
      amount: element.discount,
    }))
    .filter(({ accountId }) => accountId !== document.rules.get('salesDiscounts'));
  return convertParts(gather(parts), document.toBase);
}

type Unconverted = Omit<Part, 'baseAmount'>;

const keyOf = ({ accountId, resourceId, taxId, purpose }: Unconverted): string =>
  [accountId, resourceId, taxId, purpose].join();

/** The parts of the same account, item and tax become one. */
const gather = (parts: Unconverted[]): Unconverted[] =>
  [...Map.groupBy(parts, keyOf).values()].map((same) => ({
    ...same[0]!,
    amount: sum(same.map(({ amount }) => amount)),
  }));

/** The same parts with those of one account, item and tax next to each other, in the order of `gather`. */
const grouped = <P extends Unconverted>(parts: P[]): P[] => [...Map.groupBy(parts, keyOf).values()].flat();

/** Converts amounts one after the other, each as the difference that it makes to the converted sum. */
function convertParts<P extends Unconverted>(
  parts: P[],
  toBase: (minor: bigint) => bigint,
): (P & { baseAmount: bigint })[] {
  let [amount, base] = [0n, 0n];
  return parts.map((part) => {
    amount += part.amount;
    const until = toBase(amount);
    const baseAmount = until - base;
    base = until;
    return { ...part, baseAmount };
  });
}

function transferMaker({
  currency,
  baseCurrency,
  accounts,
}: {
  currency: string;
  baseCurrency: string;
  accounts: Map<string, PostingAccount>;
}) {
  /** The amount in the account's own currency, if that is not the organization's. */
  const ownAmount = (part: Part): bigint => {
    const own = accounts.get(part.accountId)?.currency ?? baseCurrency;
    if (own === baseCurrency) return part.baseAmount;
    if (own === currency) return part.amount;
    throw CurrencyMismatch();
  };
  return (part: Part, other: { debit: string } | { credit: string }): Transfer => ({
    ...('debit' in other
      ? { debit: other.debit, credit: part.accountId, creditAmount: ownAmount(part) }
      : { debit: part.accountId, credit: other.credit, debitAmount: ownAmount(part) }),
    amount: part.baseAmount,
    purpose: part.purpose,
    taxId: part.taxId,
    resourceId: part.resourceId,
  });
}

function storedTaxes(charged: Part[], taxes: ElementTax[]): StoredTax[] {
  const byId = new Map(taxes.map((tax) => [tax.taxId, tax]));
  return charged
    .filter(({ purpose }) => purpose === 'tax')
    .map(({ taxId, amount, baseAmount }) => {
      const { name, rate } = byId.get(taxId!)!;
      return { name, rate, amount: String(amount), baseAmount: String(baseAmount) };
    });
}
