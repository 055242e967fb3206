import { X509Certificate } from 'node:crypto';
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { xmlProblem } from '#platform/compute/xml-bounds.ts';
import { ECF_BOUNDS, XmlAlreadySigned, XmlUnreadable } from './xml-refusals.ts';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/** A certificate and its private key, both as PEM. */
export interface SigningKey {
  certificate: string;
  privateKey: string;
}

export interface SignedDocument {
  xml: string;
  /** In base64, as in the document. */
  signatureValue: string;
}

/** Signs a document as a whole: enveloped, RSA-SHA256, the certificate inside. Blanks between elements go before. */
export function signXml(xml: string, { certificate, privateKey }: SigningKey): SignedDocument {
  const compact = withoutBlanks(xml);
  if (compact.signed) throw XmlAlreadySigned();
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: C14N,
    getKeyInfoContent: () => `<X509Data><X509Certificate>${bareCertificate(certificate)}</X509Certificate></X509Data>`,
  });
  signer.addReference({ xpath: '/*', isEmptyUri: true, transforms: [ENVELOPED], digestAlgorithm: SHA256 });
  signer.computeSignature(compact.xml, { location: { reference: '/*', action: 'append' } });
  const signed = signer.getSignedXml();
  return { xml: signed, signatureValue: /<SignatureValue>([^<]+)</.exec(signed)![1]! };
}

const bareCertificate = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');

interface VerifiedDocument {
  /** Only the signed content: read every trusted value from here. */
  content: string;
  certificate: X509Certificate;
  signatureValue: string;
}

/** Verifies a signed document with the certificate inside it; null where the signature does not hold. */
export function verifyXml(xml: string): VerifiedDocument | null {
  const { xml: compact, signature } = withoutBlanks(xml);
  if (!signature) return null;
  try {
    const bare = /<(?:\w+:)?X509Certificate>([^<]+)</.exec(signature)?.[1]?.replace(/\s/g, '');
    if (!bare) return null;
    const certificate = new X509Certificate(Buffer.from(bare, 'base64'));
    const verifier = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null });
    verifier.loadSignature(signature);
    const isOurKind =
      verifier.signatureAlgorithm === RSA_SHA256 && verifier.getReferences().every(({ uri }) => (uri ?? '') === '');
    if (!isOurKind || !verifier.checkSignature(compact)) return null;
    const [content, ...more] = verifier.getSignedReferences();
    const signatureValue = /<(?:\w+:)?SignatureValue[^>]*>([^<]+)</.exec(signature)?.[1]?.replace(/\s/g, '');
    if (content === undefined || more.length > 0 || !signatureValue) return null;
    return { content, certificate, signatureValue };
  } catch {
    // The library throws for every defect of a signature.
    return null;
  }
}

/** The document without the blanks that formatting put between elements: the protocol signs it without them. */
function withoutBlanks(xml: string): { xml: string; signed: boolean; signature: string | null } {
  // The parser takes quadratic time for deep nesting, and document types can define dangerous entities.
  const problem = xmlProblem(xml, ECF_BOUNDS);
  if (problem) throw XmlUnreadable(problem);
  const faults: string[] = [];
  const note = (message: string) => void faults.push(message);
  const parser = new DOMParser({ errorHandler: { warning: note, error: note, fatalError: note } });
  const document = parser.parseFromString(xml.trim().replace(/^\uFEFF/, ''), 'text/xml') as Document | undefined;
  const root = document?.documentElement;
  if (!document || !root || faults.length > 0) throw XmlUnreadable();
  dropBlankTexts(root);
  const serializer = new XMLSerializer();
  const signatures = [...childrenOf(root)].filter(
    (child) => child.nodeType === ELEMENT_NODE && child.localName === 'Signature' && child.namespaceURI === DSIG,
  );
  return {
    xml: serializer.serializeToString(document),
    signed: signatures.length > 0,
    signature: signatures.length === 1 ? serializer.serializeToString(signatures[0]!) : null,
  };
}

function dropBlankTexts(element: Element): void {
  const children = childrenOf(element);
  const hasElements = children.some(({ nodeType }) => nodeType === ELEMENT_NODE);
  for (const child of children) {
    if (child.nodeType === ELEMENT_NODE) dropBlankTexts(child);
    else if (hasElements && child.nodeType === TEXT_NODE && (child.nodeValue ?? '').trim() === '')
      element.removeChild(child);
  }
}

const childrenOf = (element: Element): Element[] => Array.from(element.childNodes) as Element[];
