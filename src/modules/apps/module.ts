import type { Module } from '#platform/module.ts';
import { appRoutes, availableAppRoutes } from './app/app.routes.ts';
import { sealedConfigurations } from './app/configuration.ts';
import { dataRoutes } from './data/data.routes.ts';
import { recheckRows } from './data/recheck.ts';
import { releaseRoutes } from './release/release.routes.ts';
import { searchConfigRoutes } from './search-config/search-config.routes.ts';

/** Apps: manifests with releases, their installations, and rows of data of their own types. */
export const apps: Module = {
  name: 'apps',
  uses: ['organization'],
  areas: ['apps', 'app-data'],
  groups: [
    {
      name: 'Apps',
      path: '/apps',
      description: 'Apps with their releases, installations and data of their own types.',
      // A fixed path is found before `:appId`.
      routes: [...releaseRoutes, ...availableAppRoutes, ...dataRoutes, ...searchConfigRoutes, ...appRoutes],
    },
  ],
  jobs: [recheckRows],
  sealed: [sealedConfigurations],
};
