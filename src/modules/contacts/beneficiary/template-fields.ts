import type { FieldSources } from '#modules/files/index.ts';
import { formatTaxId } from '#modules/organization/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { contactDataOf } from '../contact-data/contact-data.sql.ts';
import { requireContact } from './reference.ts';

/** Fills the fields of a template from a contact, for a caller who may read contacts. */
export async function fillContactFields(
  ctx: TenantContext,
  { contactId }: FieldSources,
  values: Map<string, string | null>,
): Promise<void> {
  if (contactId === undefined) return;
  requireAlso(ctx, 'contacts:read');
  const contact = await requireContact(ctx, contactId, 'body.contactId');
  const data = await contactDataOf(ctx, [contact.id]);
  values.set('contact.name', contact.name);
  values.set('contact.legalName', contact.legalName ?? contact.name);
  values.set('contact.taxId', contact.taxId && formatTaxId(contact.taxId, contact.taxIdKind));
  for (const kind of ['email', 'phone', 'address'])
    values.set(`contact.${kind}`, data.find((datum) => datum.kind === kind)?.value ?? null);
}
