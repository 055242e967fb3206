import type { Module } from '#platform/module.ts';
import { recordCreated, recordUpdated } from './events.ts';
import { foldTail } from './ledger/ledger.sql.ts';
import { seedChart } from './ledger/seed.ts';

/** The books: accounts, records and the ledger underneath. */
export const accounting: Module = {
  name: 'accounting',
  uses: ['organization', 'contacts'],
  events: [recordCreated, recordUpdated],
  subscribers: [
    {
      name: 'accounting/fold-ledger',
      handle: async (ctx) => {
        while (await foldTail(ctx.tx, ctx.organizationId));
      },
    },
  ],
  hooks: { seedOrganization: seedChart },
};
