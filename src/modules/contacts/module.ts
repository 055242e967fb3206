import type { Module } from '#platform/module.ts';
import { exponentOf } from '#platform/money.ts';
import { beneficiaryRoutes } from './beneficiary/beneficiary.routes.ts';
import { isStanding, rescaleCreditLimits } from './beneficiary/beneficiary.sql.ts';
import { contactDataRoutes } from './contact-data/contact-data.routes.ts';
import { announceDates } from './contact-data/dates.ts';
import { beneficiaryCreated, contactDate } from './events.ts';
import { checkTaxData } from './tax-id/tax-check.ts';
import { taxIdRoutes } from './tax-id/tax-id.routes.ts';

/** Who the organization buys from and sells to. */
export const contacts: Module = {
  name: 'contacts',
  uses: ['organization'],
  groups: [
    {
      name: 'Beneficiary',
      description: 'Who the organization buys from and sells to, how to reach them, and what the tax registry knows.',
      routes: [...beneficiaryRoutes, ...contactDataRoutes, ...taxIdRoutes],
    },
  ],
  events: [beneficiaryCreated, contactDate],
  jobs: [checkTaxData],
  entityKinds: [{ field: 'beneficiaryId', exists: (ctx, id) => isStanding(ctx.tx, ctx.organizationId, id) }],
  hooks: {
    tick: announceDates,
    changeCurrency: ({ tx, organizationId }, currency, before) =>
      rescaleCreditLimits(tx, organizationId, exponentOf(currency) - exponentOf(before)),
  },
};
