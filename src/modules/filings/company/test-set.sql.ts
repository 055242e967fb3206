import { listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { EcfType } from '../ecf/ecf-document.ts';
import type { EcfEnvironment } from '../ecf/ecf-stamp.ts';
import { ecfDocuments, ecfTestSets, type IssuedEcf } from '../tables.ts';
import { TestSetState } from './test-set.schema.ts';

export const testSetList = listOf(ecfTestSets, {
  filters: { state: oneOf('state', TestSetState) },
  sort: { started: 'startedAt' },
  order: '-started',
});

const columns = [
  'id',
  'place',
  'type',
  'number',
  'state',
  'summarised',
  'trackId',
  'messages',
  'problem',
  'attempts',
  'decidedAt',
] as const;
export type TestSetDocument = Pick<IssuedEcf, (typeof columns)[number]>;

/** The documents of a run, in the order in which they are sent. */
export const selectTestSetDocuments = (tenant: Tenant, testSetId: string): Promise<TestSetDocument[]> =>
  ecfDocuments.all(tenant, { testSetId }, { columns, orderBy: ['place'] });

/** The highest number of each type that was tried in an environment. */
export async function selectLastTrialNumbers(
  tenant: Tenant,
  environment: EcfEnvironment,
): Promise<Map<EcfType, number>> {
  const rows = await rowsOf<{ type: EcfType; number: string }>(tenant.tx)`
    SELECT d.type, max(d.number) AS number FROM ${ecfDocuments.of(tenant)} d
    WHERE d.environment = ${environment} AND d.test_set_id IS NOT NULL GROUP BY d.type`;
  return new Map(rows.map(({ type, number }) => [type, Number(number.slice(3))]));
}
