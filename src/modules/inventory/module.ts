import {
  beforeDivisionArchived,
  beforePostingRulesChanged,
  beforePostingToInventory,
} from '#modules/accounting/index.ts';
import { beforeTrackingChanged, fillInStock, fillInStockTotals } from '#modules/catalog/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { resourceRecordCreated, resourceRecordUpdated, stockAlert } from './events.ts';
import {
  addStock,
  addStockTotals,
  refuseArchivingWithStock,
  refuseOtherInventoryAccount,
  refuseOtherPostings,
} from './position/facts.ts';
import { followResources } from './position/follow-resources.ts';
import { positionRoutes, storageRoutes } from './position/position.routes.ts';
import { refuseWhileInStock } from './position/position.ts';
import { productionRoutes } from './production/production.routes.ts';
import { selectProduction } from './production/production.sql.ts';
import { resourceRecordRoutes } from './resource-record/record.routes.ts';
import { serialExport } from './serial-number/serial-export.ts';
import { serialNumberRoutes } from './serial-number/serial-number.routes.ts';
import { verifyAllStock, verifyStockOf } from './verification/verification.ts';

/** What is where and what it is worth: positions, movements, serial numbers, production. */
export const inventory: Module = {
  name: 'inventory',
  uses: ['collaboration', 'organization', 'contacts', 'accounting', 'taxes', 'catalog'],
  groups: [
    {
      name: 'Resource record',
      description: 'Movements of stock: what came, what left, what went to another division, and what was counted.',
      routes: resourceRecordRoutes,
    },
    {
      name: 'Position',
      description: 'The stock of a resource in a division: its quantity, its minimum, its place and its rules.',
      routes: positionRoutes,
    },
    {
      name: 'Serial numbers',
      description: 'Units that have a number of their own, where each is, and its life.',
      routes: serialNumberRoutes,
    },
    {
      name: 'Stock',
      description: 'Where resources are, what they are worth, and how they are made.',
      routes: [...storageRoutes, ...productionRoutes],
    },
  ],
  events: [stockAlert, resourceRecordCreated, resourceRecordUpdated],
  jobs: [serialExport.job, verifyStockOf, verifyAllStock],
  entityKinds: [
    {
      field: 'productionId',
      exists: async (ctx, id) => (await selectProduction(ctx.tx, ctx.organizationId, id)) !== undefined,
    },
  ],
  hooks: [
    implement(beforeTrackingChanged, (ctx, { resourceId }) => refuseWhileInStock(ctx, resourceId)),
    implement(beforePostingRulesChanged, refuseOtherInventoryAccount),
    implement(beforePostingToInventory, refuseOtherPostings),
    implement(beforeDivisionArchived, refuseArchivingWithStock),
    implement(fillInStock, addStock),
    implement(fillInStockTotals, addStockTotals),
  ],
  subscribers: [{ name: 'inventory/follow-resources', follows: ['resource:updated'], handle: followResources }],
};
