import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';
import { Period } from '../period.ts';
import { entryKinds } from './entry-kinds.ts';

export const PayrollEntryKind = z
  .enum(entryKinds)
  .describe(
    'Pay: `commission`; hours: `overtime` (135 %), `overtime-double` above 68 hours in a week (200 %), the surcharges of `night` (15 %) and `holiday` (100 %); `bonus` (bonificación), `taxable` and `untaxed` other pay; `christmas` the Christmas salary of somebody who leaves. Kept back: `loan` instalment, `advance`, other `deduction`.',
  );

const fields = {
  hours: decimalWithin({ above: 0, max: 744, decimals: 2 }).describe(
    'Instead of `amount`, for kinds of hours: the salary / 23.83 / 8 makes the amount.',
  ),
  amount: decimalWithin({ above: 0, digits: 11, decimals: 2 }).describe(
    'In the organization’s currency. Instead of `hours`.',
  ),
  description: z.string().trim().max(500).describe('Printed on the payslip.'),
  chartAccountId: z
    .uuid()
    .nullable()
    .describe(
      'The account that pay is debited to, or a deduction credited to. Null: `commissions` or `salaries`, `loansGranted` (`loan`, `advance`) or `payrollPayable` of the posting rules.',
    ),
  creditId: z.uuid().nullable().describe('The credit (loan) of the employee that a `loan` pays with the salaries.'),
};

export const NewEntry = z
  .strictObject({
    employeeId: z.uuid().describe('Whose pay it is: `GET /v1/taxes/rrhh/employees`.'),
    period: Period,
    kind: PayrollEntryKind,
    ...z.strictObject(fields).partial().shape,
  })
  .refine(({ hours, amount }) => (hours === undefined) !== (amount === undefined), {
    path: ['amount'],
    message: 'is required, or `hours` instead',
  });
export const EntryChange = changeOf(fields).refine(({ hours, amount }) => hours === undefined || amount === undefined, {
  path: ['amount'],
  message: 'must be given without `hours`',
});

export const Entry = z.object({
  id: z.uuid(),
  employeeId: z.uuid().describe('Whose pay it is.'),
  period: Period,
  kind: PayrollEntryKind,
  hours: z.string().nullable().describe('Of kinds of hours; null: an amount.'),
  amount: z.string().nullable().describe('Null: the payroll computes it from `hours`.'),
  description: z.string().describe('Printed on the payslip.'),
  chartAccountId: z.uuid().nullable().describe('Where it is posted; null: as the posting rules say.'),
  creditId: z.uuid().nullable().describe('The loan that it pays; null: none.'),
  version: z.number().int(),
  createdAt: Timestamp,
});

/** An entry as the payroll pays it. */
export const PaidEntry = Entry.pick({ id: true, kind: true, hours: true, description: true }).extend({
  amount: z.string().describe('What it adds to the pay, or keeps back of it.'),
});
