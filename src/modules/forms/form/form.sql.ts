import { sql } from 'kysely';
import { listOf, search } from '#platform/db/list.ts';
import { scalarOf, type Tenant } from '#platform/db/table.ts';
import { forms } from '../tables.ts';

export const formList = listOf(forms, {
  filters: { search: search('form', 'Words of the name.') },
  sort: { created: 'createdAt', name: 'name' },
  order: '-created',
});

/** Counts a submission and gives it its number. The row is locked until COMMIT, so this comes late in a transaction. */
export const countSubmission = ({ tx, organizationId }: Tenant, formId: string) =>
  scalarOf<number>(tx)`
    UPDATE forms SET submission_count = submission_count + 1, last_number = last_number + 1
    WHERE organization_id = ${organizationId} AND id = ${formId} RETURNING last_number`;

export const discountSubmission = ({ tx, organizationId }: Tenant, formId: string): Promise<unknown> =>
  sql`UPDATE forms SET submission_count = submission_count - 1
    WHERE organization_id = ${organizationId} AND id = ${formId}`.execute(tx);
