import { z } from 'zod';
import { AccountNotPostable, guardRefusals } from '#modules/accounting/index.ts';
import { findResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { ExportHistoryQuery, ExportNotReady, ExportView } from '#platform/export/file-export.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { MovementInFuture, SameDivision } from '../resource-record/record.ts';
import { stockRefusals } from '../stock/refusals.ts';
import { exportSerials, serialExport } from './serial-export.ts';
import {
  SerialExportFilters,
  SerialNumberChange,
  SerialNumberHistory,
  SerialNumberView,
  SerialPath,
} from './serial-number.schema.ts';
import { serialList } from './serial-number.sql.ts';
import { changeSerial, describeSerial, readSerial } from './serial-number.ts';

const listSerials = (ctx: TenantContext, query: z.output<typeof serialList.query>) =>
  serialList.page(ctx, query, (rows) => rows.map(describeSerial));

export const serialNumberRoutes = [
  route('GET', '/v1/resource/serial-numbers', 'inventory:read', {
    summary: 'List serial numbers',
    description: 'Units with a serial number of their own: their product, place and status. Sorted by number.',
    query: serialList.query,
    returns: pageOf(SerialNumberView),
    examples: { query: { status: 'in-stock', search: 'SN-0001' } },
    handler: (ctx, { query }) => listSerials(ctx, query),
  }),
  route('POST', '/v1/resource/serial-numbers/export', 'inventory:read', {
    summary: 'Export serial numbers to a file',
    description:
      'Starts an XLSX or CSV file of the matching serial numbers. It is written in the background: the history shows when it is done, and it is downloaded by its name.',
    status: 202,
    body: z.strictObject({
      format: TableFormat.default('xlsx'),
      filters: SerialExportFilters.default({}).describe('Which units are in the file. Default: all.'),
    }),
    returns: ExportView,
    refusals: [ReferenceNotFound],
    examples: { body: { format: 'xlsx', filters: { status: 'in-stock' } } },
    handler: (ctx, { body }) => exportSerials(ctx, body),
  }),
  route('GET', '/v1/resource/serial-numbers/export/history', 'inventory:read', {
    action: 'listExports',
    summary: 'List exports of serial numbers',
    description: 'The requested files, newest first, and whether they are done; the last hundred are kept.',
    query: ExportHistoryQuery,
    returns: pageOf(ExportView),
    handler: (ctx, { query }) => serialExport.history(ctx, query),
  }),
  route('GET', '/v1/resource/serial-numbers/export/download/:fileName', 'inventory:read', {
    action: 'downloadExport',
    summary: 'Download an export of serial numbers',
    description: 'The file with the name that the history shows, once it is done.',
    params: z.strictObject({ fileName: z.string().max(200).describe('Of the history of exports.') }),
    returns: tableAnswer,
    refusals: [ExportNotReady],
    downloads: true,
    handler: (ctx, { params }) => serialExport.download(ctx, params.fileName),
  }),
  route('GET', '/v1/resource/serial-numbers/:resourceId/:serialNumber', 'inventory:read', {
    summary: 'Read the history of a unit',
    description: 'The place of a unit and its history: received, reserved, sold, returned, moved, scrapped.',
    params: SerialPath,
    returns: SerialNumberHistory,
    handler: (ctx, { params }) => readSerial(ctx, params),
  }),
  route('PATCH', '/v1/resource/serial-numbers/:resourceId/:serialNumber', 'inventory:write', {
    summary: 'Change or scrap a unit',
    description:
      'Changes the note and the end of the warranty. `status: "scrapped"` removes the unit from stock with a movement. A wrong serial number is corrected on the movement that brought it in.',
    params: SerialPath,
    body: SerialNumberChange,
    returns: SerialNumberHistory,
    refusals: [...stockRefusals, ...guardRefusals, AccountNotPostable, MovementInFuture, SameDivision],
    examples: { body: { note: 'Pantalla rayada', warrantyUntil: '2027-11-15' } },
    handler: (ctx, { params, body }) => changeSerial(ctx, params, body),
  }),
  route('GET', '/v1/resource/serial-numbers/:resourceId', 'inventory:read', {
    action: 'listOfProduct',
    summary: 'List the serial numbers of a resource',
    description: 'The units of a product that have a serial number, sorted by number.',
    query: serialList.query.omit({ resourceId: true }),
    returns: pageOf(SerialNumberView),
    examples: { query: { status: 'sold' } },
    handler: async (ctx, { params: { resourceId }, query }) => {
      if (!(await findResources(ctx, [resourceId])).has(resourceId)) throw NotFound();
      return listSerials(ctx, { ...query, resourceId });
    },
  }),
];
