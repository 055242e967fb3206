import { seedOrganization } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { billingRoutes } from './billing.routes.ts';
import { attachCheckout, attachWaiting } from './checkout/attach.ts';
import { forgetNotices, handleNotice } from './notice/notice.ts';

/** What organizations pay for this service, and what they may use for it. */
export const billing: Module = {
  name: 'billing',
  uses: ['collaboration', 'organization', 'payments'],
  groups: [
    {
      name: 'Billing',
      description: 'The plans of this service, and the subscription of the organization.',
      routes: billingRoutes,
    },
  ],
  jobs: [handleNotice, forgetNotices, attachCheckout],
  hooks: [implement(seedOrganization, attachWaiting)],
};
