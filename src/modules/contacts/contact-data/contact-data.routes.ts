import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { BeneficiaryDetail } from '../beneficiary/beneficiary.schema.ts';
import { AddedContactDatum, ContactByDatum, ContactDatum, ContactDatumChange } from './contact-data.schema.ts';
import {
  addDatum,
  ContactDatumExists,
  changeDatum,
  findDatum,
  removeDatum,
  TooManyContactData,
  upsertDatum,
} from './contact-data.ts';
import { ContactDatumInvalid } from './draft.ts';

export const contactDataRoutes = [
  route('POST', '/v1/beneficiary/contact', 'contacts:write', {
    summary: 'Add contact data',
    description:
      'Adds a telephone, an e-mail address, a postal address, a date or other data to a contact (beneficiary). Telephones are normalised to E.164 with the country of the organization, e-mail addresses to lower case. A date emits `contact:date` once a year on its day.',
    status: 201,
    body: AddedContactDatum,
    returns: ContactDatum,
    refusals: [ReferenceNotFound, ContactDatumInvalid, ContactDatumExists, TooManyContactData],
    examples: { body: { beneficiaryId: exampleId, kind: 'date', value: '1984-11-15', label: 'birthday' } },
    handler: (ctx, { body }) => addDatum(ctx, body),
  }),
  route('PATCH', '/v1/beneficiary/contact', 'contacts:write', {
    summary: 'Change contact data',
    description: 'Changes the value or the label, or makes this datum the primary one of its kind. The kind stays.',
    body: ContactDatumChange,
    returns: ContactDatum,
    refusals: [ContactDatumInvalid, ContactDatumExists],
    examples: { body: { id: exampleId, value: '809-555-0199', isPrimary: true } },
    handler: (ctx, { body }) => changeDatum(ctx, body),
  }),
  route('GET', '/v1/beneficiary/contact/:contactDataId', 'contacts:read', {
    summary: 'Read contact data',
    description: 'One telephone, e-mail address, postal address, date or other datum.',
    returns: ContactDatum,
    handler: (ctx, { params }) => findDatum(ctx, params.contactDataId),
  }),
  route('DELETE', '/v1/beneficiary/contact/:contactDataId', 'contacts:write', {
    summary: 'Remove contact data',
    description: 'Removes it. If it was the primary one, the oldest other of its kind becomes primary.',
    handler: (ctx, { params }) => removeDatum(ctx, params.contactDataId),
  }),
  route('POST', '/v2/beneficiary/contact', 'contacts:write', {
    action: 'findOrCreateContact',
    summary: 'Find or create a contact by contact data',
    description:
      'Finds the contact (beneficiary) that has this telephone, e-mail address or other datum, however it is written, and creates one if there is none. Repeated calls, also at the same time, create only one. With `beneficiaryId` the datum is added to that contact unless it is there. Emits `beneficiary:created` when one is created.',
    body: ContactByDatum,
    returns: z.object({
      beneficiary: BeneficiaryDetail.describe('The contact that has it now.'),
      datum: ContactDatum.describe('The datum of the contact.'),
      beneficiaryCreated: z.boolean().describe('Nobody had it: the contact is new.'),
      datumCreated: z.boolean().describe('The contact did not have it before.'),
    }),
    refusals: [ReferenceNotFound, ContactDatumInvalid, TooManyContactData],
    examples: { body: { kind: 'phone', value: '(809) 555-0123', name: 'Juana Pérez' } },
    handler: (ctx, { body }) => upsertDatum(ctx, body),
  }),
];
