import type { Module } from '#platform/module.ts';
import { appRoutes, availableAppRoutes } from './app/app.routes.ts';
import { sealedConfigurations } from './app/configuration.ts';
import { dataRoutes } from './data/data.routes.ts';
import { recheckRows } from './data/recheck.ts';
import { sealedRows } from './data/row-secrets.ts';
import { releaseRoutes } from './release/release.routes.ts';
import { searchConfigRoutes } from './search-config/search-config.routes.ts';
import { catchUpStore, catchUpStores } from './store/catch-up.ts';
import { processDeliveries } from './store/process.ts';
import { storeRoutes } from './store/store.routes.ts';
import { sealedStores } from './store/store.ts';
import { subscribeStore } from './store/subscribe.ts';

/** Apps: manifests with releases, their installations, rows of data of their own types, and connected stores. */
export const apps: Module = {
  name: 'apps',
  uses: ['organization', 'contacts', 'taxes', 'catalog', 'invoicing'],
  areas: ['apps', 'app-data'],
  groups: [
    {
      name: 'Apps',
      path: '/apps',
      description: 'Apps with their releases, installations and data of their own types, and connected stores.',
      // A fixed path is found before `:appId`.
      routes: [
        ...releaseRoutes,
        ...availableAppRoutes,
        ...dataRoutes,
        ...searchConfigRoutes,
        ...storeRoutes,
        ...appRoutes,
      ],
    },
  ],
  jobs: [recheckRows, subscribeStore, processDeliveries, catchUpStore, catchUpStores],
  sealed: [sealedConfigurations, sealedRows, sealedStores],
  demo: () => import('./demo.ts'),
};
