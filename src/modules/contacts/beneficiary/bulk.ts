import type { TenantContext } from '#platform/context.ts';
import { BulkRefused } from '#platform/refusal.ts';
import type { GivenBeneficiary } from './beneficiary.schema.ts';
import { duplicatesOf, writeDrafts } from './beneficiary.ts';
import { draftBeneficiary, lookAround } from './draft.ts';

const ERRORS_TOLD_MAX = 100;

/** Many at once: all or none, or every row that is right. Each row learns what became of it. */
export async function createBeneficiaries(ctx: TenantContext, given: GivenBeneficiary[], validRowsOnly: boolean) {
  const around = await lookAround(ctx, given);
  const drafts = given.map((row, place) => draftBeneficiary(ctx, row, around, `body.beneficiaries[${place}]`));
  const errors = drafts.flatMap((draft) => draft.errors);
  if (errors.length > 0 && !validRowsOnly) {
    throw BulkRefused(errors[0]!.message, { errors: errors.slice(0, ERRORS_TOLD_MAX) });
  }
  const right = drafts.filter((draft) => draft.errors.length === 0);
  await writeDrafts(ctx, right);
  const duplicates = await duplicatesOf(
    ctx,
    right.map(({ contact }) => contact.id),
  );
  return {
    createdCount: right.length,
    failedCount: drafts.length - right.length,
    results: drafts.map(({ contact, errors }, row) =>
      errors.length > 0
        ? { row, id: null, errors, possibleDuplicates: [] }
        : { row, id: contact.id, errors, possibleDuplicates: duplicates.get(contact.id) ?? [] },
    ),
  };
}
