import { beforeOrganizationErased } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { cardprocRoutes } from './cardproc/cardproc.routes.ts';
import { customerRoutes } from './customer/customer.routes.ts';
import { merchantRoutes } from './merchant/merchant.routes.ts';
import { deleteNoticesOf } from './merchant/merchant.sql.ts';
import { noticeRoutes } from './notice/notice.routes.ts';
import { checkMerchant, forgetNotices, handleNotice } from './notice/notice.ts';
import { payoutScheduleRoutes } from './payout-schedule/payout-schedule.routes.ts';

/** Online payments to the organization, and its payments for this service. */
export const payments: Module = {
  name: 'payments',
  uses: ['organization'],
  areas: ['payments'],
  jobs: [handleNotice, checkMerchant, forgetNotices],
  hooks: [implement(beforeOrganizationErased, ({ tx, organizationId }) => deleteNoticesOf(tx, organizationId))],
  groups: [
    {
      name: 'Merchant account',
      path: '/organization/pay',
      description: 'The account with which the organization is paid online (Stripe or the simulator).',
      routes: merchantRoutes,
    },
    {
      name: 'Payment processor',
      path: '/payment',
      description: 'Notices of the payment processor, and how its balance is sent to the bank.',
      routes: [...noticeRoutes, ...payoutScheduleRoutes],
    },
    {
      name: 'Own payment methods',
      path: '/organization/customer',
      description: 'The cards with which the organization pays for this service.',
      routes: customerRoutes,
    },
    {
      name: 'Card processor',
      path: '/organization/cardproc',
      description: 'The connection to a card processor (CardNET or the simulator).',
      routes: cardprocRoutes,
    },
  ],
  demo: () => import('./demo.ts'),
};
