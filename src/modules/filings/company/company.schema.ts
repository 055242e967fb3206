import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { EcfEnvironment } from '../ecf/ecf.schema.ts';

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
