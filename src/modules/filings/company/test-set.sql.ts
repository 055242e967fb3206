import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import type { EcfType } from '../ecf/ecf-document.ts';
import type { EcfEnvironment } from '../ecf/ecf-stamp.ts';
import type { EcfRow } from '../sending/document.sql.ts';

const columns = ['id', 'environment', 'state', 'total', 'startedBy', 'startedAt', 'finishedAt'] as const;

export interface TestSet {
  id: string;
  environment: EcfEnvironment;
  state: 'running' | 'passed' | 'failed';
  total: number;
  startedBy: string | null;
  startedAt: string;
  finishedAt: string | null;
}

/** One run at a time: undefined where there is one under way. */
export const insertTestSet = (
  tx: Tx,
  set: {
    organizationId: string;
    id: string;
    environment: EcfEnvironment;
    total: number;
    startedBy: string | null;
    startedAt: Temporal.Instant;
  },
): Promise<TestSet | undefined> =>
  tx
    .insertInto('ecfTestSets')
    .values({ ...set, state: 'running' })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .$castTo<TestSet>()
    .executeTakeFirst();

const sets = (tx: Tx, organizationId: string) =>
  tx.selectFrom('ecfTestSets').where('organizationId', '=', organizationId);

export async function selectTestSets(tx: Tx, organizationId: string, window: PageWindow) {
  const matching = sets(tx, organizationId);
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('startedAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .$castTo<TestSet>()
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** One run, or the newest. */
export const selectTestSet = (tx: Tx, organizationId: string, id: string | undefined): Promise<TestSet | undefined> =>
  sets(tx, organizationId)
    .select(columns)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .$castTo<TestSet>()
    .executeTakeFirst();

export const finishTestSet = (
  tx: Tx,
  organizationId: string,
  id: string,
  state: 'passed' | 'failed',
  finishedAt: Temporal.Instant,
): Promise<unknown> =>
  tx
    .updateTable('ecfTestSets')
    .set({ state, finishedAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();

export type TestSetDocument = Pick<
  EcfRow,
  'id' | 'type' | 'number' | 'state' | 'summarised' | 'trackId' | 'messages' | 'problem' | 'attempts' | 'decidedAt'
> & { place: number };

/** The documents of a run, in their order. */
export const selectTestSetDocuments = (tx: Tx, organizationId: string, testSetId: string): Promise<TestSetDocument[]> =>
  tx
    .selectFrom('ecfDocuments')
    .select(['id', 'place', 'type', 'number', 'state', 'summarised', 'trackId', 'messages', 'problem'])
    .select(['attempts', 'decidedAt'])
    .where('organizationId', '=', organizationId)
    .where('testSetId', '=', testSetId)
    .orderBy('place')
    .$castTo<TestSetDocument>()
    .execute();

/** The highest number of each type that was ever tried there. */
export async function selectLastTrialNumbers(
  tx: Tx,
  organizationId: string,
  environment: EcfEnvironment,
): Promise<Map<EcfType, number>> {
  const { rows } = await sql<{ type: EcfType; number: string }>`
    SELECT type, max(number) AS number FROM ecf_documents
    WHERE organization_id = ${organizationId} AND environment = ${environment} AND test_set_id IS NOT NULL
    GROUP BY type`.execute(tx);
  return new Map(rows.map(({ type, number }) => [type, Number(number.slice(3))]));
}
