import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { activeDivision, divisionInUse, onlyDivision } from '../division/division.ts';
import { type Account, accounts } from '../tables.ts';

export const AccountOfOtherDivision = refusal(
  'account_of_other_division',
  'The account belongs to another branch: use an account of this branch, or one without a branch.',
);

type Owner = Pick<Account, 'divisionId' | 'kind'>;

/**
 * The division of money: that of its account, so that the close of a till counts everything in its drawer; else the given
 * one, by default the active division of the session.
 */
export async function divisionOfMoney(
  ctx: TenantContext,
  account: Owner | null,
  given: string | null | undefined,
  path = 'body.accountId',
): Promise<string | null> {
  if (!account?.divisionId)
    return given === undefined ? ((await activeDivision(ctx)) ?? (account && tillOf(ctx, account))) : given;
  if (given && given !== account.divisionId) {
    const errors = [{ path, code: 'other_division', message: 'The account belongs to another division.' }];
    throw AccountOfOtherDivision(undefined, { errors });
  }
  return account.divisionId;
}

/** The division of an account's money where the request names none. An archived division cannot be used. */
export async function divisionOfAccount(ctx: TenantContext, accountId: string): Promise<string | null> {
  const account = await accounts.find(ctx, accountId);
  return account ? divisionInUse(ctx, await tillOf(ctx, account)) : null;
}

/**
 * The division whose till counts the money of an account. Cash without a division is in the till of the only one: otherwise its close
 * would take that cash for a surplus.
 */
export const tillOf = async (ctx: TenantContext, { divisionId, kind }: Owner): Promise<string | null> =>
  divisionId ?? (kind === 'cash' ? onlyDivision(ctx) : null);
