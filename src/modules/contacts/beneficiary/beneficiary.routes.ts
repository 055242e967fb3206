import { z } from 'zod';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { FieldErrorView } from '#platform/http/problem.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused, ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ContactDatumInvalid } from '../contact-data/draft.ts';
import {
  BeneficiaryChange,
  BeneficiaryDetail,
  BeneficiaryKind,
  BeneficiaryView,
  NewBeneficiary,
  PossibleDuplicates,
  taxStatuses,
} from './beneficiary.schema.ts';
import { archiveBeneficiaries, changeBeneficiary, createBeneficiary, describeBeneficiary } from './beneficiary.ts';
import { createBeneficiaries } from './bulk.ts';
import { exportBeneficiaries } from './export.ts';
import { findByDatum, listBeneficiaries } from './list.ts';
import { AlreadyMerged, MergeIntoItself, MergeRefused, mergeBeneficiaries } from './merge.ts';

const BULK_MAX = 1_000;
const MERGED_MAX = 50;

const filters = {
  search: z.string().max(100).optional(),
  kind: BeneficiaryKind.optional(),
  isCustomer: z.boolean().optional(),
  isSupplier: z.boolean().optional(),
  archived: z
    .enum(['true', 'false', 'all'])
    .default('false')
    .transform((text) => (text === 'all' ? undefined : text === 'true')),
  label: z.string().max(60).optional(),
  sellerId: z.uuid().optional(),
  taxStatus: z.enum(taxStatuses).optional(),
};

const example: z.input<typeof NewBeneficiary> = {
  kind: 'company',
  name: 'Ferretería Don Pepe',
  taxId: '1-31-24679-6',
  fiscalType: 'fiscal-credit',
  creditLimit: '50000.00',
  paymentTermsDays: 30,
  labels: ['mayorista'],
  contactData: [
    { kind: 'phone', value: '809-555-0123', label: 'oficina' },
    { kind: 'email', value: 'pepe@example.com' },
  ],
};

export const beneficiaryRoutes = [
  route({
    method: 'POST',
    path: '/v1/beneficiary',
    summary: 'Add a beneficiary',
    description:
      'Adds someone who buys or sells, with contact data. Others with the same tax id, telephone or e-mail address are told as `possibleDuplicates`; nothing is refused for it, nor for a doubtful check digit. Emits `beneficiary:created`.',
    access: { permission: 'contacts:write' },
    status: 201,
    body: NewBeneficiary,
    returns: BeneficiaryDetail,
    refusals: [ReferenceNotFound, ContactDatumInvalid],
    examples: { body: example },
    handler: (ctx, { body }) => createBeneficiary(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/v1/beneficiary/bulk',
    action: 'createMany',
    summary: 'Add many beneficiaries',
    description:
      'Adds up to 1,000 at once and tells what became of each row. By default all are added or none: a row that is wrong refuses them all and `errors` names each. With `validRowsOnly` the right rows are added and the wrong ones told. Emits `beneficiary:created` for each.',
    access: { permission: 'contacts:write' },
    status: 201,
    bodyBytesMax: 8 * 1024 * 1024,
    body: z.strictObject({
      beneficiaries: z.array(NewBeneficiary).min(1).max(BULK_MAX),
      validRowsOnly: z.boolean().default(false),
    }),
    returns: z.object({
      createdCount: z.number().int(),
      failedCount: z.number().int(),
      results: z.array(
        z.object({
          row: z.number().int().describe('From 0, in the order given.'),
          id: z.uuid().nullable().describe('Null: it was not added.'),
          errors: z.array(FieldErrorView),
          possibleDuplicates: PossibleDuplicates,
        }),
      ),
    }),
    refusals: [BulkRefused],
    examples: { body: { beneficiaries: [example, { name: 'Juana Pérez' }], validRowsOnly: true } },
    handler: (ctx, { body }) => createBeneficiaries(ctx, body.beneficiaries, body.validRowsOnly),
  }),
  route({
    method: 'PATCH',
    path: '/v1/beneficiary',
    summary: 'Change a beneficiary',
    description:
      'Changes what is given and leaves the rest. With `version`, a change made by someone else meanwhile is not overwritten. `archived` puts them away or takes them back.',
    access: { permission: 'contacts:write' },
    body: BeneficiaryChange,
    returns: BeneficiaryDetail,
    refusals: [ReferenceNotFound],
    examples: { body: { id: exampleId, version: 1, creditLimit: '75000.00', labels: ['mayorista', 'Santiago'] } },
    handler: (ctx, { body }) => changeBeneficiary(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/beneficiary/bulk/archive',
    action: 'archiveMany',
    summary: 'Archive many beneficiaries',
    description:
      'Puts up to 1,000 beneficiaries away, or takes them back with `archived: false`. Lists leave them out, their documents stay, and their dates are not told. All or none: one unknown id refuses it.',
    access: { permission: 'contacts:write' },
    body: z.strictObject({
      ids: uniqueList(z.uuid(), { min: 1, max: BULK_MAX }),
      archived: z.boolean().default(true),
    }),
    returns: z.object({ changedCount: z.number().int().describe('Those that were not so already.') }),
    refusals: [ReferenceNotFound],
    examples: { body: { ids: [exampleId], archived: true } },
    handler: (ctx, { body }) => archiveBeneficiaries(ctx, body.ids, body.archived),
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiary',
    summary: 'List the beneficiaries',
    description:
      'By name. `search` finds the beginning of each word of a name, of a telephone, an e-mail address, another datum, or a tax id; accents, case and dashes do not matter. `nextCursor` goes on where a page ends, at the same cost on every page.',
    access: { permission: 'contacts:read' },
    query: z.strictObject({ ...pageQuery, ...cursorQuery, ...filters }),
    returns: pageOf(BeneficiaryView),
    examples: { query: { search: 'ferr pepe', isSupplier: 'true' } },
    handler: (ctx, { query }) => listBeneficiaries(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiary/export',
    action: 'export',
    summary: 'Download the beneficiaries',
    description: 'Everyone that the filters leave, by name, with their contact data: as CSV or as a workbook (XLSX).',
    access: { permission: 'contacts:read' },
    downloads: true,
    query: z.strictObject({ format: TableFormat.default('csv'), ...filters }),
    returns: tableAnswer,
    examples: { query: { format: 'csv', isCustomer: 'true' } },
    handler: (ctx, { query }) => exportBeneficiaries(ctx, query),
  }),
  route({
    method: 'PATCH',
    path: '/v1/beneficiary/merge',
    action: 'merge',
    summary: 'Merge beneficiaries',
    description:
      'Makes several beneficiaries one: `id` stands, and takes over contact data, documents, records, comments and what it does not say itself from the others. It happens at once and cannot be taken back. The others’ ids lead to the one that stands from then on; in the ledger, which never changes, their postings stay under the old ids and are read together with its own.',
    access: { permission: 'contacts:write' },
    body: z.strictObject({
      id: z.uuid().describe('The one that stands.'),
      fromIds: uniqueList(z.uuid(), { min: 1, max: MERGED_MAX }).describe('Those that go into it.'),
      version: z.number().int().optional().describe('Of the one that stands.'),
    }),
    returns: BeneficiaryDetail,
    refusals: [ReferenceNotFound, MergeIntoItself, MergeRefused, AlreadyMerged],
    examples: { body: { id: exampleId, fromIds: [otherExampleId] } },
    handler: (ctx, { body }) => mergeBeneficiaries(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiary/:beneficiaryId',
    summary: 'Read a beneficiary',
    description: 'Everything about one beneficiary. The id of one that was merged leads to the one that stands.',
    access: { permission: 'contacts:read' },
    params: z.strictObject({ beneficiaryId: z.uuid() }),
    returns: BeneficiaryDetail,
    handler: (ctx, { params }) => describeBeneficiary(ctx, params.beneficiaryId),
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiary/byId/:contactData',
    action: 'findByContactData',
    summary: 'Find a beneficiary by contact data',
    description:
      'The beneficiary with exactly this telephone, e-mail address or other datum, however it is written. Where several have it, one that is in use and was added first; the others are its `possibleDuplicates`.',
    access: { permission: 'contacts:read' },
    params: z.strictObject({ contactData: z.string().min(1).max(500) }),
    returns: BeneficiaryDetail,
    handler: (ctx, { params }) => findByDatum(ctx, params.contactData),
  }),
];
