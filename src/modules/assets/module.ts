import { fillInUsesOfAccounts } from '#modules/accounting/index.ts';
import { beforeDocumentReposted, beforeDocumentVoided } from '#modules/invoicing/index.ts';
import { beforeCurrencyChanged } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { assetRoutes } from './asset/asset.routes.ts';
import { addUsesOfAccounts, keepCurrency, keepInvoices, keepSale } from './asset/links.ts';
import { depreciationRoutes } from './depreciation/depreciation.routes.ts';
import { recountDepreciation } from './depreciation/depreciation.sql.ts';
import { depreciateAssets, depreciating, tickDepreciation } from './depreciation/depreciation.ts';
import { disposalRoutes } from './disposal/disposal.routes.ts';
import { registerRoutes } from './register/register.routes.ts';

/** Fixed assets: what they cost, how they are depreciated, and what they are worth. */
export const assets: Module = {
  name: 'assets',
  uses: ['organization', 'accounting', 'invoicing'],
  groups: [
    {
      name: 'Fixed assets',
      path: '/asset',
      description: 'Fixed assets (activos fijos): their cost, depreciation, disposal and register.',
      routes: [...registerRoutes, ...depreciationRoutes, ...disposalRoutes, ...assetRoutes],
    },
  ],
  jobs: [depreciateAssets],
  recounts: [{ what: 'fixed assets', recount: recountDepreciation }],
  ticks: [{ tick: depreciating, run: tickDepreciation }],
  demo: () => import('./demo.ts'),
  hooks: [
    implement(beforeDocumentVoided, keepInvoices),
    implement(beforeDocumentReposted, keepSale),
    implement(fillInUsesOfAccounts, addUsesOfAccounts),
    implement(beforeCurrencyChanged, keepCurrency),
  ],
};
