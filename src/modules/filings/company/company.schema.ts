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
    ),
  name: Text(150),
  tradeName: Text(150).nullish(),
  address: Text(100),
  municipality: Place.nullish().describe('Code of the statistics office.'),
  province: Place.nullish().describe('Code of the statistics office.'),
  phone: Text(30).nullish(),
  email: z.email().max(80).nullish(),
  website: Text(50).nullish(),
  environment: EcfEnvironment,
  certificate: z.base64().max(CERTIFICATE_LENGTH_MAX).optional().describe('A .p12 file.'),
  password: z.string().max(200).optional().describe('Of the .p12 file.'),
  version: z.number().int().optional(),
});

export const EcfWarning = z.object({ code: z.string(), message: z.string() });

export const EcfCertificateView = z.object({
  holder: z.string(),
  holderTaxId: z.string().nullable(),
  issuer: z.string(),
  validFrom: Timestamp,
  validTo: Timestamp,
  expiresInDays: z.number().int().describe('Negative where it has expired.'),
});

export const EcfCompanyView = z.object({
  taxId: z.string(),
  name: z.string(),
  tradeName: z.string().nullable(),
  address: z.string(),
  municipality: z.string().nullable(),
  province: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  environment: EcfEnvironment,
  certificate: EcfCertificateView,
  receiverUrl: z.string().describe('The address to register with the tax authority as the receiver of documents.'),
  warnings: z.array(EcfWarning),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
