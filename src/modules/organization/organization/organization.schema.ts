import { z } from 'zod';
import { Timestamp, TimeZone } from '#platform/date.ts';
import { LanguageTag } from '#platform/language-tag.ts';
import { Currency } from '#platform/money.ts';
import { imageTypes } from '../image/image-format.ts';

const fields = {
  name: z.string().trim().min(1).max(200).describe('What customers and members see.'),
  legalName: z.string().trim().max(200).nullable().describe('The registered name, on documents; null: `name` is used.'),
  taxId: z.string().trim().max(30).nullable().describe('RNC or cédula in the Dominican Republic.'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a two-letter country code')
    .describe('ISO 3166-1, default DO.'),
  currency: Currency.describe('ISO 4217, default DOP.'),
  timeZone: TimeZone,
  locale: LanguageTag.describe('A language tag, such as `es-DO`.'),
  email: z.email().max(254).nullable().describe('Where customers reach it; on documents.'),
  phone: z.string().trim().max(40).nullable().describe('Where customers reach it; on documents.'),
  address: z.string().trim().max(500).nullable().describe('As it stands on documents.'),
  website: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(500)
    .nullable()
    .describe('As it stands on documents.'),
};

const { name, ...optionalFields } = fields;

export const NewOrganization = z.strictObject({
  name,
  ...z.strictObject(optionalFields).partial().shape,
  sandbox: z.boolean().optional().describe('True makes one for tests, with a clock of its own.'),
  referralCode: z.string().max(20).optional().describe('The code of the organization that recommended the service.'),
});

export const OrganizationImage = z.strictObject({
  base64: z
    .string()
    .max(8 * 1024 * 1024)
    .describe('A PNG, JPEG, WebP, AVIF or GIF, in base64.'),
  contentType: z.enum(imageTypes).optional().describe('If given, it must match the image.'),
});

export const OrganizationChange = z.strictObject({
  version: z.int32().optional().describe('As read: refused with `version_conflict` if it has changed since.'),
  ...z.strictObject(fields).partial().shape,
  image: OrganizationImage.nullable().optional().describe('Null removes it.'),
});

export const Organization = z.object({
  ...fields,
  id: z.uuid(),
  imageUrl: z.string().nullable().describe('The logo; null: it has none.'),
  referralCode: z.string().describe('Give it to others: their organizations then appear in your referrals.'),
  sandbox: z.boolean().describe('A sandbox has a clock of its own.'),
  version: z.number().int(),
  createdAt: Timestamp,
  closedAt: Timestamp.nullable().describe('When it was closed; null: it is in use.'),
});

export const ChangedOrganization = Organization.extend({
  warnings: z
    .array(
      z.object({
        code: z.string().describe('The doubt, for programs.'),
        message: z.string().describe('The doubt, for people.'),
      }),
    )
    .describe('Doubts about the tax id, as for contacts. They block nothing, because such numbers have been issued.'),
});

export const MyOrganization = Organization.extend({ role: z.string().describe('Of the caller.') });

export const ActiveOrganization = MyOrganization.extend({
  permissions: z.array(z.string()).describe('Of the caller: `area:read` or `area:write`.'),
  now: Timestamp.describe('The time in the organization: its own clock in a sandbox.'),
});
