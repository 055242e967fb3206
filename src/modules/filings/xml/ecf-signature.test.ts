import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import * as xmldsig from 'xmldsigjs';
import { realNow } from '#platform/date.ts';
import { Refusal, type RefusalKind } from '#platform/refusal.ts';
import { newCertificate } from '#test/certificates.ts';
import { ecfDocuments } from '#test/ecf-trial.ts';
import {
  CertificateExpired,
  CertificateKeyMissing,
  CertificatePasswordWrong,
  CertificateUnreadable,
  certificateFacts,
} from '../company/certificate.ts';
import { openCertificate } from '../company/p12.ts';
import { qrUrl, securityCodeOf } from '../ecf/ecf-stamp.ts';
import { ecfXml } from '../ecf/ecf-xml.ts';
import { signXml, verifyXml } from './ecf-signature.ts';
import { XmlAlreadySigned, XmlUnreadable } from './xml-refusals.ts';

// The library expects a browser, and takes these from there.
Object.assign(globalThis, { DOMParser, XMLSerializer });
xmldsig.Application.setEngine('NodeJS', globalThis.crypto);
const key = newCertificate();
const DAY_MS = 86_400_000;
const signedAt = Temporal.Instant.from('2026-11-15T17:05:09Z');
const documents = ecfDocuments({});

/** Verifies with a library that shares nothing with the one that signs. */
async function verifiesElsewhere(xml: string): Promise<boolean> {
  const document = xmldsig.Parse(xml);
  const [signature] = Array.from(document.getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'Signature'));
  const verifier = new xmldsig.SignedXml(document);
  verifier.LoadXml(signature!);
  return verifier.Verify().catch(() => false);
}

const refusesWith = (kind: RefusalKind) => (error: unknown) => error instanceof Refusal && error.kind === kind;

test('every type verifies with an independent library, and a changed byte makes it fail', async () => {
  for (const document of documents) {
    const { xml } = signXml(ecfXml(document, signedAt), key);
    assert.equal(await verifiesElsewhere(xml), true, document.type);
    assert.ok(verifyXml(xml), document.type);
    for (const changed of [xml.replace('Duarte #12', 'Duarte #13'), xml.replace('<MontoTotal>', '<MontoTotal>1')]) {
      assert.notEqual(changed, xml);
      assert.equal(await verifiesElsewhere(changed), false, document.type);
      assert.equal(verifyXml(changed), null, document.type);
    }
  }
});

test('a signature of one document does not fit another, nor another certificate', () => {
  const [one, other] = documents.map((document) => signXml(ecfXml(document, signedAt), key).xml);
  const signature = /<Signature .*<\/Signature>/.exec(one!)![0];
  assert.equal(verifyXml(other!.replace(/<Signature .*<\/Signature>/, signature)), null);
  const stranger = newCertificate({ taxId: '00112345673', bits: 2048 });
  const bare = stranger.certificate.replace(/-----[^-]+-----|\s/g, '');
  const swapped = one!.replace(/(<X509Certificate>)[^<]+/, `$1${bare}`);
  assert.equal(verifyXml(swapped), null);
});

test('only signed content of a document is trusted', () => {
  const { xml } = signXml('<ECF><A>1</A></ECF>', key);
  assert.equal(verifyXml(xml)?.content, '<ECF><A>1</A></ECF>');
  const wrapped = `<ECF><A>2</A>${xml.replace(/^<\?xml[^>]*>/, '')}</ECF>`;
  assert.equal(verifyXml(wrapped), null);
  assert.equal(verifyXml('<ECF><A>1</A></ECF>'), null);
});

test('formatting between elements is dropped before signing, as the authority asks', () => {
  const signed = signXml('<?xml version="1.0"?>\n<ECF>\n  <A>uno  dos</A>\n  <B> </B>\n</ECF>', key);
  assert.match(signed.xml, /<ECF><A>uno {2}dos<\/A><B> <\/B><Signature/);
  assert.ok(verifyXml(signed.xml.replace('<A>', '\n  <A>')));
});

test('a document that is no XML, has a document type or is signed already is refused', () => {
  for (const xml of ['', 'hola', '<a><b></a>', '<a/><b/>', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '<a b=1/>'])
    assert.throws(() => signXml(xml, key), refusesWith(XmlUnreadable), xml);
  const { xml } = signXml('<ECF><A>1</A></ECF>', key);
  assert.throws(() => signXml(xml, key), refusesWith(XmlAlreadySigned));
});

test('the security code is the beginning of the signature, and the QR code leads to the authority', () => {
  const securityCode = securityCodeOf('a+/=Bc1234');
  assert.equal(securityCode, 'a+/=Bc');
  const stamp = { securityCode, signedAt, environment: 'production' } as const;
  const credit = documents[0]!;
  assert.equal(
    qrUrl(credit, { ...stamp, summarised: false }),
    'https://ecf.dgii.gov.do/ecf/consultatimbre?rncemisor=101850043&rnccomprador=401506254&encf=E310000000001&fechaemision=15-11-2026&montototal=27008.32&fechafirma=15-11-2026%2013%3A05%3A09&codigoseguridad=a%2B%2F%3DBc',
  );
  assert.equal(
    qrUrl(documents.at(-1)!, { ...stamp, summarised: true, environment: 'certification' }),
    'https://fc.dgii.gov.do/certecf/consultatimbrefc?rncemisor=101850043&encf=E320000000001&montototal=1150.00&codigoseguridad=a%2B%2F%3DBc',
  );
  const abroad = documents.find(({ type }) => type === '47')!;
  assert.ok(!qrUrl(abroad, { ...stamp, summarised: false }).includes('rnccomprador'));
});

test('a .p12 file opens with its password and names its holder', () => {
  const opened = openCertificate(key.p12, key.password, realNow());
  assert.ok(verifyXml(signXml('<ECF><A>1</A></ECF>', opened).xml));
  const facts = certificateFacts(opened.certificate);
  assert.deepEqual(
    [facts.holder, facts.holderTaxId, facts.issuer],
    ['Ana Pérez', '00113918205', 'Autoridad de Prueba'],
  );
});

test('a wrong password, an expired or future certificate, a missing key and a file that is no .p12 are each reported', () => {
  const open = ({ p12 }: { p12: Buffer }, password = key.password) => openCertificate(p12, password, realNow());
  const at = (days: number) => new Date(Date.now() + days * DAY_MS);
  assert.throws(() => open(key, 'otra'), refusesWith(CertificatePasswordWrong));
  assert.throws(() => open(key, ''), refusesWith(CertificatePasswordWrong));
  assert.throws(() => open(newCertificate({ from: at(-9), to: at(-1) })), refusesWith(CertificateExpired));
  assert.throws(() => open(newCertificate({ from: at(1), to: at(9) })), refusesWith(CertificateExpired));
  assert.throws(() => open(newCertificate({ withKey: false })), refusesWith(CertificateKeyMissing));
  assert.throws(() => open(newCertificate({ bits: 1024 })), refusesWith(CertificateKeyMissing));
  for (const junk of ['', 'hola', '\x30\x03\x02\x01\x03', key.p12.subarray(0, 900).toString('binary')])
    assert.throws(() => open({ p12: Buffer.from(junk, 'binary') }), refusesWith(CertificateUnreadable));
});
