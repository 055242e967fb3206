import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { useLabels } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { givenFields } from '#platform/http/change.ts';
import { sortNameOf } from '#platform/search/folded.ts';
import { changesData, type DataPlan, replaceData } from '../contact-data/replace.ts';
import { afterContactsArchived } from '../hooks.ts';
import { type Contact, contacts } from '../tables.ts';
import { cleanTaxId } from '../tax-id/tax-id.ts';
import type { BeneficiaryChange } from './beneficiary.schema.ts';
import { draftTaxData, minorOf, type References } from './draft.ts';
import { indexContacts } from './index-names.ts';

export interface Change {
  before: Contact;
  given: Omit<z.output<typeof BeneficiaryChange>, 'id'>;
  data?: DataPlan | undefined;
}

const changeable = [
  'kind',
  'isCustomer',
  'isSupplier',
  'name',
  'sortName',
  'legalName',
  'taxId',
  'taxIdKind',
  'taxStatus',
  'taxCheckedAt',
  'fiscalType',
  'notes',
  'labels',
  'priceTier',
  'creditLimit',
  'paymentTermsDays',
  'sellerId',
  'paymentReminders',
  'abroad',
  'archivedAt',
] as const;
type Fields = Pick<Contact, (typeof changeable)[number]>;

/** Writes the changes of held contacts. Answers the ids of those that change something. */
export async function applyChanges(ctx: TenantContext, changes: Change[], references: References) {
  const planned = changes.map(({ before, given, data }) => {
    const after = afterChange(ctx, before, given, references);
    const isChanged = changeable.some((field) => !isDeepStrictEqual(after[field], before[field]));
    return { before, after, data, isChanged: isChanged || (data !== undefined && changesData(data)) };
  });
  const real = planned.filter(({ isChanged }) => isChanged);
  if (real.length === 0) return new Set<string>();
  await useLabels(
    ctx,
    'contact',
    real.flatMap(({ after }) => after.labels),
  );
  await contacts.updateMany(
    ctx,
    real.map(({ before: { id }, after }) => ({ id, ...after, updatedAt: ctx.now })),
  );
  await replaceData(
    ctx,
    real.flatMap(({ data }) => data ?? []),
  );
  const idsOf = (isIn: (change: (typeof real)[number]) => boolean) => real.filter(isIn).map(({ before: { id } }) => id);
  const renamed = idsOf(({ before, after }) => after.name !== before.name || after.legalName !== before.legalName);
  if (renamed.length > 0) await indexContacts(ctx, renamed);
  const archived = idsOf(({ before, after }) => before.archivedAt === null && after.archivedAt !== null);
  if (archived.length > 0) await afterContactsArchived(ctx, archived);
  return new Set(real.map(({ before: { id } }) => id));
}

/** The stored fields of a contact after a change. */
function afterChange(ctx: TenantContext, before: Contact, given: Change['given'], references: References): Fields {
  const { version: _, archived, creditLimit, taxIdKind, ...fields } = given;
  const after = { ...before, ...givenFields(fields) };
  const taxId = after.taxId && cleanTaxId(after.taxId);
  const isTaxDataChanged = taxId !== before.taxId || (taxIdKind !== undefined && taxIdKind !== before.taxIdKind);
  const changed = {
    ...after,
    sortName: sortNameOf(after.name),
    creditLimit: creditLimit === undefined ? before.creditLimit : minorOf(ctx, creditLimit),
    archivedAt: archived === undefined ? before.archivedAt : archived ? (before.archivedAt ?? String(ctx.now)) : null,
    taxId,
    ...(isTaxDataChanged && draftTaxData(ctx, { taxId, taxIdKind, legalName: after.legalName }, references)),
  };
  return Object.fromEntries(changeable.map((field) => [field, changed[field]])) as unknown as Fields;
}
