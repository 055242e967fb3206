import { z } from 'zod';
import { listOf, oneOf } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { type PendingPayment, pendingPayments } from '../tables.ts';

/** The payments of a document for other modules, oldest first, voided ones included. */
export const paymentList = listOf(pendingPayments, {
  filters: {},
  scope: { pendingRecordId: oneOf('pendingRecordId', z.uuid()) },
  sort: { created: 'createdAt' },
  order: 'created',
});

export const selectPayments = (tenant: Tenant, pendingRecordId: string): Promise<PendingPayment[]> =>
  pendingPayments.all(tenant, { pendingRecordId }, { orderBy: ['createdAt', 'id'] });

/** The payments that these records paid, voided ones included. */
export const selectPaymentsOfRecords = (tenant: Tenant, recordIds: string[]): Promise<PendingPayment[]> =>
  pendingPayments.all(tenant, { recordId: recordIds }, { orderBy: ['createdAt', 'id'] });

export const selectPayment = (tenant: Tenant, id: string): Promise<PendingPayment | undefined> =>
  pendingPayments.find(tenant, id);

/** A part that is settled without money. A credit that is canceled settles the rest of its document so. */
export const isWriteOff = ({ source, accountId }: Pick<PendingPayment, 'source' | 'accountId'>): boolean =>
  source === 'write-off' || (source === 'credit' && accountId === null);
