import { refusal } from '#platform/refusal.ts';
import type { PendingRecord } from '../tables.ts';

export const NotPayable = refusal('not_payable', 'Only an issued invoice or loan can be paid: issue it first.');

export function refuseUnpayable({ kind, status }: PendingRecord): void {
  if (status !== 'issued' || kind === 'quote' || kind === 'order') throw NotPayable();
}

/** A document that is written with its payments has no number yet; every other issued one has. */
export const isUnwritten = ({ status, number }: PendingRecord): boolean => status === 'issued' && number === null;

/** A document that can be paid, with what the database computes from its other columns. */
export function computed(document: Omit<PendingRecord, 'due' | 'balance' | 'state' | 'isOpen'>): PendingRecord {
  const due = document.total - document.withheld;
  const balance = due - document.paid;
  const unpaid = document.pastDueAt === null ? (document.paid > 0n ? 'partial' : 'open') : 'past-due';
  return { ...document, due, balance, state: balance === 0n ? 'paid' : unpaid, isOpen: balance > 0n };
}
