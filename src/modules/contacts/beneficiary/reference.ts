import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { type Datum, selectData } from '../contact-data/contact-data.sql.ts';
import { type Contact, selectContact, selectGroups } from './beneficiary.sql.ts';
import { holdContact } from './beneficiary.ts';

/**
 * The contact that a body names, or 422 with the path of the field. Write the id of what this answers: a contact that was
 * merged is the one that stands. It is held, so it cannot be merged away before what points at it is written.
 */
export async function requireContact(ctx: TenantContext, id: string, path: string): Promise<Contact> {
  const contact = await holdContact(ctx, id, 'reference');
  if (!contact) throw unknownReference(path, 'This beneficiary');
  return contact;
}

/** The contact with this id, or the one that it was merged into. */
export const findContact = (ctx: TenantContext, id: string): Promise<Contact | undefined> =>
  selectContact(ctx.tx, ctx.organizationId, id);

/** Every id under which the postings of a contact may stand: its own and those that were merged into it. */
export async function contactGroup(ctx: TenantContext, id: string): Promise<string[]> {
  const contact = await findContact(ctx, id);
  if (!contact) return [id];
  return (await selectGroups(ctx.tx, ctx.organizationId, [contact.id])).map((member) => member.id);
}

/** The telephones, addresses and other data of contacts: each kind together, the primary one first. */
export const contactDataOf = (ctx: TenantContext, contactIds: string[]): Promise<Datum[]> =>
  selectData(ctx.tx, ctx.organizationId, contactIds);
