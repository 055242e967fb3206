import type { Module } from '#platform/module.ts';
import { divisionBalanceRoutes } from './division/balance.routes.ts';
import { closeRoutes } from './division/close.routes.ts';
import { divisionRoutes } from './division/division.routes.ts';
import { selectDivision } from './division/division.sql.ts';
import { seedDivision } from './division/division.ts';
import { divisionBalanceCloseCanceled, divisionBalanceClosed, recordCreated, recordUpdated } from './events.ts';
import { foldTail } from './ledger/ledger.sql.ts';
import { seedChart } from './ledger/seed.ts';

/** The books: accounts, records and the ledger underneath. */
export const accounting: Module = {
  name: 'accounting',
  uses: ['organization', 'contacts'],
  groups: [
    {
      name: 'Division',
      description:
        'Branches, warehouses and points of sale: what they hold, and the opening and closing of their tills.',
      routes: [...divisionRoutes, ...divisionBalanceRoutes, ...closeRoutes],
    },
  ],
  events: [recordCreated, recordUpdated, divisionBalanceClosed, divisionBalanceCloseCanceled],
  entityKinds: [
    {
      field: 'divisionId',
      exists: async (ctx, id) => (await selectDivision(ctx.tx, ctx.organizationId, id)) !== undefined,
    },
  ],
  subscribers: [
    {
      name: 'accounting/fold-ledger',
      handle: async (ctx) => {
        while (await foldTail(ctx.tx, ctx.organizationId));
      },
    },
  ],
  hooks: {
    seedOrganization: async (ctx) => {
      await seedChart(ctx);
      await seedDivision(ctx);
    },
  },
};
