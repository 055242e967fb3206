import type { Module } from '#platform/module.ts';
import { barcodeRoutes } from './barcode/barcode.routes.ts';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { resourceCreated, resourceUpdated } from './events.ts';
import { exportRoutes } from './export/export.routes.ts';
import { makeExport } from './export/export.ts';
import { marketplaceRoutes } from './marketplace/marketplace.routes.ts';
import { priceRoutes } from './price/price.routes.ts';
import { movePricesOfContacts } from './price/price.sql.ts';
import { resourceRoutes } from './resource/resource.routes.ts';
import { isResource } from './resource/resource.sql.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { resourceTaxRoutes } from './tax/resource-tax.routes.ts';

/** What is sold and bought: resources, their prices, lists and discounts. */
export const catalog: Module = {
  name: 'catalog',
  uses: ['collaboration', 'organization', 'contacts', 'accounting', 'taxes'],
  groups: [
    {
      name: 'Resource',
      description: 'What is sold, bought and used: goods, services, combos and raw materials.',
      routes: [
        ...resourceRoutes,
        ...priceRoutes,
        ...bulkRoutes,
        ...resourceTaxRoutes,
        ...barcodeRoutes,
        ...statsRoutes,
        ...exportRoutes,
        ...marketplaceRoutes,
      ],
    },
  ],
  events: [resourceCreated, resourceUpdated],
  jobs: [makeExport],
  entityKinds: [{ field: 'resourceId', exists: (ctx, id) => isResource(ctx.tx, ctx.organizationId, id) }],
  hooks: {
    mergeContacts: ({ tx, organizationId }, merge) => movePricesOfContacts(tx, organizationId, merge),
  },
};
