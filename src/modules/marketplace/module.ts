import { afterGoodsSent, fillInDestination } from '#modules/fulfilment/index.ts';
import { beforeDocumentVoided } from '#modules/invoicing/index.ts';
import { afterSettingsChanged, beforeCurrencyChanged } from '#modules/organization/index.ts';
import { keepFigures } from '#platform/db/keep-figures.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { cartRoutes } from './cart/cart.routes.ts';
import { sweepCarts } from './cart/sweep.ts';
import { collectionRoutes } from './collection/collection.routes.ts';
import { deliveryMethodRoutes } from './delivery-method/delivery-method.routes.ts';
import { followSellers } from './listing/listing.ts';
import { refreshSeller, refreshStale } from './listing/refresh.ts';
import { fillInAddress } from './order/address.ts';
import { endOrderOfVoid } from './order/end-order.ts';
import { finishOrder } from './order/order.ts';
import { notifySent } from './order/sent.ts';
import { tickUnpaid, unpaidOrders } from './order/unpaid.ts';
import { reviewRoutes } from './review/review.routes.ts';
import { applyDecision } from './review/review.ts';
import { marketplaceSettings, requireKnownSettings } from './settings.ts';

/** The marketplace: products of many sellers in collections and carts, each sold by its own organization. */
export const marketplace: Module = {
  name: 'marketplace',
  uses: [
    ...['collaboration', 'organization', 'files', 'contacts', 'accounting', 'taxes', 'catalog', 'inventory'],
    ...['invoicing', 'receivables', 'fulfilment', 'paypages'],
  ],
  areas: ['marketplace'],
  groups: [
    {
      name: 'Marketplace',
      path: '/marketplace',
      description:
        'Products of many sellers: collections, carts that anybody can fill and order, and reviews of listings.',
      routes: [...cartRoutes, ...collectionRoutes, ...deliveryMethodRoutes, ...reviewRoutes],
    },
  ],
  jobs: [applyDecision, finishOrder, refreshSeller, refreshStale, sweepCarts],
  subscribers: [followSellers],
  settings: [marketplaceSettings],
  hooks: [
    implement(afterSettingsChanged, requireKnownSettings),
    implement(beforeCurrencyChanged, (ctx, currency, before) =>
      keepFigures(ctx, { table: 'delivery_methods', column: 'free_from' }, currency, before),
    ),
    implement(beforeDocumentVoided, endOrderOfVoid),
    implement(fillInDestination, fillInAddress),
    implement(afterGoodsSent, notifySent),
  ],
  ticks: [{ tick: unpaidOrders, run: tickUnpaid }],
  demo: () => import('./demo.ts'),
};
