import { refusal } from '#platform/refusal.ts';
import type { PendingRecord } from '../tables.ts';

export const NotPayable = refusal('not_payable', 'Only an issued invoice or loan can be paid: issue it first.');

export function refuseUnpayable({ kind, status }: PendingRecord): void {
  if (status !== 'issued' || kind === 'quote' || kind === 'order') throw NotPayable();
}

/** A document that is written with its payments has no number yet; every other issued one has. */
export const isUnwritten = ({ status, number }: PendingRecord): boolean => status === 'issued' && number === null;

/** An invoice before it is written, with what the database computes. */
export function unwritten(document: Omit<PendingRecord, 'due' | 'balance' | 'state' | 'isOpen'>): PendingRecord {
  const due = document.total - document.withheld;
  const balance = due - document.paid;
  const state = balance === 0n ? 'paid' : document.paid > 0n ? 'partial' : 'open';
  return { ...document, due, balance, state, isOpen: balance > 0n };
}
