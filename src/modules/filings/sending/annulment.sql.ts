import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import type { EcfType } from '../ecf/ecf-document.ts';
import type { EcfEnvironment } from '../ecf/ecf-stamp.ts';

export interface Annulment {
  id: string;
  environment: EcfEnvironment;
  type: EcfType;
  firstNumber: string;
  lastNumber: string;
  count: number;
  annulledBy: string | null;
  annulledAt: string;
}

const annulmentColumns = [
  'id',
  'environment',
  'type',
  'firstNumber',
  'lastNumber',
  'count',
  'annulledBy',
  'annulledAt',
] as const;

export const insertAnnulment = (
  tx: Tx,
  row: Omit<Annulment, 'annulledAt'> & {
    organizationId: string;
    xml: string;
    messages: string;
    annulledAt: Temporal.Instant;
  },
): Promise<Annulment> =>
  tx.insertInto('ecfAnnulments').values(row).returning(annulmentColumns).$castTo<Annulment>().executeTakeFirstOrThrow();

export async function selectAnnulments(tx: Tx, organizationId: string, window: PageWindow) {
  const matching = tx.selectFrom('ecfAnnulments').where('organizationId', '=', organizationId);
  const [rows, counted] = await Promise.all([
    matching
      .select(annulmentColumns)
      .orderBy('annulledAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .$castTo<Annulment>()
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** Whether some of these numbers were given up before. */
export async function isAnyAnnulled(
  tx: Tx,
  organizationId: string,
  environment: EcfEnvironment,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ecf_annulments
    WHERE organization_id = ${organizationId} AND environment = ${environment}
      AND first_number <= ${to} AND last_number >= ${from} LIMIT 1`.execute(tx);
  return rows.length > 0;
}
