import { listOf, oneOf } from '#platform/db/list.ts';
import { organizationExports } from '../tables.ts';
import { OrganizationExport } from './export.schema.ts';

export const exportList = listOf(organizationExports, {
  filters: { status: oneOf('status', OrganizationExport.shape.status, 'Exports with one of these statuses.') },
  sort: { created: 'createdAt' },
  order: '-created',
});
