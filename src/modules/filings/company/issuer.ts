import type { EcfIssuer } from '../ecf/ecf-document.ts';
import type { EcfCompany } from '../tables.ts';

/** The issuer as its documents show it, with the details of one document. */
export const issuerOf = (
  company: EcfCompany,
  details: Pick<EcfIssuer, 'branch' | 'sellerCode' | 'internalNumber'>,
): EcfIssuer => ({
  taxId: company.taxId,
  name: company.name,
  tradeName: company.tradeName,
  address: company.address,
  municipality: company.municipality,
  province: company.province,
  phones: company.phone ? [company.phone] : [],
  email: company.email,
  website: company.website,
  ...details,
});
