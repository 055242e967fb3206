import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { EcfEnvironment } from '../ecf/ecf.schema.ts';

/** Base64 of a .p12 file; real ones have a few kilobytes. */
const CERTIFICATE_LENGTH_MAX = 60_000;
const Text = (lengthMax: number) => z.string().trim().min(1).max(lengthMax);
const Place = z.string().regex(/^\d{6}$/, 'must be a code of six digits');

export const NewEcfCompany = z.strictObject({
  taxId: z
    .string()
    .max(20)
    .refine(
      (text) => /^(\d{9}|\d{11})$/.test(text.replace(/[\s.-]/g, '')),
      'must be an RNC of 9 or a cédula of 11 digits',
    )
    .describe('The RNC or cédula of the issuer; dashes do not matter.'),
  name: Text(150).describe('The legal name, as on every electronic document.'),
  tradeName: Text(150).nullish().describe('The name on the sign; null: none.'),
  address: Text(100).describe('As on every electronic document.'),
  municipality: Place.nullish().describe('Code of the statistics office.'),
  province: Place.nullish().describe('Code of the statistics office.'),
  phone: Text(30).nullish().describe('As on every electronic document; null: none.'),
  email: z.email().max(80).nullish().describe('As on every electronic document; null: none.'),
  website: Text(50).nullish().describe('As on every electronic document; null: none.'),
  environment: EcfEnvironment,
  certificate: z.base64().max(CERTIFICATE_LENGTH_MAX).optional().describe('A .p12 file.'),
  password: z.string().max(200).optional().describe('Of the .p12 file.'),
  version: z.number().int().optional().describe('As read: refused with `version_conflict` if it has changed since.'),
});

export const EcfWarning = z.object({
  code: z.string().describe('The doubt, for programs.'),
  message: z.string().describe('The doubt, for people.'),
});

export const EcfCertificateView = z.object({
  holder: z.string().describe('Whose certificate it is.'),
  holderTaxId: z.string().nullable().describe('The RNC or cédula in it; null: it has none.'),
  issuer: z.string().describe('Who issued it.'),
  validFrom: Timestamp.describe('It signs from then on.'),
  validTo: Timestamp.describe('It signs until then.'),
  expiresInDays: z.number().int().describe('Negative where it has expired.'),
});

export const EcfCompanyView = z.object({
  taxId: z.string().describe('The RNC or cédula of the issuer.'),
  name: z.string().describe('The legal name, as on every electronic document.'),
  tradeName: z.string().nullable().describe('The name on the sign; null: none.'),
  address: z.string().describe('As on every electronic document.'),
  municipality: z.string().nullable().describe('Code of the statistics office; null: not given.'),
  province: z.string().nullable().describe('Code of the statistics office; null: not given.'),
  phone: z.string().nullable().describe('As on every electronic document; null: none.'),
  email: z.string().nullable().describe('As on every electronic document; null: none.'),
  website: z.string().nullable().describe('As on every electronic document; null: none.'),
  environment: EcfEnvironment,
  certificate: EcfCertificateView.describe('The certificate that signs; its key is never shown.'),
  receiverUrl: z.string().describe('The address to register with the tax authority as the receiver of documents.'),
  warnings: z.array(EcfWarning).describe('What is doubtful; documents go out all the same.'),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
