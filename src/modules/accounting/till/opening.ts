import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { refuseIfArchived } from '../division/closed-balances.ts';
import { lockDivisions, updateMoments } from '../division/division.sql.ts';
import { momentAfter } from '../division/moment.ts';
import { lockMoneyAccounts, moveMoney, type Place } from '../division/transfer.ts';
import {
  type Account,
  divisions as allDivisions,
  closePreviews,
  type Division,
  type Opening,
  posOpeningBalances,
  posOpenings,
} from '../tables.ts';
import { describeClose } from './close.ts';
import { postDifference } from './difference.ts';
import { type RunningLine, readRunningBalance } from './running-balance.ts';
import { selectLastClose, selectOpening, selectOpeningBalances } from './till.sql.ts';

export const PosAlreadyOpen = refusal(
  'pos_already_open',
  'The point of sale is already open: close it before you open it again.',
  409,
);
export const NotACashAccount = refusal(
  'not_a_cash_account',
  'A float must name a cash account that this branch may use.',
);
export const FloatNotCovered = refusal(
  'float_not_covered',
  'The books hold less than the float: give in `from` the account that the rest was taken from.',
);

interface Float {
  accountId: string;
  amount: string;
  from?: { accountId: string; divisionId: string | null } | undefined;
}

interface Locked {
  divisions: Division[];
  accounts: Account[];
}

/** Opens the point of sale: brings the books to the floats in the drawers, and starts counting the day. */
export async function openPos(
  ctx: TenantContext,
  divisionId: string,
  request: { floats: Float[]; note?: string | undefined },
) {
  const { floats } = request;
  const accounts = await lockMoneyAccounts(
    ctx,
    floats.flatMap(({ accountId, from }) => [accountId, ...(from ? [from.accountId] : [])]),
  );
  const divisionIds = [divisionId, ...floats.flatMap(({ from }) => from?.divisionId ?? [])];
  const divisions = await lockDivisions(ctx, divisionIds, 'FOR UPDATE');
  const division = divisions.find(({ id }) => id === divisionId);
  if (!division) throw NotFound();
  refuseIfArchived(division);
  if (await selectOpening(ctx, divisionId)) throw PosAlreadyOpen();
  const { lines } = await readRunningBalance(ctx, divisionId);
  for (const [place, float] of floats.entries()) {
    await layFloat(ctx, division, lines, { accounts, divisions }, float, `body.floats[${place}]`);
  }
  const { lines: laid } = await readRunningBalance(ctx, divisionId);
  const openedAt = momentAfter(ctx, divisions);
  const id = newId();
  await posOpenings.insert(ctx, { id, divisionId, note: request.note ?? null, openedAt, openedBy: ctx.userId });
  const withFloat = new Set(floats.map(({ accountId }) => accountId));
  const balances = laid.map(({ account, ownDebit, ownCredit }) => ({
    openingId: id,
    accountId: account.id,
    ownDebit,
    ownCredit,
    float: withFloat.has(account.id) ? ownDebit - ownCredit : null,
  }));
  await posOpeningBalances.insertMany(ctx, balances);
  await updateMoments(ctx, divisionId, { countedAt: openedAt });
  await closePreviews.delete(ctx, { divisionId });
  return readOpenState(ctx, divisionId);
}

/** Brings the books to the cash in the drawer: more is moved from another account, less is posted as cash short. */
async function layFloat(
  ctx: TenantContext,
  division: Division,
  lines: RunningLine[],
  locked: Locked,
  float: Float,
  path: string,
): Promise<void> {
  const line = lines.find(({ account }) => account.id === float.accountId);
  if (!line) throw unknownReference(`${path}.accountId`, 'This account');
  const { account, expected } = line;
  if (account.kind !== 'cash' || (account.divisionId ?? division.id) !== division.id) throw NotACashAccount();
  const missing = toMinor(float.amount, account.currency) - expected;
  if (missing === 0n) return;
  if (missing < 0n) {
    await postDifference(ctx, division.id, line, missing);
    return;
  }
  if (!float.from) {
    const held = fromMinor(expected, account.currency);
    throw FloatNotCovered(`The books hold ${held} ${account.currency} of ${account.name} here.`, {
      errors: [{ path: `${path}.from`, code: 'required', message: 'Give the account that the rest was taken from.' }],
    });
  }
  requireAlso(ctx, 'accounting:write');
  await moveMoney(ctx, {
    from: placeOf(float.from, locked, `${path}.from`),
    to: { account, division },
    amount: fromMinor(missing, account.currency),
    date: ctx.today.toString(),
    description: `Fondo de caja de ${division.name}`,
  });
}

function placeOf(from: NonNullable<Float['from']>, { accounts, divisions }: Locked, path: string): Place {
  const account = accounts.find(({ id }) => id === from.accountId);
  if (!account) throw unknownReference(`${path}.accountId`, 'This account');
  if (from.divisionId === null) return { account, division: null };
  const division = divisions.find(({ id }) => id === from.divisionId);
  if (!division) throw unknownReference(`${path}.divisionId`, 'This branch');
  return { account, division };
}

export async function readOpenState(ctx: TenantContext, divisionId: string) {
  const [, opening = null, lastClose = null] = await Promise.all([
    allDivisions.get(ctx, divisionId),
    selectOpening(ctx, divisionId),
    selectLastClose(ctx, divisionId),
  ]);
  return {
    divisionId,
    open: opening !== null,
    opening: opening && { ...opening, floats: await floatsOf(ctx, opening) },
    lastClose: lastClose && (await describeClose(ctx, lastClose)),
  };
}

async function floatsOf(ctx: TenantContext, opening: Opening) {
  const balances = await selectOpeningBalances(ctx, opening.id);
  return balances.flatMap(({ accountId, name, currency, float }) =>
    float === null ? [] : [{ accountId, name, currency, amount: fromMinor(float, currency) }],
  );
}
