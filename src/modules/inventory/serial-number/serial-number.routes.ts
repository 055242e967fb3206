import { z } from 'zod';
import { AccountNotPostable, guardRefusals } from '#modules/accounting/index.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { ExportNotReady, ExportView } from '#platform/export/file-export.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { MovementInFuture, SameDivision } from '../resource-record/record.ts';
import { stockRefusals } from '../stock/refusals.ts';
import { exportSerials, SerialExportFilters, serialExport } from './serial-export.ts';
import {
  SerialFilters,
  SerialNumberChange,
  SerialNumberHistory,
  SerialNumberView,
  SerialPath,
} from './serial-number.schema.ts';
import { changeSerial, listSerials, listSerialsOf, readSerial } from './serial-number.ts';

export const serialNumberRoutes = [
  route({
    method: 'GET',
    path: '/v1/resource/serial-numbers',
    summary: 'List the serial numbers',
    description: 'Units that have a number of their own: what each is, where it is, and what became of it. By number.',
    access: { permission: 'inventory:read' },
    query: z.strictObject({ ...pageQuery, ...cursorQuery, resourceId: z.uuid().optional(), ...SerialFilters }),
    returns: pageOf(SerialNumberView),
    examples: { query: { status: 'in-stock', search: 'SN-0001' } },
    handler: (ctx, { query }) => listSerials(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/serial-numbers/export',
    summary: 'Make a file of the serial numbers',
    description:
      'Begins to write the serial numbers that match into a spreadsheet or a CSV file. It is made in the background: the history says when it is done, and its name downloads it.',
    access: { permission: 'inventory:read' },
    status: 202,
    body: z.strictObject({ format: TableFormat.default('xlsx'), filters: SerialExportFilters.default({}) }),
    returns: ExportView,
    refusals: [ReferenceNotFound],
    examples: { body: { format: 'xlsx', filters: { status: 'in-stock' } } },
    handler: (ctx, { body }) => exportSerials(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/serial-numbers/export/history',
    action: 'listExports',
    summary: 'Files of serial numbers that were made',
    description: 'Who asked for which file, and whether it is done. The newest first; the last hundred are kept.',
    access: { permission: 'inventory:read' },
    query: z.strictObject(pageQuery),
    returns: pageOf(ExportView),
    handler: (ctx, { query }) => serialExport.history(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/serial-numbers/export/download/:fileName',
    action: 'downloadExport',
    summary: 'Download a file of serial numbers',
    description: 'The file with the name that the history shows, once it is done.',
    access: { permission: 'inventory:read' },
    params: z.strictObject({ fileName: z.string().max(200) }),
    returns: tableAnswer,
    refusals: [ExportNotReady],
    downloads: true,
    handler: (ctx, { params }) => serialExport.download(ctx, params.fileName),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/serial-numbers/:resourceId/:serialNumber',
    summary: 'The life of a unit',
    description:
      'Where a unit is now, and everything that happened to it: received, reserved, sold, returned, moved, scrapped.',
    access: { permission: 'inventory:read' },
    params: SerialPath,
    returns: SerialNumberHistory,
    handler: (ctx, { params }) => readSerial(ctx, params),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/serial-numbers/:resourceId/:serialNumber',
    summary: 'Note something about a unit, or scrap it',
    description:
      'Changes the note and the end of the warranty. `status: "scrapped"` takes the unit out of stock with a movement. A number that was written wrongly is corrected on the movement that brought it.',
    access: { permission: 'inventory:write' },
    params: SerialPath,
    body: SerialNumberChange,
    returns: SerialNumberHistory,
    refusals: [...stockRefusals, ...guardRefusals, AccountNotPostable, MovementInFuture, SameDivision],
    examples: { body: { note: 'Pantalla rayada', warrantyUntil: '2027-11-15' } },
    handler: (ctx, { params, body }) => changeSerial(ctx, params, body),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/serial-numbers/:resourceId',
    action: 'listOfProduct',
    summary: 'The serial numbers of a resource',
    description: 'Every unit of a resource that has a number of its own, by number.',
    access: { permission: 'inventory:read' },
    params: z.strictObject({ resourceId: z.uuid() }),
    query: z.strictObject({ ...pageQuery, ...cursorQuery, ...SerialFilters }),
    returns: pageOf(SerialNumberView),
    examples: { query: { status: 'sold' } },
    handler: (ctx, { params, query }) => listSerialsOf(ctx, params.resourceId, query),
  }),
];
