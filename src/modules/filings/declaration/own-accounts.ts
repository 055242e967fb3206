import type { PostingRule, Transfer } from '#modules/accounting/index.ts';
import type { FiscalTax } from '#modules/invoicing/index.ts';

type PostedTax = Pick<FiscalTax, 'chartAccountId' | 'amount'>;

/** Amounts in the accounts of taxes that have their own. A payment moves them to the accounts of the posting rules, from which it is made. */
export class OwnAccounts {
  readonly #credits = new Map<string, { rule: PostingRule; accountId: string; credit: bigint }>();

  /** Adds taxes to what is credited to their accounts; with a negative sign, to what is debited. */
  add(rule: PostingRule, taxes: PostedTax[], sign: bigint): void {
    for (const { chartAccountId: accountId, amount } of taxes) {
      if (!accountId) continue;
      const before = this.#credits.get(`${rule} ${accountId}`)?.credit ?? 0n;
      this.#credits.set(`${rule} ${accountId}`, { rule, accountId, credit: before + sign * amount });
    }
  }

  transfers(rules: ReadonlyMap<string, string>): Transfer[] {
    return [...this.#credits.values()].flatMap(({ rule, accountId, credit }) => {
      const usual = rules.get(rule)!;
      if (usual === accountId || credit === 0n) return [];
      return credit > 0n
        ? [{ debit: accountId, credit: usual, amount: credit, purpose: 'tax' }]
        : [{ debit: usual, credit: accountId, amount: -credit, purpose: 'tax' }];
    });
  }
}
