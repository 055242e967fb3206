import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { EcfEnvironment, EcfType } from '../ecf/ecf.schema.ts';
import { resumeUnsigned } from '../sending/document.ts';
import { signGivenXml } from '../sending/sign.ts';
import { XmlAlreadySigned, XmlUnreadable } from '../xml/xml-refusals.ts';
import { certificateRefusals } from './certificate.ts';
import { EcfCertificateView, EcfCompanyView, EcfWarning, NewEcfCompany } from './company.schema.ts';
import {
  CertificateRequired,
  CompanyNotRegistered,
  EnvironmentUnavailable,
  openGiven,
  readCompany,
  readProviderInfo,
  registerCompany,
} from './company.ts';
import { checkHealth } from './health.ts';

const XML_LENGTH_MAX = 900_000;

const exampleCompany = {
  taxId: '101850043',
  name: 'Colmado La Esquina, SRL',
  tradeName: 'La Esquina',
  address: 'C/ Duarte 12, Santo Domingo',
  municipality: '010101',
  province: '010000',
  phone: '809-555-0123',
  email: 'ventas@laesquina.do',
  environment: 'simulator' as const,
};

export const companyRoutes = [
  route('GET', '/v1/einvoice/provider-info', 'taxes:read', {
    action: 'getProvider',
    summary: 'Read how electronic invoices are sent',
    description:
      'The environment, until when the certificate signs, the address at which others hand in documents, and what this integration can do. It answers before a company is registered as well.',
    returns: z.object({
      registered: z.boolean().describe('Whether the company can issue electronic documents.'),
      environment: EcfEnvironment.nullable(),
      provider: z.string().nullable().describe('Who sends the documents; null: not registered.'),
      environments: z.array(EcfEnvironment).describe('Those that this service reaches.'),
      certificate: EcfCertificateView.nullable().describe('The certificate that signs; null: not registered.'),
      receiverUrl: z.string().nullable().describe('Where others hand in documents; null: not registered.'),
      capabilities: z
        .object({
          types: z
            .array(
              z.object({
                type: EcfType,
                name: z.string().describe('The name of the type, as the tax authority uses it.'),
              }),
            )
            .describe('The types of documents that it issues.'),
          summaries: z.boolean().describe('Small consumer invoices are sent as summaries.'),
          annulment: z.boolean().describe('Unused numbers can be annulled.'),
          reception: z.boolean().describe('Documents of other issuers are received.'),
          commercialApproval: z.boolean().describe('Received documents can be approved or rejected.'),
        })
        .describe('What this integration can do.'),
      warnings: z.array(EcfWarning).describe('What is doubtful.'),
    }),
    handler: (ctx) => readProviderInfo(ctx),
  }),
  route('GET', '/v1/einvoice/company', 'taxes:read', {
    summary: 'Read the company that issues electronic invoices',
    description: 'As it was registered. The certificate is described and never returned, neither is its key.',
    returns: EcfCompanyView,
    refusals: [NotFound],
    handler: (ctx) => readCompany(ctx),
  }),
  route('POST', '/v1/einvoice/company', 'taxes:write', {
    action: 'registerCompany',
    summary: 'Register the company',
    description:
      'Who issues, in which environment, and the certificate that signs: a .p12 file in base64 with its password. The key is stored encrypted and never returned; the password is not stored. The same call changes a registration: without `certificate` the present one stays. Documents that waited for a certificate go out. `warnings` says what is doubtful, for example a certificate of someone whom the tax authority must know as delegate.',
    body: NewEcfCompany,
    status: 201,
    returns: EcfCompanyView,
    refusals: [CertificateRequired, EnvironmentUnavailable, ...certificateRefusals],
    examples: { body: { ...exampleCompany, certificate: 'MIIKeAIBAzCCCj4GCSqGSIb3DQEHAaCC', password: 'secreto' } },
    prepare: (ctx, { body }) => openGiven(ctx, body),
    handler: async (ctx, { body, prepared }) => {
      const company = await registerCompany(ctx, body, prepared);
      ctx.enqueue(resumeUnsigned, { after: null });
      return company;
    },
  }),
  route('POST', '/v1/einvoice/sign-document', 'taxes:write', {
    summary: 'Sign an XML document',
    description:
      'Signs a given document with the certificate of the company: enveloped, RSA-SHA256, as every document of the protocol. Blanks between elements are dropped first. Nothing is stored or sent. Do not reformat the answer: it would no longer verify.',
    body: z.strictObject({ xml: z.string().min(1).max(XML_LENGTH_MAX).describe('The document, without a signature.') }),
    returns: z.object({
      xml: z.string().describe('The signed document.'),
      securityCode: z.string().describe('The first six characters of the signature.'),
      signedAt: Timestamp.describe('When it was signed.'),
    }),
    refusals: [CompanyNotRegistered, XmlUnreadable, XmlAlreadySigned, TooComplex, ...certificateRefusals],
    examples: { body: { xml: '<SemillaModel><valor>abc</valor><fecha>2026-11-15T13:45:00</fecha></SemillaModel>' } },
    prepare: (ctx, { body }) => signGivenXml(ctx, body.xml),
    handler: async (_ctx, { prepared }) => prepared,
  }),
  route('GET', '/v1/einvoice/health', 'taxes:read', {
    summary: 'Check the tax authority’s service',
    description:
      'Asks the environment of the company now, and counts the documents that wait or need someone. Documents are never lost while it is away: they wait and go out by themselves.',
    reachesProvider: true,
    returns: z.object({
      state: z.enum(['up', 'down', 'not-registered']).describe('`not-registered`: there is no company to ask for.'),
      environment: EcfEnvironment.nullable(),
      detail: z.string().nullable().describe('What the environment answered; null: nothing to say.'),
      durationMs: z.number().int().nullable().describe('How long the answer took; null: none came.'),
      checkedAt: Timestamp.describe('When it was asked.'),
      documents: z
        .object({
          waiting: z.number().int().describe('Not sent yet.'),
          sent: z.number().int().describe('The tax authority has not decided.'),
          failed: z.number().int().describe('They need someone: see `problem` of each.'),
        })
        .describe('What is on its way.'),
    }),
    handler: (ctx) => checkHealth(ctx),
  }),
];
