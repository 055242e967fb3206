/** The public interface: the parts of the organization that other modules and the operator may use. */
export { firstWeekday, generalSettings } from '#platform/settings/general.ts';
export { readSettings } from '#platform/settings/settings.ts';
export { createKey } from './api-key/api-key.ts';
export { organizationSettingsUpdated } from './events.ts';
export {
  afterMemberLeft,
  afterMemberRemoved,
  afterSettingsChanged,
  beforeCurrencyChanged,
  beforeOrganizationClosed,
  beforeOrganizationErased,
  type ChangedSettings,
  detachLabel,
  fillInTaxIdWarnings,
  type LabelRemoval,
  seedOrganization,
} from './hooks.ts';
export { drawPaper, issuerOf, paperPdf, readLogo } from './image/paper.ts';
export { Import } from './import/import.schema.ts';
export {
  beginImport,
  type Counts,
  countRows,
  describeImport,
  finishImport,
  ImportRunning,
  isImportRunning,
  startRows,
} from './import/import.ts';
export { hasLabel, isUnused, labelsLike, takeOffRows } from './label/label.sql.ts';
export { useLabels } from './label/label.ts';
export { OwnerRequired, requireOwner } from './member/rights.ts';
export { MyOrganization } from './organization/organization.schema.ts';
export { findOrganization, type Organization, selectMembership } from './organization/organization.sql.ts';
export { CurrencyInUse, describeOrganization } from './organization/organization.ts';
export { formatTaxId, ownTaxId } from './organization/tax-id.ts';
export { selectApplications } from './partner/partner.sql.ts';
export { decideApplication } from './partner/partner.ts';
export {
  accountingSettings,
  resourcesSettings,
  tasksSettings,
} from './settings/sections.ts';
export type { ImportError } from './tables.ts';
