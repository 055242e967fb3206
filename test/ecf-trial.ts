import { type Trial, trialDocuments } from '#modules/filings/company/test-documents.ts';
import type { EcfDocument } from '#modules/filings/ecf/ecf-document.ts';

/** One document of each e-CF type, issued by a company of which only the given fields are known. */
export const ecfDocuments = (issuer: Partial<Trial['issuer']>, more: Partial<Trial> = {}): EcfDocument[] =>
  trialDocuments({
    issuer: {
      taxId: '101850043',
      name: 'Colmado & Café «Ñandú»',
      tradeName: null,
      branch: null,
      address: 'C/ Duarte #12',
      municipality: null,
      province: null,
      phones: [],
      email: null,
      website: null,
      sellerCode: null,
      internalNumber: null,
      ...issuer,
    },
    itbisRates: { general: '18', reduced: '16' },
    consumerThreshold: '250000.00',
    creditNoteDays: 30,
    today: '2026-11-15',
    sequenceExpiresOn: '2027-12-31',
    numberOf: (type) => `E${type}0000000001`,
    ...more,
  });
