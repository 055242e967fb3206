import { z } from 'zod';
import { tableAnswer } from '#platform/export/download.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused, ReferenceNotFound } from '#platform/refusal.ts';
import { ContactDatumInvalid } from '../contact-data/draft.ts';
import {
  BeneficiariesAdded,
  BeneficiariesArchived,
  Beneficiary,
  BeneficiaryChange,
  BeneficiaryDetail,
  BeneficiaryMerge,
  NewBeneficiaries,
  NewBeneficiary,
} from './beneficiary.schema.ts';
import {
  archiveBeneficiaries,
  changeBeneficiary,
  createBeneficiary,
  describeBeneficiary,
  describeContacts,
  findByDatum,
} from './beneficiary.ts';
import { writeBeneficiaries } from './bulk.ts';
import { ExportQuery, exportBeneficiaries } from './export.ts';
import { contactList } from './list.sql.ts';
import { AlreadyMerged, MergeIntoItself, MergeRefused, mergeBeneficiaries } from './merge.ts';

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
  route('POST', '/v1/beneficiary', 'contacts:write', {
    summary: 'Add a contact (customer or supplier)',
    description:
      'Adds a contact (beneficiary) with its contact data. Others with the same tax id, telephone or e-mail address are listed as `possibleDuplicates`. Neither a duplicate nor a doubtful check digit is refused. Emits `beneficiary:created`.',
    status: 201,
    body: NewBeneficiary,
    returns: BeneficiaryDetail,
    refusals: [ReferenceNotFound, ContactDatumInvalid],
    examples: { body: example },
    handler: (ctx, { body }) => createBeneficiary(ctx, body),
  }),
  route('POST', '/v1/beneficiary/bulk', 'contacts:write', {
    action: 'createMany',
    summary: 'Add and change many contacts',
    description:
      'Writes up to 1,000 contacts (customers, suppliers) with up to 5,000 contact data at once, with a result for each row: a row with an `id` changes that contact, a row without adds one. By default all rows are written or none: `errors` names each wrong row. With `validRowsOnly` the valid rows are written and the others reported. Emits `beneficiary:created` for each new one.',
    status: 201,
    bodyBytesMax: 4 * 1024 * 1024,
    body: NewBeneficiaries,
    rows: 'beneficiaries',
    returns: BeneficiariesAdded,
    refusals: [BulkRefused],
    examples: { body: { beneficiaries: [example, { name: 'Juana Pérez' }], validRowsOnly: true } },
    handler: (ctx, { body, rows }) => writeBeneficiaries(ctx, body.beneficiaries, rows),
  }),
  route('PATCH', '/v1/beneficiary', 'contacts:write', {
    summary: 'Change a contact',
    description:
      'Changes the given fields of a contact (customer, supplier). Fields that are left out stay as they are. `archived` archives it or brings it back.',
    body: BeneficiaryChange,
    returns: BeneficiaryDetail,
    refusals: [ReferenceNotFound],
    examples: { body: { id: exampleId, version: 1, creditLimit: '75000.00', labels: ['mayorista', 'Santiago'] } },
    handler: (ctx, { body }) => changeBeneficiary(ctx, body),
  }),
  route('PATCH', '/v1/beneficiary/bulk/archive', 'contacts:write', {
    action: 'archiveMany',
    summary: 'Archive many contacts',
    description:
      'Archives up to 1,000 contacts (customers, suppliers), or brings them back with `archived: false`. Archived contacts leave the lists and their dates are not announced; their documents stay. One unknown id refuses the whole request.',
    body: BeneficiariesArchived,
    returns: z.object({ changedCount: z.number().int().describe('Without those that were so already.') }),
    refusals: [ReferenceNotFound],
    examples: { body: { ids: [exampleId], archived: true } },
    handler: (ctx, { body }) => archiveBeneficiaries(ctx, body),
  }),
  route('GET', '/v1/beneficiary', 'contacts:read', {
    summary: 'List contacts (customers and suppliers)',
    description:
      'By name. `search` finds the beginnings of the words of a name, and the beginning of a telephone, an e-mail address, other data or a tax id. Accents, case and dashes do not matter.',
    query: contactList.query,
    returns: pageOf(Beneficiary),
    examples: { query: { search: 'ferr pepe', isSupplier: 'true' } },
    handler: (ctx, { query }) => contactList.page(ctx, query, (rows) => describeContacts(ctx, rows)),
  }),
  route('GET', '/v1/beneficiary/export', 'contacts:read', {
    action: 'export',
    summary: 'Download contacts',
    description:
      'All contacts (customers, suppliers) that match the filters, with their contact data, as CSV or as a workbook (XLSX).',
    downloads: true,
    query: ExportQuery,
    returns: tableAnswer,
    examples: { query: { format: 'csv', isCustomer: 'true' } },
    handler: (ctx, { query }) => exportBeneficiaries(ctx, query),
  }),
  route('PATCH', '/v1/beneficiary/merge', 'contacts:write', {
    action: 'merge',
    summary: 'Merge contacts',
    description:
      'Merges several contacts (customers, suppliers) into one. `id` remains; it takes over contact data, documents, records and comments, and its empty fields are filled from the others. This cannot be undone. The merged ids lead to the one that remains. The ledger never changes: its postings keep the old ids and are read together.',
    body: BeneficiaryMerge,
    returns: BeneficiaryDetail,
    refusals: [ReferenceNotFound, MergeIntoItself, MergeRefused, AlreadyMerged],
    examples: { body: { id: exampleId, fromIds: [otherExampleId] } },
    handler: (ctx, { body }) => mergeBeneficiaries(ctx, body),
  }),
  route('GET', '/v1/beneficiary/:beneficiaryId', 'contacts:read', {
    summary: 'Read a contact',
    description: 'One contact (customer, supplier). A merged id leads to the contact that it was merged into.',
    returns: BeneficiaryDetail,
    handler: (ctx, { params }) => describeBeneficiary(ctx, params.beneficiaryId),
  }),
  route('GET', '/v1/beneficiary/byId/:contactData', 'contacts:read', {
    action: 'findByContactData',
    summary: 'Find a contact by contact data',
    description:
      'The contact (customer, supplier) with exactly this telephone, e-mail address or other datum, however it is written. If several have it, the oldest that is not archived; the others are its `possibleDuplicates`.',
    params: z.strictObject({
      contactData: z
        .string()
        .min(1)
        .max(500)
        .describe('A telephone number, an e-mail address or other datum, however it is written.'),
    }),
    returns: BeneficiaryDetail,
    handler: (ctx, { params }) => findByDatum(ctx, params.contactData),
  }),
];
