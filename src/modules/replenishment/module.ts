import type { Module } from '#platform/module.ts';
import { orderRoutes } from './order/order.routes.ts';
import { suggestionRoutes } from './suggestion/suggestion.routes.ts';

/** Replenishment: positions below their minimum, and purchase orders for them. */
export const replenishment: Module = {
  name: 'replenishment',
  uses: ['contacts', 'accounting', 'taxes', 'catalog', 'inventory', 'invoicing', 'fulfilment'],
  groups: [
    {
      name: 'Replenishment',
      path: '/resource/replenishment',
      description: 'What to buy today, from whom and how much (reordering rules), and purchase orders for it.',
      routes: [...suggestionRoutes, ...orderRoutes],
    },
  ],
  demo: () => import('./demo.ts'),
};
