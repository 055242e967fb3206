import { fillInFields } from '#modules/files/index.ts';
import { beforeCurrencyChanged, detachLabel, fillInTaxIdWarnings, takeOffRows } from '#modules/organization/index.ts';
import { afterProviderNotice } from '#modules/payments/index.ts';
import { keepFigures } from '#platform/db/keep-figures.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { beneficiaryRoutes } from './beneficiary/beneficiary.routes.ts';
import { isCurrentContact } from './beneficiary/reference.ts';
import { fillContactFields } from './beneficiary/template-fields.ts';
import { contactDataRoutes } from './contact-data/contact-data.routes.ts';
import { announceDates } from './contact-data/dates.ts';
import { beneficiaryCreated, contactDate } from './events.ts';
import { contactImport } from './import/import.ts';
import { charge, checkCharge } from './payment-method/charge-exchange.ts';
import { paymentMethodRoutes } from './payment-method/payment-method.routes.ts';
import { lookForMethods } from './payment-method/saved-methods.ts';
import { contacts as contactTable } from './tables.ts';
import { warnOfOwnTaxId } from './tax-id/look-up.ts';
import { checkTaxData } from './tax-id/tax-check.ts';
import { taxIdRoutes } from './tax-id/tax-id.routes.ts';
import { contactDates } from './ticks.ts';

/** Customers and suppliers, their contact data, tax ids and saved payment methods. */
export const contacts: Module = {
  name: 'contacts',
  uses: ['collaboration', 'organization', 'files', 'payments'],
  areas: ['contacts'],
  groups: [
    {
      name: 'Contacts',
      description: 'Contacts (beneficiaries): the customers and suppliers of the organization.',
      routes: [...beneficiaryRoutes, ...contactImport.routes],
    },
    {
      name: 'Contact data',
      path: '/beneficiary/contact',
      description: 'Telephone numbers, e-mail addresses and other ways to reach a contact (customer, supplier).',
      routes: contactDataRoutes,
    },
    {
      name: 'Tax registry',
      path: '/beneficiary/taxId',
      description: 'The registry of taxpayers: names and states by RNC or cédula.',
      routes: taxIdRoutes,
    },
    {
      name: 'Saved cards',
      path: '/beneficiary',
      description: 'Saved cards and other payment methods of contacts (customers).',
      routes: paymentMethodRoutes,
    },
  ],
  events: [beneficiaryCreated, contactDate],
  jobs: [checkTaxData, lookForMethods, contactImport.job],
  exchanges: [charge],
  entityKinds: [{ field: 'beneficiaryId', exists: isCurrentContact }],
  ticks: [{ tick: contactDates, run: announceDates }],
  hooks: [
    implement(fillInTaxIdWarnings, warnOfOwnTaxId),
    implement(detachLabel, (ctx, removal) => takeOffRows(ctx, contactTable, removal)),
    implement(afterProviderNotice, checkCharge),
    implement(fillInFields, fillContactFields),
    implement(beforeCurrencyChanged, (ctx, currency, before) =>
      keepFigures(ctx, { table: 'contacts', column: 'credit_limit' }, currency, before),
    ),
  ],
  demo: () => import('./demo.ts'),
};
