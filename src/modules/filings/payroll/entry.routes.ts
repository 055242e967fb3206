import { z } from 'zod';
import { CreditNotOwedHere } from '#modules/receivables/index.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { Entry, EntryChange, NewEntry } from './entry.schema.ts';
import { entryList } from './entry.sql.ts';
import {
  AccountNotForPayroll,
  addEntries,
  addEntry,
  CreditNotOfEntry,
  changeEntry,
  describeEntry,
  HoursNotOfKind,
  removeEntry,
  SalariesPaid,
  TooManyEntries,
} from './entry.ts';

const entryRefusals = [
  ReferenceNotFound,
  SalariesPaid,
  HoursNotOfKind,
  AccountNotForPayroll,
  CreditNotOfEntry,
  CreditNotOwedHere,
];

export const entryRoutes = [
  route('GET', '/v1/taxes/rrhh/entries', 'payroll:read', {
    summary: 'List variable pay and deductions',
    description: 'Newest month first. The payroll of a month has them with the amounts that hours make.',
    query: entryList.query,
    returns: pageOf(Entry),
    examples: { query: { period: '2026-10', kind: 'commission' } },
    handler: (ctx, { query }) => entryList.page(ctx, query, (rows) => rows.map((row) => describeEntry(ctx, row))),
  }),
  route('POST', '/v1/taxes/rrhh/entries', 'payroll:write', {
    action: 'createEntry',
    summary: 'Add variable pay or a deduction',
    description:
      'Part of the payroll of that month, until its salaries are paid. Commissions count for the social security like the salary; other pay does not. All pay but `untaxed` counts for the income tax. An employee who has left is paid what is entered later.',
    status: 201,
    body: NewEntry,
    returns: Entry,
    refusals: [...entryRefusals, TooManyEntries],
    examples: {
      body: { employeeId: otherExampleId, period: '2026-10', kind: 'overtime', hours: '10', description: 'Inventario' },
    },
    handler: (ctx, { body }) => addEntry(ctx, body),
  }),
  route('POST', '/v1/taxes/rrhh/entries/bulk', 'payroll:write', {
    action: 'createEntries',
    summary: 'Add variable pay and deductions of many employees',
    description: 'For example the hours of a month from a time clock. All are entered or none.',
    status: 201,
    body: z.strictObject({ entries: z.array(NewEntry).min(1).max(1000).describe('At most 1,000, all or none.') }),
    returns: z.object({ data: z.array(Entry).describe('In the order given.') }),
    refusals: [...entryRefusals, TooManyEntries],
    examples: {
      body: { entries: [{ employeeId: otherExampleId, period: '2026-10', kind: 'commission', amount: '3500.00' }] },
    },
    handler: async (ctx, { body }) => ({ data: await addEntries(ctx, body.entries) }),
  }),
  route('PATCH', '/v1/taxes/rrhh/entries', 'payroll:write', {
    action: 'updateEntry',
    summary: 'Change variable pay or a deduction',
    description: 'Until the salaries of its month are paid. `hours` replace an `amount`, and an `amount` the hours.',
    body: EntryChange,
    returns: Entry,
    refusals: entryRefusals,
    examples: { body: { id: exampleId, version: 1, hours: '12.5' } },
    handler: (ctx, { body }) => changeEntry(ctx, body),
  }),
  route('DELETE', '/v1/taxes/rrhh/entries', 'payroll:write', {
    action: 'deleteEntry',
    summary: 'Delete variable pay or a deduction',
    description: 'Until the salaries of its month are paid.',
    body: z.strictObject({ id: z.uuid().describe('The entry to delete.') }),
    refusals: [SalariesPaid],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removeEntry(ctx, body.id),
  }),
];
