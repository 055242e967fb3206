import type { StoredTax, Transfer } from '#modules/accounting/index.ts';
import { inSharingOrder, isWithheld, taxRuleOf } from '#modules/invoicing/index.ts';
import { shareOut, sum } from '#platform/decimal.ts';
import type { ReturnDraft } from './draft.ts';
import type { ReturnContent, ReturnLine } from './return.sql.ts';

interface Part {
  accountId: string;
  resourceId: string | null;
  taxId: string | null;
  amount: bigint;
}

/**
 * A credit note says the invoice the other way round: sales returns and taxes against the receivable, the payable against
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
          amount: tax.amount,
        })),
    );
  const nets = gather(
    lines.map((line) => ({
      accountId: accountOf(line, draft, rules, balanceSheet),
      resourceId: elements.get(line.elementId)!.resourceId,
      taxId: null,
      amount: line.net,
    })),
  );
  const transfersOf = (parts: Part[], base: bigint, purpose: string, back: boolean): Transfer[] => {
    const amounts = shareOut(
      base,
      parts.map(({ amount }) => amount),
    );
    return parts.map(({ accountId, resourceId, taxId }, place) => ({
      ...(isSale === back ? { debit: accountId, credit: owed } : { debit: owed, credit: accountId }),
      amount: amounts[place]!,
      purpose,
      resourceId,
      taxId,
    }));
  };
  return [
    ...transfersOf(nets, content.baseNet, 'net', true),
    ...transfersOf(taxParts(false), content.baseTax, 'tax', true),
    ...transfersOf(taxParts(true), content.baseWithheld, 'withheld', false),
  ].filter(({ amount }) => amount > 0n);
}

/** The taxes of the credit note for its record. In the organization's currency they share its tax exactly. */
export function taxesOf(
  { baseTax }: ReturnContent,
  lines: ReturnLine[],
  elements: ReturnDraft['elements'],
): StoredTax[] {
  const charged = inSharingOrder(
    lines.flatMap(({ elementId, taxes }) =>
      taxes.flatMap(({ taxId, amount }) => {
        const { name, rate, kind } = elements.get(elementId)!.taxes.find((each) => each.taxId === taxId)!;
        return isWithheld({ kind }) ? [] : [{ key: `${taxId} ${rate}`, name, rate, kind, amount }];
      }),
    ),
  );
  const groups = [...Map.groupBy(charged, ({ key }) => key).values()];
  const amounts = groups.map((same) => sum(same.map(({ amount }) => amount)));
  const bases = shareOut(baseTax, amounts);
  return groups
    .map((same, place) => ({
      name: same[0]!.name,
      rate: same[0]!.rate,
      amount: String(amounts[place]!),
      baseAmount: String(bases[place]!),
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
