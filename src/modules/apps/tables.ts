import { json, type Row, table } from '#platform/db/table.ts';
import type { FieldError } from '#platform/refusal.ts';
import type { Manifest } from './release/manifest.schema.ts';
import type { SearchField } from './search-config/search-config.schema.ts';

export const apps = table('apps');
export type App = Row<typeof apps>;
export const releases = table('appReleases', json<{ manifest: Manifest }>());
export type Release = Row<typeof releases>;
export const installations = table('appInstallations', json<{ configuration: Record<string, unknown> }>());
export type Installation = Row<typeof installations>;
export const appData = table('appData', json<{ data: Record<string, unknown>; problem: FieldError | null }>());
export type DataRow = Row<typeof appData>;
export const dataKeys = table('appDataKeys');
export const tallies = table('appDataTallies');
export const searchConfigs = table('appSearchConfigs', json<{ fields: SearchField[] }>());
export type SearchConfig = Row<typeof searchConfigs>;
