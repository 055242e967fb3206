import { seedOrganization } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { numeralsCreated, numeralsUpdated } from './events.ts';
import { parameterRoutes } from './law/parameter.routes.ts';
import { numeralsRoutes } from './numerals/numerals.routes.ts';
import { warnOfLowRange } from './numerals/take-numeral.ts';
import { taxes as taxTable } from './tables.ts';
import { taxRoutes } from './tax/tax.routes.ts';
import { seedTaxes } from './tax/tax.ts';

/** Taxes with their dated rates, and fiscal sequences (NCF). */
export const taxes: Module = {
  name: 'taxes',
  uses: ['collaboration', 'organization', 'contacts', 'accounting'],
  areas: ['taxes'],
  groups: [
    {
      name: 'Taxes',
      description: 'Taxes with their dated rates, and the figures of the law.',
      routes: [...taxRoutes, ...parameterRoutes],
    },
    {
      name: 'Fiscal sequences',
      path: '/taxes/numerals',
      description:
        'Fiscal sequences (numerals): the authorized ranges of fiscal numbers (NCF, e-NCF), and voided numbers.',
      routes: numeralsRoutes,
    },
  ],
  events: [numeralsCreated, numeralsUpdated],
  jobs: [warnOfLowRange],
  entityKinds: [{ field: 'taxId', exists: (ctx, id) => taxTable.exists(ctx, id) }],
  hooks: [implement(seedOrganization, seedTaxes)],
  demo: () => import('./demo.ts'),
};
