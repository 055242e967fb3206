import { mergeContacts } from '#modules/contacts/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { barcodeRoutes } from './barcode/barcode.routes.ts';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { discountRoutes } from './discount/discount.routes.ts';
import { discoveryRoutes } from './discount/discovery.routes.ts';
import { heldDiscounts, tickHeldDiscounts } from './discount/held-uses.ts';
import { moveOffersOfContacts } from './discount/offer.sql.ts';
import { recountUses } from './discount/uses.sql.ts';
import { moveUsesOfContacts } from './discount/uses.ts';
import {
  resourceCreated,
  resourceListCreated,
  resourceListDeleted,
  resourceListUpdated,
  resourceUpdated,
} from './events.ts';
import { exportRoutes } from './export/export.routes.ts';
import { resourceExport } from './export/export.ts';
import { resourceImport } from './import/import.ts';
import { marketplaceRoutes } from './marketplace/marketplace.routes.ts';
import { priceRoutes } from './price/price.routes.ts';
import { movePricesOfContacts } from './price/price.sql.ts';
import { resourceRoutes } from './resource/resource.routes.ts';
import { listRoutes } from './resource-list/list.routes.ts';
import { followResources } from './resource-list/list.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { discountRules, resources } from './tables.ts';
import { resourceTaxRoutes } from './tax/resource-tax.routes.ts';

/** Products and services with their prices, lists and discounts. */
export const catalog: Module = {
  name: 'catalog',
  uses: ['collaboration', 'organization', 'files', 'contacts', 'accounting', 'taxes'],
  areas: ['catalog'],
  groups: [
    {
      name: 'Products',
      path: '/resource',
      description:
        'Products and services (resources): goods, services, combos and raw materials that are sold, bought or used.',
      routes: [
        ...resourceRoutes,
        ...bulkRoutes,
        ...barcodeRoutes,
        ...statsRoutes,
        ...exportRoutes,
        ...resourceImport.routes,
        ...marketplaceRoutes,
      ],
    },
    {
      name: 'Prices',
      path: '/resource/price',
      description: 'Prices of products by tier, and the price for a given sale.',
      routes: [...priceRoutes, ...discoveryRoutes],
    },
    {
      name: 'Product taxes',
      path: '/resource/tax',
      description: 'The taxes of products and services.',
      routes: resourceTaxRoutes,
    },
    {
      name: 'Product lists',
      path: '/resource/resource-list',
      description: 'Packs and bundles that are sold as one product, and collections of products.',
      routes: listRoutes,
    },
    {
      name: 'Discounts',
      path: '/resource/discount-recommendation',
      description: 'Discounts that may be offered to a customer, and the offers that were made and accepted.',
      routes: discountRoutes,
    },
  ],
  events: [resourceCreated, resourceUpdated, resourceListCreated, resourceListUpdated, resourceListDeleted],
  jobs: [resourceExport.job, resourceImport.job],
  ticks: [{ tick: heldDiscounts, run: tickHeldDiscounts }],
  recounts: [{ what: 'uses of discounts', recount: recountUses }],
  entityKinds: [{ field: 'resourceId', exists: (ctx, id) => resources.exists(ctx, id) }],
  subscribers: [followResources],
  hooks: [
    implement(mergeContacts, async (ctx, merge) => {
      await movePricesOfContacts(ctx, merge);
      const updatedAt = ctx.now;
      await discountRules.updateAll(ctx, { contactId: merge.from }, { contactId: merge.into, updatedAt });
      await moveOffersOfContacts(ctx, merge);
      await moveUsesOfContacts(ctx, merge);
      await resources.updateAll(ctx, { supplierId: merge.from }, { supplierId: merge.into, updatedAt });
    }),
  ],
  demo: () => import('./demo.ts'),
};
