import type { FieldSources } from '#modules/files/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatDate } from '#platform/format.ts';
import { formatMinor } from '#platform/money.ts';
import { unknownReference } from '#platform/refusal.ts';
import { pendingRecords } from '../tables.ts';

/** Fills the fields of a template from a document (quote, order, invoice), for a caller who may read documents. */
export async function fillDocumentFields(
  ctx: TenantContext,
  { invoiceId }: FieldSources,
  values: Map<string, string | null>,
): Promise<void> {
  if (invoiceId === undefined) return;
  requireAlso(ctx, 'invoicing:read');
  const [document, notation] = await Promise.all([
    pendingRecords.find(ctx, invoiceId),
    readSettings(ctx, generalSettings),
  ]);
  if (!document) throw unknownReference('body.invoiceId', 'This document');
  const money = (minor: bigint): string => formatMinor(minor, document.currency, notation);
  values.set('document.number', document.number === null ? null : String(document.number));
  values.set('document.fiscalNumber', document.fiscalNumber);
  values.set('document.reference', document.reference);
  values.set('document.date', formatDate(document.date, notation));
  values.set('document.dueOn', formatDate(document.dueOn, notation));
  values.set('document.total', money(document.total));
  values.set('document.balance', money(document.balance));
  values.set('document.contactName', document.contactName);
  values.set('document.contactTaxId', document.contactTaxId);
}
