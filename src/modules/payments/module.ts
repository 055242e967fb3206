import type { Module } from '#platform/module.ts';
import { cardprocRoutes } from './cardproc/cardproc.routes.ts';
import { customerRoutes } from './customer/customer.routes.ts';
import { merchantRoutes } from './merchant/merchant.routes.ts';
import { noticeRoutes } from './merchant/notice.routes.ts';
import { lookAtMerchant } from './merchant/notice.ts';

/** Being paid online, and paying for this service. */
export const payments: Module = {
  name: 'payments',
  uses: ['organization'],
  jobs: [lookAtMerchant],
  groups: [
    {
      name: 'Payments',
      description: 'The organization as a merchant that is paid online, and as a customer of this service.',
      routes: [...merchantRoutes, ...noticeRoutes, ...customerRoutes, ...cardprocRoutes],
    },
  ],
};
