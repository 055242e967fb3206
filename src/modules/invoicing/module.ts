import type { Module } from '#platform/module.ts';
import { contactBalanceRoutes } from './contact-balance/contact-balance.routes.ts';
import { mergeBalances } from './contact-balance/contact-balance.sql.ts';
import { expireGiftCards, tickGiftCards } from './gift-card/expiry.ts';
import { giftCardRoutes } from './gift-card/gift-card.routes.ts';
import { moveCardsOfContacts } from './gift-card/gift-card.sql.ts';

/** Documents between the business and its contacts: quotes, orders, invoices, loans, and how they are paid. */
export const invoicing: Module = {
  name: 'invoicing',
  uses: ['collaboration', 'organization', 'payments', 'contacts', 'accounting', 'taxes', 'catalog', 'inventory'],
  groups: [
    { name: 'Beneficiary', routes: contactBalanceRoutes },
    {
      name: 'Gift card',
      description: 'Cards with money on them: issued, redeemed in parts, canceled, and held against the books.',
      routes: giftCardRoutes,
    },
  ],
  events: [],
  jobs: [expireGiftCards],
  hooks: {
    tick: tickGiftCards,
    mergeContacts: async ({ tx, organizationId }, merge) => {
      await mergeBalances(tx, organizationId, merge);
      await moveCardsOfContacts(tx, organizationId, merge);
    },
  },
};
