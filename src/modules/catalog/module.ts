import { mergeContacts } from '#modules/contacts/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { barcodeRoutes } from './barcode/barcode.routes.ts';
import { bulkRoutes } from './bulk/bulk.routes.ts';
import { discountRoutes } from './discount/discount.routes.ts';
import { discoveryRoutes } from './discount/discovery.routes.ts';
import { moveOffersOfContacts } from './discount/offer.sql.ts';
import { moveRulesOfContacts } from './discount/rule.sql.ts';
import {
  resourceCreated,
  resourceListCreated,
  resourceListDeleted,
  resourceListUpdated,
  resourceUpdated,
} from './events.ts';
import { exportRoutes } from './export/export.routes.ts';
import { resourceExport } from './export/export.ts';
import { marketplaceRoutes } from './marketplace/marketplace.routes.ts';
import { priceRoutes } from './price/price.routes.ts';
import { movePricesOfContacts } from './price/price.sql.ts';
import { resourceRoutes } from './resource/resource.routes.ts';
import { isResource } from './resource/resource.sql.ts';
import { listRoutes } from './resource-list/list.routes.ts';
import { followResources } from './resource-list/list.ts';
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
        ...discoveryRoutes,
      ],
    },
    {
      name: 'Resource list',
      description: 'Packs and bundles that are sold as one, and collections by hand or by rule.',
      routes: listRoutes,
    },
    {
      name: 'Discount recommendation',
      description: 'Discounts that may be offered, what was offered, and what was taken.',
      routes: discountRoutes,
    },
  ],
  events: [resourceCreated, resourceUpdated, resourceListCreated, resourceListUpdated, resourceListDeleted],
  jobs: [resourceExport.job],
  entityKinds: [{ field: 'resourceId', exists: (ctx, id) => isResource(ctx.tx, ctx.organizationId, id) }],
  subscribers: [
    {
      name: 'catalog/follow-resources',
      follows: [resourceCreated.type, resourceUpdated.type],
      handle: followResources,
    },
  ],
  hooks: [
    implement(mergeContacts, async ({ tx, organizationId }, merge) => {
      await movePricesOfContacts(tx, organizationId, merge);
      await moveRulesOfContacts(tx, organizationId, merge);
      await moveOffersOfContacts(tx, organizationId, merge);
    }),
  ],
};
