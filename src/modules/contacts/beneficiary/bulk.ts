import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { bulkResult, failed, type RowResult, refuseWrongRows } from '#platform/http/bulk.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import type { FieldError } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import { contactDataOf } from '../contact-data/contact-data.sql.ts';
import { planData } from '../contact-data/replace.ts';
import { type Contact, contacts, type Datum } from '../tables.ts';
import type { BeneficiaryRow } from './beneficiary.schema.ts';
import { duplicatesOf, writeDrafts } from './beneficiary.ts';
import { applyChanges, type Change } from './change.ts';
import { type Draft, draftBeneficiary, type References, readReferences, sellerErrors } from './draft.ts';

type Row = z.output<typeof BeneficiaryRow>;
type Held = { contact: Contact; data: Datum[] };
/** The plan for a row: create a contact, change one, or refuse the row. */
type Plan = { draft: Draft } | Change | { errors: FieldError[] };

/** Writes all rows or none, or with `validRowsOnly` every valid row: a row with an id changes that contact. */
export async function writeBeneficiaries(ctx: TenantContext, given: Row[], rows: GivenRows) {
  const held = await holdContacts(
    ctx,
    given.flatMap(({ id }) => id ?? []),
  );
  const references = await readReferences(
    ctx,
    given.map(({ id = '', taxId = held.get(id)?.contact.taxId, sellerId }) => ({ taxId, sellerId })),
  );
  const seen = new Set<string>();
  const plans = await mapInTurns(given, (row, index): Plan => {
    const path = `body.beneficiaries[${rows.placeOf(index)}]`;
    if (row.id === undefined) return planNew(ctx, row, references, path);
    const before = held.get(row.id);
    if (!before) return wrong(`${path}.id`, 'not_found', 'This contact does not exist.');
    if (seen.has(before.contact.id)) return wrong(`${path}.id`, 'duplicate', 'Another row changes the same contact.');
    seen.add(before.contact.id);
    return planChange(ctx, row, before, references, path);
  });
  refuseWrongRows(
    plans.filter((plan) => 'errors' in plan),
    rows,
  );
  await writeDrafts(
    ctx,
    plans.flatMap((plan) => ('draft' in plan ? plan.draft : [])),
  );
  const changed = await applyChanges(
    ctx,
    plans.flatMap((plan) => ('before' in plan ? plan : [])),
    references,
  );
  const { results, ...counts } = bulkResult(
    rows,
    plans.map((plan): RowResult => {
      if ('errors' in plan) return failed(plan.errors);
      if ('draft' in plan) return { id: plan.draft.contact.id, outcome: 'created', errors: [] };
      const { id } = plan.before;
      return { id, outcome: changed.has(id) ? 'updated' : 'unchanged', errors: [] };
    }),
  );
  const duplicates = await duplicatesOf(
    ctx,
    results.flatMap(({ id }) => id ?? []),
  );
  const withDuplicates = results.map((row) => ({ ...row, possibleDuplicates: duplicates.get(row.id ?? '') ?? [] }));
  return { ...counts, results: withDuplicates };
}

/** The contacts with these ids, or those that they were merged into, held against other changes. */
async function holdContacts(ctx: TenantContext, ids: string[]): Promise<Map<string, Held>> {
  const found = await contacts.all(ctx, { id: [...new Set(ids)] }, { columns: ['id', 'standingId'] });
  const survivors = { id: [...new Set(found.map(({ standingId }) => standingId))] };
  const held = await contacts.all(ctx, survivors, { orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });
  const byId = new Map(held.map((contact) => [contact.id, contact]));
  const data = Map.groupBy(await contactDataOf(ctx, survivors.id), ({ contactId }) => contactId);
  return new Map(
    found.map(({ id, standingId }) => [id, { contact: byId.get(standingId)!, data: data.get(standingId) ?? [] }]),
  );
}

const wrong = (path: string, code: string, message: string): Plan => ({ errors: [{ path, code, message }] });

function planNew(
  ctx: TenantContext,
  { id: _, version, archived, name, ...rest }: Row,
  references: References,
  path: string,
): Plan {
  if (name === undefined) return wrong(`${path}.name`, 'required', 'A new contact needs a name.');
  if (version !== undefined) return wrong(`${path}.version`, 'invalid', 'A new contact has no version yet.');
  if (archived) return wrong(`${path}.archived`, 'invalid', 'A new contact cannot be archived.');
  const draft = draftBeneficiary(ctx, { ...rest, name }, references, path);
  return draft.errors.length > 0 ? { errors: draft.errors } : { draft };
}

function planChange(
  ctx: TenantContext,
  { id: _, contactData, ...given }: Row,
  { contact: before, data: present }: Held,
  references: References,
  path: string,
): Plan {
  if (given.version !== undefined && given.version !== before.version) {
    return wrong(`${path}.version`, 'version_conflict', 'It was changed in the meantime: read it again.');
  }
  const owner = { contactId: before.id, data: present };
  const data = contactData && planData(ctx, owner, contactData, `${path}.contactData`);
  const errors = [...(data?.errors ?? []), ...sellerErrors(given.sellerId, references, path)];
  return errors.length > 0 ? { errors } : { before, given, data };
}
