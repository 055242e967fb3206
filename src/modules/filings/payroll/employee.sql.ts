import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface Employee {
  id: string;
  name: string;
  taxId: string | null;
  monthlySalary: bigint;
  dependants: number;
  startsOn: string;
  endsOn: string | null;
  version: number;
  createdAt: string;
}

const columns = [
  'id',
  'name',
  'taxId',
  'monthlySalary',
  'dependants',
  'startsOn',
  'endsOn',
  'version',
  'createdAt',
] as const;

export type EmployeeFields = Omit<Employee, 'id' | 'version' | 'createdAt'>;

/** Undefined where another employee has the tax id. */
export const insertEmployee = (
  tx: Tx,
  organizationId: string,
  employee: EmployeeFields & { id: string },
  at: Temporal.Instant,
): Promise<Employee | undefined> =>
  tx
    .insertInto('employees')
    .values({ ...employee, organizationId, createdAt: at })
    .onConflict((conflict) => conflict.columns(['organizationId', 'taxId']).where('taxId', 'is not', null).doNothing())
    .returning(columns)
    .executeTakeFirst();

export const lockEmployee = (tx: Tx, organizationId: string, id: string): Promise<Employee | undefined> =>
  tx
    .selectFrom('employees')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const updateEmployee = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<EmployeeFields>,
): Promise<Employee> =>
  tx
    .updateTable('employees')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

const matching = (tx: Tx, organizationId: string, on: string | undefined) =>
  tx
    .selectFrom('employees')
    .where('organizationId', '=', organizationId)
    .$if(on !== undefined, (query) =>
      query
        .where('startsOn', '<=', on!)
        .where((where) => where.or([where('endsOn', 'is', null), where('endsOn', '>=', on!)])),
    );

export async function selectEmployees(
  tx: Tx,
  organizationId: string,
  on: string | undefined,
  window: PageWindow,
): Promise<{ rows: Employee[]; counted: number }> {
  const [rows, counted] = await Promise.all([
    matching(tx, organizationId, on).select(columns).orderBy('id').offset(window.offset).limit(window.limit).execute(),
    countRows(tx, matching(tx, organizationId, on).select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** Who worked in a month. */
export const selectPayroll = (tx: Tx, organizationId: string, from: string, to: string): Promise<Employee[]> =>
  tx
    .selectFrom('employees')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('startsOn', '<=', to)
    .where((where) => where.or([where('endsOn', 'is', null), where('endsOn', '>=', from)]))
    .orderBy('id')
    .limit(10_000)
    .execute();
