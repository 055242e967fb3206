import type { StoredTax, Transfer } from '#modules/accounting/index.ts';
import { inSharingOrder, isWithheld, taxRuleOf } from '#modules/invoicing/index.ts';
import { sumOf } from '#platform/decimal.ts';
import type { ReturnDraft } from './draft.ts';
import type { ReturnLine } from './return.sql.ts';

interface Part {
  accountId: string;
  resourceId: string | null;
  taxId: string | null;
  /** In the organization's currency. */
  amount: bigint;
}

/**
 * A credit note reverses the invoice: sales returns and taxes against the receivable, the payable against
 * what was bought and its taxes. What was withheld moves back too. Goods that go back to a supplier leave the stock at
 * what they cost there, against the same account as what the supplier credits for them.
 */
export function postingsOf(
  draft: ReturnDraft,
  rules: Map<string, string>,
  balanceSheet: ReadonlySet<string>,
): Transfer[] {
  const { content, lines, elements } = draft;
  const rule = (name: string): string => rules.get(name)!;
  const isSale = content.direction === 'sale';
  const owed = rule(isSale ? 'receivable' : 'payable');
  const taxed = inSharingOrder(
    lines.flatMap((line) =>
      line.taxes.map((tax) => ({
        ...elements.get(line.elementId)!.taxes.find(({ taxId }) => taxId === tax.taxId)!,
        ...tax,
      })),
    ),
  );
  const taxParts = (withheld: boolean) =>
    gather(
      taxed
        .filter((tax) => isWithheld(tax) === withheld)
        .map((tax) => ({
          accountId: tax.chartAccountId ?? rule(taxRuleOf(tax, content.direction)),
          resourceId: null,
          taxId: tax.taxId,
          amount: tax.baseAmount!,
        })),
    );
  const nets = gather(
    lines.map((line) => ({
      accountId: accountOf(line, draft, rules, balanceSheet),
      resourceId: elements.get(line.elementId)!.resourceId,
      taxId: null,
      amount: line.baseNet,
    })),
  );
  const transfersOf = (parts: Part[], purpose: string, back: boolean): Transfer[] =>
    parts.map(({ accountId, ...part }) => ({
      ...(isSale === back ? { debit: accountId, credit: owed } : { debit: owed, credit: accountId }),
      ...part,
      purpose,
    }));
  return [
    ...transfersOf(nets, 'net', true),
    ...transfersOf(taxParts(false), 'tax', true),
    ...transfersOf(taxParts(true), 'withheld', false),
  ].filter(({ amount }) => amount > 0n);
}

/** The taxes of the credit note for its record. */
export function taxesOf(lines: ReturnLine[], elements: ReturnDraft['elements']): StoredTax[] {
  const charged = inSharingOrder(
    lines.flatMap(({ elementId, taxes }) =>
      taxes.flatMap(({ taxId, amount, baseAmount }) => {
        const { name, rate, kind } = elements.get(elementId)!.taxes.find((each) => each.taxId === taxId)!;
        return isWithheld({ kind })
          ? []
          : [{ key: `${taxId} ${rate}`, name, rate, kind, amount, baseAmount: baseAmount! }];
      }),
    ),
  );
  const groups = [...Map.groupBy(charged, ({ key }) => key).values()];
  return groups
    .map((same) => ({
      name: same[0]!.name,
      rate: same[0]!.rate,
      amount: String(sumOf(same, ({ amount }) => amount)),
      baseAmount: String(sumOf(same, ({ baseAmount }) => baseAmount)),
    }))
    .filter(({ amount }) => amount !== '0');
}

/** The account from which the net of a line is reversed. Sales returns are an account of their own, so income stays. */
function accountOf(
  { elementId, disposition }: ReturnLine,
  { content, elements, sold }: ReturnDraft,
  rules: Map<string, string>,
  balanceSheet: ReadonlySet<string>,
): string {
  const { chartAccountId, resourceId } = elements.get(elementId)!;
  const isSale = content.direction === 'sale';
  if (chartAccountId && (!isSale || balanceSheet.has(chartAccountId))) return chartAccountId;
  if (isSale) return rules.get('salesReturns')!;
  const resource = resourceId === null ? undefined : sold.resources.get(resourceId);
  if (!resource?.tracksStock) return resource?.expenseChartAccountId ?? rules.get('expenses')!;
  return rules.get(disposition === 'undelivered' ? 'supplierAdvances' : 'inventoryAdjustments')!;
}

/** The parts of the same account, item and tax become one. */
function gather(parts: Part[]): Part[] {
  const gathered = new Map<string, Part>();
  for (const part of parts) {
    const key = [part.accountId, part.resourceId, part.taxId].join();
    gathered.set(key, { ...part, amount: part.amount + (gathered.get(key)?.amount ?? 0n) });
  }
  return [...gathered.values()];
}
