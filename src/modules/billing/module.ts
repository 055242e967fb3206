import { usedBytes } from '#modules/files/index.ts';
import { beforeOrganizationClosed, beforeOrganizationErased, seedOrganization } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { billingRoutes } from './billing.routes.ts';
import { attachCheckout, attachWaiting } from './checkout/attach.ts';
import { fillInUsage } from './hooks.ts';
import { forgetNotices, handleNotice } from './notice/notice.ts';
import { deleteNoticesOf } from './subscription/subscription.sql.ts';
import { refusePaidPlan } from './subscription/subscription.ts';
import { usageRoutes } from './usage/usage.routes.ts';
import { documentsThisMonth, usageJobs } from './usage/usage.ts';

/** Subscriptions of organizations to this service, and the limits of their plans. */
export const billing: Module = {
  name: 'billing',
  uses: ['collaboration', 'organization', 'files', 'payments'],
  groups: [
    {
      name: 'Billing',
      description: 'The plans of this service, and the subscription of the organization.',
      routes: billingRoutes,
    },
    {
      name: 'Usage',
      path: '/usage',
      description: 'How much of the plan is used, and by day.',
      routes: usageRoutes,
    },
  ],
  jobs: [handleNotice, forgetNotices, attachCheckout, ...usageJobs],
  hooks: [
    implement(beforeOrganizationClosed, refusePaidPlan),
    implement(beforeOrganizationErased, ({ tx, organizationId }) => deleteNoticesOf(tx, organizationId)),
    implement(seedOrganization, attachWaiting),
    implement(fillInUsage, async (ctx, usage) => {
      usage.documentsPerMonth = await documentsThisMonth(ctx);
      usage.storageBytes = await usedBytes(ctx);
    }),
  ],
};
