import {
  beforeDivisionArchived,
  beforePostingRulesChanged,
  beforePostingToInventory,
} from '#modules/accounting/index.ts';
import {
  beforeTrackingChanged,
  checkOpeningStock,
  enterOpeningStock,
  fillInStock,
  fillInStockTotals,
} from '#modules/catalog/index.ts';
import { afterSettingsChanged, beforeCurrencyChanged } from '#modules/organization/index.ts';
import { keepFigures } from '#platform/db/keep-figures.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { resourceRecordCreated, resourceRecordUpdated, stockAlert } from './events.ts';
import { warnOfExpiries } from './lot/expiry.ts';
import { lotRoutes } from './lot/lot.routes.ts';
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
import { enterOpenings, markOpenings } from './resource-record/opening-stock.ts';
import { resourceRecordRoutes } from './resource-record/record.routes.ts';
import { serialExport } from './serial-number/serial-export.ts';
import { serialNumberRoutes } from './serial-number/serial-number.routes.ts';
import { productions } from './tables.ts';
import { lotExpiries } from './ticks.ts';
import { recountCheckpoints } from './verification/checkpoints.ts';
import { recountPositions, verifyAllStock, verifyStockOf } from './verification/verification.ts';

/** Stock and its value: positions, movements, serial numbers, lots, production. */
export const inventory: Module = {
  name: 'inventory',
  uses: ['collaboration', 'organization', 'contacts', 'accounting', 'taxes', 'catalog'],
  areas: ['inventory'],
  groups: [
    {
      name: 'Stock movements',
      path: '/resource/record',
      description:
        'Stock movements (resource records): receipts, issues, transfers between branches, and stock counts.',
      routes: resourceRecordRoutes,
    },
    {
      name: 'Stock positions',
      path: '/resource/position',
      description: 'The stock of a product in a branch: its quantity, minimum, place and rules.',
      routes: positionRoutes,
    },
    {
      name: 'Serial numbers',
      path: '/resource/serial-numbers',
      description: 'Units with a serial number of their own: where each is, and its history.',
      routes: serialNumberRoutes,
    },
    {
      name: 'Lots',
      path: '/resource/lots',
      description: 'Lots (batches) of products: their expiry, where they are, and who received them.',
      routes: lotRoutes,
    },
    {
      name: 'Stock',
      path: '/resource',
      description: 'Where products are, and the value of the stock.',
      routes: storageRoutes,
    },
    {
      name: 'Productions',
      path: '/resource/production',
      description: 'Manufacturing: recipes, and productions that turn raw materials into products.',
      routes: productionRoutes,
    },
  ],
  events: [stockAlert, resourceRecordCreated, resourceRecordUpdated],
  jobs: [serialExport.job, verifyStockOf, verifyAllStock],
  recounts: [
    { what: 'stock movements', recount: recountPositions },
    { what: 'stock checkpoints', recount: recountCheckpoints },
  ],
  entityKinds: [{ field: 'productionId', exists: (ctx, id) => productions.exists(ctx, id) }],
  hooks: [
    implement(beforeTrackingChanged, refuseWhileInStock),
    implement(afterSettingsChanged, async (ctx, { section }) => {
      if (section === 'resources') ctx.wakeAt(lotExpiries, ctx.now);
    }),
    implement(beforeCurrencyChanged, (ctx, currency, before) =>
      keepFigures(ctx, { table: 'recipes', column: 'labour_cost' }, currency, before),
    ),
    implement(beforePostingRulesChanged, refuseOtherInventoryAccount),
    implement(beforePostingToInventory, refuseOtherPostings),
    implement(beforeDivisionArchived, refuseArchivingWithStock),
    implement(checkOpeningStock, markOpenings),
    implement(enterOpeningStock, enterOpenings),
    implement(fillInStock, addStock),
    implement(fillInStockTotals, addStockTotals),
  ],
  subscribers: [followResources],
  ticks: [{ tick: lotExpiries, run: warnOfExpiries }],
  demo: () => import('./demo.ts'),
};
