import type { TenantContext } from '#platform/context.ts';
import { batchedWrite } from '#platform/db/batched.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { violates } from '#platform/db/violation.ts';
import { orNull } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { beforePostingToInventory } from '../hooks.ts';
import { ledgerTransfers } from '../tables.ts';
import { digestOf } from './digest.ts';
import {
  entriesToInsert,
  lockActiveEntry,
  type NewRecord,
  type PostedEntry,
  type PostedTransfer,
  postedColumns,
  selectPostable,
  selectPostingRules,
} from './ledger.sql.ts';

export const AccountNotPostable = refusal(
  'account_not_postable',
  'A heading or an archived account takes no postings: choose an account under it that is in use.',
);
const NothingToReverse = refusal(
  'nothing_to_reverse',
  'This entry was already reversed: there is nothing left to reverse.',
  409,
);

/** Moves an amount from one account to another. Amounts are minor units. */
export interface Transfer {
  debit: string;
  credit: string;
  /** In the organization's currency. */
  amount: bigint;
  /** In the account's own currency, where that is another. */
  debitAmount?: bigint;
  creditAmount?: bigint;
  purpose: string;
  divisionId?: string | null | undefined;
  projectId?: string | null | undefined;
  contactId?: string | null | undefined;
  taxId?: string | null | undefined;
  resourceId?: string | null | undefined;
}

interface Entry {
  recordId: string;
  version: number;
  date: Temporal.PlainDate;
  description: string;
  transfers: Transfer[];
}

/** The only way to post to the ledger. An entry never changes; `reverse` cancels it. A new record is written with its entry. */
export async function post(ctx: TenantContext, entry: Entry, record: NewRecord | null): Promise<void> {
  if (entry.transfers.length === 0) throw new Error('An entry has at least one transfer.');
  const transfers = entry.transfers.map(
    (transfer): PostedTransfer => ({
      debitAccountId: transfer.debit,
      creditAccountId: transfer.credit,
      amount: transfer.amount,
      debitAmount: transfer.debitAmount ?? transfer.amount,
      creditAmount: transfer.creditAmount ?? transfer.amount,
      ...orNull(transfer, ['divisionId', 'projectId', 'contactId', 'taxId', 'resourceId']),
      purpose: transfer.purpose,
    }),
  );
  await refuseUnpostable(ctx, entry.transfers);
  await writeEntry(ctx, { ...headOf(ctx, entry), date: entry.date.toString(), reversesId: null }, transfers, record);
}

async function writeEntry(
  ctx: TenantContext,
  entry: PostedEntry,
  transfers: PostedTransfer[],
  record: NewRecord | null = null,
): Promise<void> {
  const accounts = await selectPostable(ctx);
  const written = transfers.map((transfer) => ({
    ...transfer,
    debitCurrency: accounts.get(transfer.debitAccountId)!.currency,
    creditCurrency: accounts.get(transfer.creditAccountId)!.currency,
  }));
  ctx.seal({ id: entry.id, digest: digestOf(entry, written) });
  insertEntry(ctx, { ...entry, transfers: written, record });
}

const insertEntry = batchedWrite(entriesToInsert, { refuse: retryIfAccountChanged });

/** An account became a heading or was deleted meanwhile: run again to see it. */
function retryIfAccountChanged(error: unknown): never {
  throw violates(error, 'ledger_tail_account_fkey') ? new RetryTransaction() : error;
}

/** Reverses the entry of a record: the same transfers in the other direction, on the given day. */
export async function reverse(ctx: TenantContext, recordId: string, date: Temporal.PlainDate): Promise<void> {
  const active = await lockActiveEntry(ctx, recordId);
  if (!active) throw NothingToReverse();
  const transfers = await ledgerTransfers.all(
    ctx,
    { entryId: active.id },
    { columns: postedColumns, orderBy: ['line'] },
  );
  const head = headOf(ctx, { recordId, version: active.version, description: active.description });
  await writeEntry(ctx, { ...head, date: date.toString(), reversesId: active.id }, transfers.map(reversed));
}

const headOf = (ctx: TenantContext, entry: Pick<Entry, 'recordId' | 'version' | 'description'>) => ({
  id: newId(),
  recordId: entry.recordId,
  version: entry.version,
  description: entry.description,
  postedBy: ctx.userId,
  postedAt: ctx.now,
});

const reversed = (transfer: PostedTransfer): PostedTransfer => ({
  ...transfer,
  debitAccountId: transfer.creditAccountId,
  creditAccountId: transfer.debitAccountId,
  debitAmount: transfer.creditAmount,
  creditAmount: transfer.debitAmount,
});

/** The open tail references the accounts, so none becomes a heading before the transfers are written. */
async function refuseUnpostable(ctx: TenantContext, transfers: Transfer[]): Promise<void> {
  const [accounts, rules] = await Promise.all([selectPostable(ctx), selectPostingRules(ctx)]);
  const named = transfers.flatMap(({ debit, credit }) => [accounts.get(debit), accounts.get(credit)]);
  if (named.includes(undefined)) throw unknownReference('body', 'An account of the chart');
  if (named.some((account) => !account!.postable || account!.archivedAt)) throw AccountNotPostable();
  const inventory = rules.get('inventory');
  const movesNoStock = ({ debit, credit, purpose }: Transfer) =>
    (debit === inventory || credit === inventory) && !purpose.startsWith('stock');
  if (transfers.some(movesNoStock)) await beforePostingToInventory(ctx);
}
