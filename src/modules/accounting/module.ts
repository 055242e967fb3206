import { mergeContacts } from '#modules/contacts/index.ts';
import { beforeCurrencyChanged, seedOrganization } from '#modules/organization/index.ts';
import { afterProviderNotice } from '#modules/payments/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { accountRoutes } from './account/account.routes.ts';
import { seedCashAccount } from './account/account.ts';
import { budgetRoutes } from './budget/budget.routes.ts';
import { chartRoutes } from './chart-of-accounts/chart.routes.ts';
import { dataSourceRoutes } from './chart-of-accounts/data-source.routes.ts';
import { moveMembersOfContacts } from './chart-of-accounts/data-source.sql.ts';
import { chartImport } from './chart-of-accounts/import.ts';
import { journalRoutes } from './chart-of-accounts/journal.routes.ts';
import { recountLedger, verifyLedger, verifyLedgers } from './chart-of-accounts/verification.ts';
import { conciliationRoutes } from './conciliation/conciliation.routes.ts';
import { currencyRoutes } from './currency/currency.routes.ts';
import { fetchRates, seedRates } from './currency/currency.ts';
import { divisionBalanceRoutes } from './division/balance.routes.ts';
import { sealedConversions } from './division/conversions.ts';
import { divisionRoutes } from './division/division.routes.ts';
import { seedDivision } from './division/division.ts';
import {
  accountConciliated,
  accountConciliationCanceled,
  accountCreated,
  chartAccountCreated,
  divisionBalanceCloseCanceled,
  divisionBalanceClosed,
  recordCreated,
  recordUpdated,
} from './events.ts';
import { foldLedger } from './ledger/fold-ledger.ts';
import { recountLedgerChain } from './ledger/ledger.sql.ts';
import { changeCurrency, seedChart } from './ledger/seed.ts';
import { adoptPayout, followPayout } from './payout/adopt-payout.ts';
import { payoutRoutes, requestPayoutRoutes } from './payout/payout.routes.ts';
import { payout } from './payout/payout-exchange.ts';
import { projectRoutes } from './project/project.routes.ts';
import { indexRecords } from './record/index-records.ts';
import { recordRoutes } from './record/record.routes.ts';
import { moveRecordsOfContacts } from './record/record.sql.ts';
import { reportRoutes } from './record/report.routes.ts';
import { revaluationRoutes } from './revaluation/revaluation.routes.ts';
import { accounts, currencyRates, divisions, records, revaluationLines } from './tables.ts';
import { closeRoutes } from './till/close.routes.ts';

/** The books: accounts, records and the ledger underneath. */
export const accounting: Module = {
  name: 'accounting',
  uses: ['collaboration', 'organization', 'files', 'payments', 'contacts'],
  areas: ['accounting', 'tills', 'reports'],
  groups: [
    {
      name: 'Records',
      description: 'The facts of the books: income, expenses and manual entries, and their totals.',
      routes: [...reportRoutes, ...recordRoutes],
    },
    {
      name: 'Payment processor',
      path: '/payment',
      description: 'Notices of the payment processor, and how its balance is sent to the bank.',
      routes: requestPayoutRoutes,
    },
    {
      name: 'Projects',
      description: 'Groups of records with a budget, and their real income and cost.',
      routes: projectRoutes,
    },
    {
      name: 'Branches',
      path: '/division',
      description: 'Branches (divisions): branches, warehouses and points of sale, and what they hold.',
      routes: [...divisionRoutes, ...divisionBalanceRoutes],
    },
    {
      name: 'Tills',
      path: '/division',
      description: 'Opening and closing the till (point of sale) of a branch (division).',
      routes: closeRoutes,
    },
    {
      name: 'Chart of accounts',
      description: 'The accounts of the books, their balances, and the reports over them.',
      routes: [...chartRoutes, ...journalRoutes],
    },
    {
      name: 'Budgets',
      description: 'Budgets (presupuestos): planned income and expense by account and month, compared with the books.',
      routes: budgetRoutes,
    },
    {
      name: 'Data sources',
      path: '/chart-of-accounts/data-source',
      description: 'Rules that say which contacts, products or records feed an account of the books.',
      routes: dataSourceRoutes,
    },
    {
      name: 'Accounts',
      description: 'Where money is: cash boxes, banks, card and payout balances, and transfers between them.',
      routes: accountRoutes,
    },
    {
      name: 'Payouts',
      path: '/account',
      description: 'Payouts of the payment processor to a bank account.',
      routes: payoutRoutes,
    },
    {
      name: 'Conciliations',
      path: '/account/conciliation',
      description: 'Bank statements and their reconciliation with the books.',
      routes: conciliationRoutes,
    },
    {
      name: 'Exchange rates',
      path: '/currency/rates',
      description: 'Exchange rates of currencies, by day.',
      routes: currencyRoutes,
    },
    {
      name: 'Revaluations',
      path: '/currency/revaluation',
      description: 'Unrealized exchange differences: what is open in foreign currency, at the rate of a month’s end.',
      routes: revaluationRoutes,
    },
  ],
  events: [
    recordCreated,
    recordUpdated,
    divisionBalanceClosed,
    divisionBalanceCloseCanceled,
    accountCreated,
    chartAccountCreated,
    accountConciliated,
    accountConciliationCanceled,
  ],
  jobs: [chartImport.job, verifyLedger, verifyLedgers, fetchRates, adoptPayout],
  recounts: [
    { what: 'ledger transfers', recount: recountLedger },
    { what: 'chained events', recount: recountLedgerChain },
  ],
  sealed: [sealedConversions],
  exchanges: [payout],
  entityKinds: [
    { field: 'accountId', exists: (ctx, id) => accounts.exists(ctx, id) },
    { field: 'recordId', exists: (ctx, id) => records.exists(ctx, id) },
    { field: 'divisionId', exists: (ctx, id) => divisions.exists(ctx, id) },
  ],
  subscribers: [foldLedger, indexRecords],
  hooks: [
    implement(afterProviderNotice, followPayout),
    implement(seedOrganization, async (ctx) => {
      await seedChart(ctx);
      await seedDivision(ctx);
      await seedCashAccount(ctx);
      await seedRates(ctx);
    }),
    implement(beforeCurrencyChanged, async (ctx, currency, before) => {
      await changeCurrency(ctx, currency, before);
      await currencyRates.delete(ctx, {});
    }),
    // The ledger never changes: its transfers keep the old ids, and are read with the ids of the whole group.
    implement(mergeContacts, async (ctx, merge) => {
      await moveRecordsOfContacts(ctx, merge);
      await moveMembersOfContacts(ctx, merge);
      await revaluationLines.updateAll(ctx, { contactId: merge.from }, { contactId: merge.into });
    }),
  ],
  demo: () => import('./demo.ts'),
};
