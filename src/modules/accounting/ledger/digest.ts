import { createHash } from 'node:crypto';
import type { PostedEntry, WrittenTransfer } from './ledger.sql.ts';

/**
 * The digest of an entry in the hash chain (version 2): everything of it and of its transfers that a report can show. The time is that
 * of the event that seals it. The description comes last, because it is the only free text. The same text as in `ledger.sql.ts`.
 */
export function digestOf(entry: PostedEntry, transfers: WrittenTransfer[]): string {
  const lines = transfers.map((transfer, place) =>
    [
      place + 1,
      transfer.debitAccountId,
      transfer.creditAccountId,
      transfer.amount,
      transfer.debitAmount,
      transfer.creditAmount,
      transfer.debitCurrency,
      transfer.creditCurrency,
      entry.date,
      transfer.divisionId,
      transfer.projectId,
      transfer.contactId,
      transfer.taxId,
      transfer.resourceId,
      transfer.purpose,
    ].join('|'),
  );
  const { recordId, version, date, reversesId, postedBy, description } = entry;
  lines.push([recordId, version, date, reversesId, postedBy, description].join('|'));
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
