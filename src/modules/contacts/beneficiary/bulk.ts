import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import { BulkRefused, type FieldError } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import type { BeneficiariesAdded, NewBeneficiaries } from './beneficiary.schema.ts';
import { duplicatesOf, writeDrafts } from './beneficiary.ts';
import { draftBeneficiary, readReferences } from './draft.ts';

const ERRORS_MAX = 100;

/** Adds all rows or none, or with `validRowsOnly` every valid row. The result has an entry for each row. */
export async function createBeneficiaries(
  ctx: TenantContext,
  beneficiaries: z.output<typeof NewBeneficiaries>['beneficiaries'],
  rows: GivenRows,
) {
  const references = await readReferences(ctx, beneficiaries);
  const drafts = await mapInTurns(beneficiaries, (row, index) =>
    draftBeneficiary(ctx, row, references, `body.beneficiaries[${rows.placeOf(index)}]`),
  );
  const errors = drafts.flatMap((draft) => draft.errors);
  if (errors.length > 0 && !rows.validRowsOnly) {
    throw BulkRefused(errors[0]!.message, { errors: errors.slice(0, ERRORS_MAX) });
  }
  const valid = drafts.filter((draft) => draft.errors.length === 0);
  await writeDrafts(ctx, valid);
  const duplicates = await duplicatesOf(
    ctx,
    valid.map(({ contact }) => contact.id),
  );
  const failed = (errors: FieldError[]) => ({ id: null, errors, possibleDuplicates: [] });
  const results = rows.results<Omit<z.input<typeof BeneficiariesAdded>['results'][number], 'row'>>(
    drafts.map(({ contact: { id }, errors }) =>
      errors.length > 0 ? failed(errors) : { id, errors, possibleDuplicates: duplicates.get(id) ?? [] },
    ),
    failed,
  );
  return {
    createdCount: valid.length,
    failedCount: results.length - valid.length,
    results: results.map((result, row) => ({ row, ...result })),
  };
}
