import { OwnerRequired } from '#modules/organization/index.ts';
import { UserRequired } from '#platform/auth/permission.ts';
import { RangeNotSatisfiable } from '#platform/http/bytes/byte-range.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { OrganizationExport } from './export.schema.ts';
import { beginExport, describeExport, downloadExport, ExportRunning, ExportUnavailable } from './export.ts';
import { exportList } from './list.sql.ts';

export const exportRoutes = [
  route('POST', '/v1/organization/export', 'organization:write', {
    summary: 'Export the whole organization',
    description:
      'Starts a ZIP with everything that the organization has: rows as NDJSON, stored files, and a manifest. It is made in the background from one moment of the data. The owner is notified when it is done and can download it for seven days. Only the owner can do this, after a fresh authentication, five times a day.',
    needsFreshAuthentication: true,
    whileClosed: true,
    status: 202,
    returns: OrganizationExport,
    refusals: [UserRequired, OwnerRequired, ExportRunning],
    handler: (ctx) => beginExport(ctx),
  }),
  route('GET', '/v1/organization/export', 'organization:write', {
    summary: 'List exports of the organization',
    description: 'The exports that were requested, newest first.',
    query: exportList.query,
    returns: pageOf(OrganizationExport),
    handler: (ctx, { query }) => exportList.page(ctx, query, (rows) => rows.map(describeExport)),
  }),
  route('GET', '/v1/organization/export/:id/download', 'organization:write', {
    action: 'download',
    summary: 'Download an export of the organization',
    description:
      'The ZIP, once it is done. `Range` continues a download that was cut. Only the owner can do this, after a fresh authentication.',
    needsFreshAuthentication: true,
    downloads: true,
    returns: { contentType: 'application/zip' },
    refusals: [UserRequired, OwnerRequired, ExportUnavailable, RangeNotSatisfiable],
    handler: (ctx, { params }) => downloadExport(ctx, params.id),
  }),
];
