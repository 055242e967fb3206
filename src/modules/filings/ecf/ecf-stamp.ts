import { fromScaled } from '#platform/decimal.ts';
import { ecfDate, ecfTime } from '../xml/xml.ts';
import type { EcfDocument } from './ecf-document.ts';
import { pesoTotals } from './ecf-totals.ts';

/** The destination of documents: this service only, or one of the three environments of the authority. */
export const ecfEnvironments = ['simulator', 'test', 'certification', 'production'] as const;
export type EcfEnvironment = (typeof ecfEnvironments)[number];

const paths: Record<EcfEnvironment, string> = {
  simulator: 'testecf',
  test: 'testecf',
  certification: 'certecf',
  production: 'ecf',
};
export const environmentPath = (environment: EcfEnvironment): string => paths[environment];

const SECURITY_CODE_LENGTH = 6;
export const securityCodeOf = (signatureValue: string): string => signatureValue.slice(0, SECURITY_CODE_LENGTH);

/**
 * The address in the QR code of a printed document, where the authority confirms that it is genuine. A consumer invoice that is
 * summarised has another address, with fewer fields. Characters of Base64 have a meaning in URLs, so every value is encoded.
 */
export function qrUrl(
  document: EcfDocument,
  stamp: { securityCode: string; signedAt: Temporal.Instant; summarised: boolean; environment: EcfEnvironment },
): string {
  const path = environmentPath(stamp.environment);
  const total = fromScaled(pesoTotals(document).total, 2);
  const { issuer, buyer, number, type } = document;
  if (stamp.summarised)
    return `https://fc.dgii.gov.do/${path}/consultatimbrefc?${query({
      rncemisor: issuer.taxId,
      encf: number,
      montototal: total,
      codigoseguridad: stamp.securityCode,
    })}`;
  const namesBuyer = type !== '43' && type !== '47' && buyer?.taxId;
  return `https://ecf.dgii.gov.do/${path}/consultatimbre?${query({
    rncemisor: issuer.taxId,
    ...(namesBuyer && { rnccomprador: buyer.taxId! }),
    encf: number,
    fechaemision: ecfDate(document.issuedOn),
    montototal: total,
    fechafirma: ecfTime(stamp.signedAt),
    codigoseguridad: stamp.securityCode,
  })}`;
}

/** A blank is `%20` here, not `+`. */
const query = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
