import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { BulkRefused } from '#platform/refusal.ts';
import type { NewBeneficiaries } from './beneficiary.schema.ts';
import { duplicatesOf, writeDrafts } from './beneficiary.ts';
import { draftBeneficiary, readReferences } from './draft.ts';

const ERRORS_MAX = 100;

/** Adds all rows or none, or with `validRowsOnly` every valid row. The result has an entry for each row. */
export async function createBeneficiaries(
  ctx: TenantContext,
  { beneficiaries, validRowsOnly }: z.output<typeof NewBeneficiaries>,
) {
  const references = await readReferences(ctx, beneficiaries);
  const drafts = beneficiaries.map((row, place) =>
    draftBeneficiary(ctx, row, references, `body.beneficiaries[${place}]`),
  );
  const errors = drafts.flatMap((draft) => draft.errors);
  if (errors.length > 0 && !validRowsOnly) {
    throw BulkRefused(errors[0]!.message, { errors: errors.slice(0, ERRORS_MAX) });
  }
  const valid = drafts.filter((draft) => draft.errors.length === 0);
  await writeDrafts(ctx, valid);
  const duplicates = await duplicatesOf(
    ctx,
    valid.map(({ contact }) => contact.id),
  );
  return {
    createdCount: valid.length,
    failedCount: drafts.length - valid.length,
    results: drafts.map(({ contact, errors }, row) => ({
      row,
      id: errors.length > 0 ? null : contact.id,
      errors,
      possibleDuplicates: duplicates.get(contact.id) ?? [],
    })),
  };
}
