import type { z } from 'zod';
import { cleanTaxId, hasValidCheckDigit, taxIdKindOf } from '#modules/contacts/index.ts';
import { grantCapability } from '#platform/auth/capability.ts';
import { computation, TooComplex } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { orNull } from '#platform/http/change.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { ecfTypeRules, ecfTypes } from '../ecf/ecf-document.ts';
import { EcfConnection, ecf, ecfAdapterOf } from '../ecf.port.ts';
import { type EcfCompany, ecfCompanies } from '../tables.ts';
import type { SigningKey } from '../xml/ecf-signature.ts';
import { CertificateUnreadable, certificateFacts } from './certificate.ts';
import type { NewEcfCompany } from './company.schema.ts';
import type openCertificate from './open-certificate.compute.ts';

export const CompanyNotRegistered = refusal(
  'company_not_registered',
  'Register the company and its certificate first, with POST /v1/einvoice/company.',
);
export const CertificateRequired = refusal(
  'certificate_required',
  'The first registration needs the certificate and its password: send both.',
);
export const EnvironmentUnavailable = refusal(
  'environment_unavailable',
  'This service is not connected to this environment: choose another one.',
);

const opening = computation<typeof openCertificate>(import.meta.resolve('./open-certificate.compute.ts'));
export const RECEIVER_CAPABILITY = 'ecf-receiver';
const EXPIRY_WARNING_DAYS = 30;

type CompanyRegistration = z.output<typeof NewEcfCompany>;

/** Opens the certificate of a registration, if there is one. A crafted file may take arbitrarily long, and is then refused. */
export async function openGiven(
  steps: TenantSteps,
  { certificate, password = '' }: Pick<CompanyRegistration, 'certificate' | 'password'>,
): Promise<SigningKey | null> {
  if (certificate === undefined) return null;
  return steps.compute(opening, { p12: certificate, password }).catch((error: unknown) => {
    throw isRefusal(error, TooComplex) ? CertificateUnreadable.at('body.certificate') : error;
  });
}

/** Registers the issuer, its environment and its certificate. Without a certificate the present one stays. */
export async function registerCompany(ctx: TenantContext, given: CompanyRegistration, opened: SigningKey | null) {
  const before = await ecfCompanies.find(ctx, {}, { lock: 'FOR UPDATE' });
  if (given.version !== undefined && given.version !== (before?.version ?? 0)) throw VersionConflict();
  const adapter = ecfAdapterOf(given.environment);
  if (!ctx.connections.adaptersOf(ecf).some(({ name }) => name === adapter)) throw EnvironmentUnavailable();
  const choice = await ctx.connections.lockChoice(ctx.tx, ctx.organizationId, ecf);
  const key = opened ?? (choice && EcfConnection.parse(choice.config));
  if (!key) throw CertificateRequired();
  const { certificate, privateKey } = key;
  const taxId = cleanTaxId(given.taxId);
  const facts = certificateFacts(certificate);
  const fields = {
    taxId,
    name: given.name,
    address: given.address,
    environment: given.environment,
    ...orNull(given, ['tradeName', 'municipality', 'province', 'phone', 'email', 'website']),
    certificate,
    certificateHolder: facts.holder,
    certificateHolderTaxId: facts.holderTaxId,
    certificateIssuer: facts.issuer,
    certificateValidFrom: facts.validFrom,
    certificateValidTo: facts.validTo,
    updatedAt: ctx.now,
  };
  const company = (!before && (await insertCompany(ctx, fields))) || (await ecfCompanies.update(ctx, {}, fields));
  await ctx.connections.write(ctx.tx, ctx.organizationId, ecf, {
    adapter,
    config: { environment: given.environment, taxId, certificate, privateKey } satisfies EcfConnection,
    version: choice?.version ?? 0,
    at: ctx.now,
  });
  return describeCompany(ctx, company);
}

/** Undefined when another request has registered it meanwhile. The address never changes, and has small letters only. */
async function insertCompany(ctx: TenantContext, fields: Omit<NewCompany, 'receiverKey' | 'createdAt'>) {
  const { organizationId } = ctx;
  const capability = { organizationId, kind: RECEIVER_CAPABILITY, entityId: organizationId };
  const key = await grantCapability(ctx, capability, { prefix: 'ecf', encoding: 'hex' });
  const receiverKey = ctx.secrets.encrypt(key, receiverPurpose(ctx)).toString('base64');
  return ecfCompanies.insertUnlessTaken(ctx, { ...fields, receiverKey });
}
/** Requests are matched with its hash. It is also kept encrypted, because the address must be shown again. */
const receiverPurpose = ({ organizationId }: TenantContext): string => `receiver key ${organizationId}`;

/** Keys of earlier releases are readable, and begin with their prefix. */
const openReceiverKey = (ctx: TenantContext, stored: string): string =>
  stored.startsWith('ecf_')
    ? stored
    : ctx.secrets.decrypt(Buffer.from(stored, 'base64'), receiverPurpose(ctx)).toString();

type NewCompany = Parameters<typeof ecfCompanies.insert>[1];

export async function readCompany(ctx: TenantContext) {
  const company = await ecfCompanies.find(ctx, {});
  if (!company) throw NotFound('No company is registered for electronic invoices.');
  return describeCompany(ctx, company);
}

export async function requireCompany(ctx: TenantContext): Promise<EcfCompany> {
  const company = await ecfCompanies.find(ctx, {});
  if (!company) throw CompanyNotRegistered();
  return company;
}

/** The organization's signing key; null before it is registered. */
export async function findSigningKey(ctx: TenantContext): Promise<SigningKey | null> {
  const choice = await ctx.connections.choice(ctx.tx, ctx.organizationId, ecf);
  return choice && EcfConnection.parse(choice.config);
}

export async function requireSigningKey(ctx: TenantContext): Promise<SigningKey> {
  const key = await findSigningKey(ctx);
  if (!key) throw CompanyNotRegistered();
  return key;
}

/** The environment, the validity of the certificate and the capabilities of this integration. */
export async function readProviderInfo(ctx: TenantContext) {
  const company = await ecfCompanies.find(ctx, {});
  const adapters = ctx.connections.adaptersOf(ecf).map(({ name }) => name);
  const described = company && describeCompany(ctx, company);
  return {
    registered: company !== undefined,
    environment: company?.environment ?? null,
    provider: company ? ecfAdapterOf(company.environment) : null,
    environments: [
      ...(adapters.includes('ecf-simulator') ? (['simulator'] as const) : []),
      ...(adapters.includes('ecf-dgii') ? (['test', 'certification', 'production'] as const) : []),
    ],
    certificate: described?.certificate ?? null,
    receiverUrl: described?.receiverUrl ?? null,
    capabilities: {
      types: ecfTypes.map((type) => ({ type, name: ecfTypeRules[type].name })),
      summaries: true,
      annulment: true,
      reception: true,
      commercialApproval: true,
    },
    warnings: described?.warnings ?? [],
  };
}

function describeCompany(ctx: TenantContext, company: EcfCompany) {
  const { receiverKey, certificateHolder, certificateHolderTaxId, certificateIssuer, ...rest } = company;
  const { certificateValidFrom, certificateValidTo, ...shown } = rest;
  const expiresInDays = Math.floor(
    realNow().until(certificateValidTo, { largestUnit: 'hours' }).total({ unit: 'hours' }) / 24,
  );
  return {
    ...shown,
    certificate: {
      holder: certificateHolder,
      holderTaxId: certificateHolderTaxId,
      issuer: certificateIssuer,
      validFrom: certificateValidFrom,
      validTo: certificateValidTo,
      expiresInDays,
    },
    receiverUrl: `${ctx.publicUrl}/v1/einvoice/receiver/${openReceiverKey(ctx, receiverKey)}`,
    warnings: warningsOf(company, expiresInDays, ctx.config.ECF_AUTHORITIES !== undefined),
  };
}

interface Warning {
  code: string;
  message: string;
}

/** Doubtful but allowed: people sign for companies, and numbers with wrong check digits exist. */
function warningsOf(company: EcfCompany, expiresInDays: number, checksIssuers: boolean): Warning[] {
  const { taxId, certificateHolderTaxId: holder, environment } = company;
  const warnings: (Warning | false)[] = [
    hasValidCheckDigit(taxId, taxIdKindOf(taxId, 'DO')) === false && {
      code: 'check_digit',
      message: 'The check digit of the tax id is wrong. Look it up.',
    },
    holder !== taxId && {
      code: 'certificate_of_another',
      message: `The certificate is of ${holder ?? 'someone without an id in it'}. The tax authority must know them as delegate of ${taxId}.`,
    },
    expiresInDays < 0 && {
      code: 'certificate_expired',
      message: 'The certificate has expired: nothing can be signed.',
    },
    expiresInDays >= 0 &&
      expiresInDays < EXPIRY_WARNING_DAYS && {
        code: 'certificate_expires_soon',
        message: `The certificate expires in ${expiresInDays} days.`,
      },
    !checksIssuers &&
      environment !== 'simulator' && {
        code: 'issuers_not_checked',
        message:
          environment === 'production'
            ? 'No authorities for certificates are configured: only documents that the tax authority confirms are received, and no approvals.'
            : 'Who issued the certificates of those who send documents is not checked: look at `signedBy`.',
      },
  ];
  return warnings.filter((warning) => warning !== false);
}
