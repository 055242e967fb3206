import { sql } from 'kysely';
import { z } from 'zod';
import { list, oneOf } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { ecfReceived, type ReceivedEcf } from '../tables.ts';

/** A page does not read the documents themselves. */
const listed = [
  'id',
  'issuerTaxId',
  'issuerName',
  'number',
  'type',
  'issuedOn',
  'total',
  'itbis',
  'state',
  'refusedFor',
  'problem',
  'signedBy',
  'receivedAt',
  'approval',
  'approvalReason',
  'approvalState',
  'approvalProblem',
  'approvedBy',
  'approvedAt',
  'issuerState',
  'issuerProblem',
] as const;
export type ListedReceived = Pick<ReceivedEcf, (typeof listed)[number]>;

export const receivedList = list<ListedReceived>()({
  from: (tenant) => sql`${ecfReceived.of(tenant)} t`,
  select: sql.join(listed.map((column) => sql.ref(`t.${column}`))),
  filters: {
    state: oneOf('state', z.enum(['received', 'refused'])),
    taxId: oneOf('issuerTaxId', z.string().max(11), 'Of the issuer.'),
    number: oneOf('number', z.string().max(19)),
  },
  sort: { received: { by: sql.ref('t.receivedAt'), type: 'timestamp with time zone' } },
  order: '-received',
});

type NewReceived = Omit<Parameters<typeof ecfReceived.insert>[1], 'id'> & { id: string };

/** Stores a document, or replaces one that was refused. False: it was received before and stays as it is. */
export async function upsertReceived(tenant: Tenant, { id, ...document }: NewReceived): Promise<boolean> {
  if (await ecfReceived.insertUnlessTaken(tenant, { id, ...document })) return true;
  const { issuerTaxId, number } = document;
  return (await ecfReceived.updateAll(tenant, { issuerTaxId, number, state: 'refused' }, document)) > 0;
}
