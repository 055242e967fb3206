import { sql } from 'kysely';
import { CalendarDate } from '#platform/date.ts';
import { containing, filter, listOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Employee, employees, payrollEntries } from '../tables.ts';

const EMPLOYEES_MAX = 10_000;

export const employeeList = listOf(employees, {
  filters: {
    search: containing(['name', 'taxId'], 'In the name and the document number.'),
    on: filter(
      CalendarDate.optional().describe('Only those who work on this day.'),
      (day) => sql`t.starts_on <= ${day}::date AND (t.ends_on IS NULL OR t.ends_on >= ${day}::date)`,
    ),
  },
  sort: { created: 'createdAt', name: 'name' },
  order: 'created',
});

/** The employees who worked in a month, and those who have entries in it. */
export const selectPayroll = (tenant: Tenant, from: string, to: string) =>
  rowsOf<Employee>(tenant.tx)`
    SELECT ${employees.columns('e')} FROM ${employees.of(tenant)} e
    WHERE (e.starts_on <= ${to} AND (e.ends_on IS NULL OR e.ends_on >= ${from}))
      OR EXISTS (SELECT FROM ${payrollEntries.of(tenant)} t WHERE t.employee_id = e.id AND t.period = ${from})
    ORDER BY e.id LIMIT ${EMPLOYEES_MAX}`;
