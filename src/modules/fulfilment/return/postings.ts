import type { Transfer } from '#modules/accounting/index.ts';
import { isWithheld, itbisLast, taxRuleOf } from '#modules/invoicing/index.ts';
import { shareOut } from '#platform/decimal.ts';
import type { ReturnDraft } from './draft.ts';
import type { ReturnLine } from './return.sql.ts';

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
export function postingsOf(draft: ReturnDraft, rules: Map<string, string>): Transfer[] {
  const { content, lines, elements } = draft;
  const rule = (name: string): string => rules.get(name)!;
  const isSale = content.direction === 'sale';
  const owed = rule(isSale ? 'receivable' : 'payable');
  const taxed = itbisLast(
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
      accountId: accountOf(line, draft, rules),
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

/** Where the net of a line is taken back from. */
function accountOf(
  { elementId, disposition }: ReturnLine,
  { content, elements, sold }: ReturnDraft,
  rules: Map<string, string>,
): string {
  const { chartAccountId, resourceId } = elements.get(elementId)!;
  if (content.direction === 'sale') return rules.get('salesReturns')!;
  if (chartAccountId) return chartAccountId;
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
