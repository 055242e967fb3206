import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { AppChange, AppWithInstallation, AvailableApp } from './app.schema.ts';
import { availableApps } from './app.sql.ts';
import { changeApp, PermissionsNotAccepted, readApp } from './app.ts';
import { ConfigurationNotValid } from './configuration.ts';
import { AppNotInstalled } from './refusals.ts';

export const availableAppRoutes = [
  route('GET', '/v1/apps/available-apps', 'apps:read', {
    action: 'listAvailable',
    summary: 'List the apps that can be installed',
    description:
      'The organization’s own apps, those that the operator published to all, and those of the service, by name, each with whether it is installed.',
    query: availableApps.query,
    returns: pageOf(AvailableApp),
    examples: { query: { installed: 'true' } },
    handler: (ctx, { query }) => availableApps.page(ctx, query),
  }),
];

export const appRoutes = [
  route('GET', '/v1/apps/:appId', 'apps:read', {
    summary: 'Read an app',
    description:
      'The app, and its installation here: release, configuration without secrets, and rows that need attention.',
    returns: AppWithInstallation,
    handler: (ctx, { params: { appId } }) => readApp(ctx, appId),
  }),
  route('PATCH', '/v1/apps/:appId', 'apps:write', {
    summary: 'Install, configure, turn on or off, or remove an app',
    description:
      'A change of release keeps every row: those that no longer agree with their type are counted in `invalidRows` and listed by the explorer with `valid=false`. Secret fields of the configuration are stored encrypted and never returned. A removed app loses its secrets and keeps its rows.',
    needsFreshAuthentication: true,
    body: AppChange,
    returns: AppWithInstallation,
    refusals: [AppNotInstalled, PermissionsNotAccepted, ConfigurationNotValid],
    examples: {
      body: {
        installed: true,
        permissions: ['contacts:read'],
        configuration: { pointsPerHundred: 5, apiKey: 'k-2f9d1c77' },
      },
    },
    handler: (ctx, { params: { appId }, body }) => changeApp(ctx, appId, body),
  }),
];
