import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';

/** The organization’s status with the tax authority. */
export const taxesSettings = settingsSection({
  name: 'taxes',
  fields: {
    workRiskPercent: z
      .string()
      .regex(/^0\.(10?|15|20?|30?)$/, 'is the percentage of a risk class: 0.10, 0.15, 0.20 or 0.30')
      .nullable()
      .default(null)
      .describe(
        'The surcharge of the risk class for work risk insurance, as on the notice of the TSS. Default: the lowest.',
      ),
    reportElectronicSales: z
      .boolean()
      .default(true)
      .describe('Whether electronic invoices are in the 607 too, although the tax authority has them already.'),
  },
});
