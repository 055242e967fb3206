import type { EcfDocument, EcfIssuer } from './ecf-document.ts';

/** A document without its issuer: that is the company, as it is registered when it signs. */
export type EcfContent = Omit<EcfDocument, 'issuer'> & {
  issuer: Pick<EcfIssuer, 'branch' | 'sellerCode' | 'internalNumber'>;
};

/** `<RNCEmisor><eNCF>.xml`, as the protocol names files. */
export const fileNameOf = (signedXml: string, number: string): string => `${issuerTaxIdIn(signedXml)}${number}.xml`;

/** The tax id of the issuer in a signed document: the company may have another one by now. */
export const issuerTaxIdIn = (signedXml: string): string => /<RNCEmisor>(\d+)</.exec(signedXml)![1]!;
