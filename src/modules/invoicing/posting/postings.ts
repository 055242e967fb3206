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
  const nets = gather(
    elements.map((element) => {
      const place = placeOf(element, document);
      return { ...place, resourceId: element.resourceId, taxId: null, amount: element.net };
    }),
  );
  const allTaxes = inSharingOrder(elements.flatMap(({ taxes }) => taxes));
  const taxesOf = (withheld: boolean) =>
    gather(
      allTaxes
        .filter((tax) => isWithheld(tax) === withheld)
        .map((tax) => ({
          accountId: tax.chartAccountId ?? rule(taxRuleOf(tax, direction)),
          resourceId: null,
          taxId: tax.taxId,
          purpose: withheld ? ('withheld' as const) : ('tax' as const),
          amount: tax.amount,
        })),
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

/** The taxes share the difference between the converted total and the converted net. */
function withTaxes(nets: Part[], taxes: Omit<Part, 'baseAmount'>[], toBase: (minor: bigint) => bigint): Part[] {
  const [net, baseNet] = [sum(nets.map(({ amount }) => amount)), sum(nets.map(({ baseAmount }) => baseAmount))];
  const amounts = taxes.map(({ amount }) => amount);
  const shares = shareOut(toBase(net + sum(amounts)) - baseNet, amounts);
  return [...nets, ...taxes.map((tax, place) => ({ ...tax, baseAmount: shares[place]! }))];
}

/** Where a line is posted: where it says, else where its item says, else where the posting rules say. */
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

/** The parts of the same account, item and tax become one. */
function gather(parts: Omit<Part, 'baseAmount'>[]): Omit<Part, 'baseAmount'>[] {
  const gathered = new Map<string, Omit<Part, 'baseAmount'>>();
  for (const part of parts) {
    const key = [part.accountId, part.resourceId, part.taxId, part.purpose].join();
    const before = gathered.get(key);
    gathered.set(key, { ...part, amount: part.amount + (before?.amount ?? 0n) });
  }
  return [...gathered.values()];
}

/** Converts amounts one after the other, each as the difference that it makes to the converted sum. */
function convertParts(parts: Omit<Part, 'baseAmount'>[], toBase: (minor: bigint) => bigint): Part[] {
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
