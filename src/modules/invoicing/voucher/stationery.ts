import {
  findOrganization,
  generalSettings,
  type Organization,
  ownTaxId,
  readSettings,
} from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Notation } from '#platform/format.ts';
import type { Language } from '#platform/pages/language.ts';
import { documentTemplates } from '../tables.ts';
import { plainTemplate, type TemplateContent } from '../template/template.ts';
import type { Voucher } from './voucher.ts';

/** The organization on its papers: who it is, how it writes, and how its papers look. */
export interface Stationery {
  organization: Organization;
  template: TemplateContent;
  language: Language;
  notation: Notation;
}

export async function findStationery(ctx: TenantContext, templateId: string | null = null): Promise<Stationery> {
  const [organization, template, settings] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    documentTemplates.find(ctx, templateId ?? { isDefault: true }),
    readSettings(ctx, generalSettings),
  ]);
  return {
    organization,
    template: template ?? plainTemplate,
    language: template?.language ?? settings.language,
    notation: settings,
  };
}

/** The organization as documents name their issuer. */
export const issuerOf = (organization: Organization) => {
  const { name, legalName, address, phone, email } = organization;
  return { name: legalName ?? name, taxId: ownTaxId(organization), address, phone, email };
};

/** A paper of the organization on which only its title and its day are written. */
export const blankVoucher = (
  { organization, template, language, notation }: Stationery,
  { title, date }: Pick<Voucher, 'title' | 'date'>,
): Voucher => ({
  language,
  notation,
  title: title.toUpperCase(),
  number: null,
  fiscal: null,
  stamp: null,
  issuer: { ...issuerOf(organization), logoKey: template.showLogo ? organization.imageKey : null },
  party: null,
  date,
  dueOn: null,
  details: [],
  lines: [],
  legend: null,
  totals: [],
  payments: [],
  notes: null,
  terms: null,
  electronic: null,
  signatures: [],
  appearance: template,
});
