import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';

/** The three digits that identify a payroll at the social security (TSS), the clave nómina. These three are reserved. */
export const PayrollCode = z.string().regex(/^(?!000|888|999)\d{3}$/, 'must have 3 digits, not 000, 888 or 999');

/** The organization’s status with the tax authority. */
export const taxesSettings = settingsSection({
  name: 'taxes',
  description: 'How the organization files taxes and payroll.',
  fields: {
    workRiskPercent: z
      .string()
      .regex(/^0\.(10?|15|20?|30?)$/, 'must be the percentage of a risk class: 0.10, 0.15, 0.20 or 0.30')
      .nullable()
      .default(null)
      .describe(
        'The surcharge of the risk class for work risk insurance, as on the notice of the TSS. Default: the lowest.',
      ),
    payrollCode: PayrollCode.default('001').describe(
      'The payroll of the TSS (clave nómina) of employees without their own.',
    ),
    reportElectronicSales: z
      .boolean()
      .default(true)
      .describe('Whether electronic invoices are in the 607 and 608 too, although the tax authority has them already.'),
    dueReminderDays: z
      .number()
      .int()
      .min(0)
      .max(10)
      .nullable()
      .default(null)
      .describe('Days before a form or payment is due on which the owner is notified. Null: never.'),
  },
});
