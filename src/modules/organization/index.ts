/** The front door: what other modules may use of the organization. */
export { readSettings } from '#platform/settings/settings.ts';
export { beginImport, finishImport } from './import/import.ts';
export { findOrganization, type Organization } from './organization/organization.sql.ts';
export { accountingSettings, generalSettings, resourcesSettings, tasksSettings } from './settings/sections.ts';
