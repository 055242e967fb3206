import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { BeneficiaryDetail } from '../beneficiary/beneficiary.schema.ts';
import { ContactDatumView, DatumFields } from './contact-data.schema.ts';
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

const byId = z.strictObject({ contactDataId: z.uuid() });

export const contactDataRoutes = [
  route({
    method: 'POST',
    path: '/v1/beneficiary/contact',
    summary: 'Add contact data',
    description:
      'Adds a telephone, an e-mail address, a postal address, a date or something else to a beneficiary. Telephones become E.164 with the country of the organization, e-mail addresses lower case. A date fires `contact:date` once a year on its day.',
    access: { permission: 'contacts:write' },
    status: 201,
    body: z.strictObject({ beneficiaryId: z.uuid(), ...DatumFields }),
    returns: ContactDatumView,
    refusals: [ReferenceNotFound, ContactDatumInvalid, ContactDatumExists, TooManyContactData],
    examples: { body: { beneficiaryId: exampleId, kind: 'date', value: '1984-11-15', label: 'birthday' } },
    handler: (ctx, { body }) => addDatum(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/beneficiary/contact',
    summary: 'Change contact data',
    description: 'Changes the value or the label, or makes this the one of its kind to use first. The kind stays.',
    access: { permission: 'contacts:write' },
    body: z.strictObject({
      id: z.uuid(),
      value: DatumFields.value.optional(),
      label: DatumFields.label,
      isPrimary: z.literal(true).optional().describe('The one that was stops being it.'),
    }),
    returns: ContactDatumView,
    refusals: [ContactDatumInvalid, ContactDatumExists],
    examples: { body: { id: exampleId, value: '809-555-0199', isPrimary: true } },
    handler: (ctx, { body: { id, ...change } }) => changeDatum(ctx, id, change),
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiary/contact/:contactDataId',
    summary: 'Read contact data',
    description: 'One telephone, e-mail address, postal address, date or other datum.',
    access: { permission: 'contacts:read' },
    params: byId,
    returns: ContactDatumView,
    handler: (ctx, { params }) => findDatum(ctx, params.contactDataId),
  }),
  route({
    method: 'DELETE',
    path: '/v1/beneficiary/contact/:contactDataId',
    summary: 'Remove contact data',
    description: 'Removes it. If it was the one to use first, the oldest other of its kind becomes that.',
    access: { permission: 'contacts:write' },
    params: byId,
    returns: z.object({}),
    handler: (ctx, { params }) => removeDatum(ctx, params.contactDataId),
  }),
  route({
    method: 'POST',
    path: '/v2/beneficiary/contact',
    action: 'findOrCreateContact',
    summary: 'Find or make a beneficiary by contact data',
    description:
      'Finds the beneficiary that has this telephone, e-mail address or other datum, however it is written, and makes one where there is none: asked twice, also at the same time, there is one. With `beneficiaryId` the datum is added to that beneficiary unless it is there. Emits `beneficiary:created` where one is made.',
    access: { permission: 'contacts:write' },
    body: z
      .strictObject({
        ...DatumFields,
        beneficiaryId: z.uuid().optional(),
        name: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .optional()
          .describe('Of a new beneficiary. Otherwise the value is its name.'),
      })
      .refine(({ kind, beneficiaryId }) => beneficiaryId !== undefined || !['date', 'address'].includes(kind), {
        error: 'is required: many people share a date or an address',
        path: ['beneficiaryId'],
        params: { code: 'required' },
      }),
    returns: z.object({
      beneficiary: BeneficiaryDetail,
      datum: ContactDatumView,
      beneficiaryCreated: z.boolean(),
      datumCreated: z.boolean(),
    }),
    refusals: [ReferenceNotFound, ContactDatumInvalid, TooManyContactData],
    examples: { body: { kind: 'phone', value: '(809) 555-0123', name: 'Juana Pérez' } },
    handler: (ctx, { body }) => upsertDatum(ctx, body),
  }),
];
