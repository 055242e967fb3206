import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import type { WorkContext } from '#platform/context.ts';
import { RawAnswer, route } from '#platform/http/route.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { CertificateExpired } from '../company/certificate.ts';
import { CompanyNotRegistered } from '../company/company.ts';
import { XmlUnreadable } from '../xml/xml-refusals.ts';
import {
  ApprovalRefused,
  enterReceiver,
  judgeDocument,
  newSeed,
  readFile,
  receiveApproval,
  receiveDocument,
  SeedRefused,
  tokenFor,
  tokenXml,
} from './reception.ts';

/** Called by other companies. The paths are those of the tax authority's protocol. */
const root = '/v1/einvoice/receiver/:receiverKey/fe';
const XML_LENGTH_MAX = 2_000_000;
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const ATTEMPTS_PER_HOUR = 3_600;

const params = z.strictObject({
  receiverKey: z.string().max(100).describe('The secret part of the reception address of the company.'),
});
const body = z.strictObject({ xml: z.string().min(1).max(XML_LENGTH_MAX).describe('The signed document.') });
/** The protocol has both forms, and JSON as the default. */
const wantsXml = ({ request }: WorkContext): boolean => {
  const accept = String(request.headers.accept ?? '').toLowerCase();
  return accept.includes('xml') && !accept.includes('json');
};

const enter = (ctx: WorkContext, { receiverKey }: { receiverKey: string }) => enterReceiver(ctx, receiverKey);
const common = { params, attemptsPerHour: ATTEMPTS_PER_HOUR, anyCase: true } as const;
const upload = { ...common, body, opens: enter, takesForms: true, bodyBytesMax: BODY_BYTES_MAX } as const;

/** In production the tax authority is asked about a document whose certificate does not prove it. */
const providerRefusals = [ProviderRefused, ProviderTimeout, ProviderUnavailable];

const xmlAnswer = (xml: string): RawAnswer =>
  new RawAnswer(Buffer.from(xml), { 'content-type': 'application/xml; charset=utf-8' });

export const receptionRoutes = [
  route('GET', `${root}/autenticacion/api/semilla`, 'public', {
    ...common,
    action: 'getSeed',
    summary: 'Get a seed to sign',
    description: 'For other issuers: the first step of proving who hands a document in. It lives for five minutes.',
    returns: { contentType: 'application/xml' },
    handler: async (ctx, { params: given }) => xmlAnswer(newSeed(await enter(ctx, given))),
  }),
  route('POST', `${root}/autenticacion/api/validacioncertificado`, 'public', {
    ...upload,
    action: 'createToken',
    summary: 'Exchange a signed seed for a token',
    description:
      'For other issuers: takes the seed signed with their certificate, as the part `xml` of a form, and answers a token: as XML (`RespuestaAutenticacion`) where `Accept` asks for XML, else as JSON.',
    returns: z.object({
      token: z.string().describe('To send as `Authorization: Bearer …` with a document.'),
      expira: z.string().describe('Until when the token is valid.'),
      expedido: z.string().describe('When the token was made.'),
    }),
    refusals: [SeedRefused, XmlUnreadable, TooComplex],
    examples: { body: { xml: '<SemillaModel><valor>abc</valor></SemillaModel>' } },
    prepare: (ctx, { params: given, body: { xml } }) => readFile(ctx, given.receiverKey, { kind: 'seed', xml }),
    handler: async (ctx, { prepared }) => {
      const token = tokenFor(await ctx.enter(prepared.organizationId), prepared);
      return wantsXml(ctx) ? xmlAnswer(tokenXml(token)) : token;
    },
  }),
  route('POST', `${root}/recepcion/api/ecf`, 'public', {
    ...upload,
    action: 'deliver',
    summary: 'Submit an e-CF',
    description:
      'For other issuers: takes a signed e-CF made out to this company, as the part `xml` of a form, and answers the signed receipt (ARECF). The receipt says whether it was received, or why not: malformed, signature, duplicate, other buyer.',
    returns: { contentType: 'application/xml' },
    refusals: [XmlUnreadable, CompanyNotRegistered, CertificateExpired, TooComplex, ...providerRefusals],
    examples: { body: { xml: '<ECF>…</ECF>' } },
    prepare: (ctx, { params: given, body: { xml } }) => judgeDocument(ctx, given.receiverKey, xml),
    handler: async (ctx, { prepared }) =>
      xmlAnswer(await receiveDocument(await ctx.enter(prepared.organizationId), prepared)),
  }),
  route('POST', `${root}/aprobacioncomercial/api/ecf`, 'public', {
    ...upload,
    action: 'approve',
    summary: 'Answer a document of this company',
    description:
      'For buyers: takes a signed commercial approval (ACECF) of a document that this company issued, as the part `xml` of a form.',
    returns: z.object({ mensaje: z.string().describe('What happened, in Spanish.') }),
    refusals: [ApprovalRefused, XmlUnreadable, CompanyNotRegistered, TooComplex],
    examples: { body: { xml: '<ACECF>…</ACECF>' } },
    prepare: (ctx, { params: given, body: { xml } }) => readFile(ctx, given.receiverKey, { kind: 'approval', xml }),
    handler: async (ctx, { prepared }) => {
      await receiveApproval(await ctx.enter(prepared.organizationId), prepared);
      return { mensaje: 'Aprobación comercial recibida.' };
    },
  }),
];
