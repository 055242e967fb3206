import { X509Certificate } from 'node:crypto';
import { areInUse } from '#modules/taxes/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import { requireValid } from '../company/certificate.ts';
import { requireCompany, requireSigningKey } from '../company/company.ts';
import { ecfTypeOf } from '../ecf/ecf-document.ts';
import { annulmentXml, countOf } from '../ecf/ecf-messages.ts';
import { signAll } from '../ecf/signing.ts';
import { ecf } from '../ecf.port.ts';
import { ecfAnnulments } from '../tables.ts';
import { isAnyAnnulled } from './annulment.sql.ts';
import { isAnyUsed } from './document.sql.ts';

export const NumbersNotUnused = refusal(
  422,
  'numbers_not_unused',
  'Only numbers that are void here, that the tax authority has no document of, and that were not annulled before can be annulled.',
);
export const NumbersOrder = refusal(
  422,
  'numbers_order',
  'Both numbers are of one type, the last not before the first, and at most 10,000 at once.',
);

const ANNULLED_AT_ONCE_MAX = 10_000;

/** Annuls void numbers that the tax authority has no document of, with it and here. */
export async function annulNumbers(ctx: TenantSteps, { from, to }: { from: string; to: string }) {
  const type = ecfTypeOf(from);
  if (!type || type !== ecfTypeOf(to)) throw NumbersOrder();
  const range = { type, from, to };
  const count = countOf(range);
  if (count < 1 || count > ANNULLED_AT_ONCE_MAX) throw NumbersOrder();
  const at = realNow();
  const { company, key } = await ctx.transaction(async (unit) => {
    const [company, key] = await Promise.all([requireCompany(unit), requireSigningKey(unit)]);
    const [given, used, annulled] = await Promise.all([
      areInUse(unit, range),
      isAnyUsed(unit, company.environment, range),
      isAnyAnnulled(unit, company.environment, range),
    ]);
    if (given || used || annulled) throw NumbersNotUnused();
    requireValid(new X509Certificate(key.certificate), at);
    return { company, key };
  });
  const [signed] = await signAll(ctx, [annulmentXml(company.taxId, [range], at)], key);
  const { xml } = signed!;
  const verdict = await (await ctx.port(ecf)).annul({ name: `${company.taxId}${from}.xml`, xml });
  if (!verdict.accepted) throw ProviderRefused(verdict.messages.map(({ text }) => text).join(' ') || undefined);
  return ctx.transaction((unit) =>
    ecfAnnulments.insert(unit, {
      id: newId(),
      environment: company.environment,
      type,
      firstNumber: from,
      lastNumber: to,
      count,
      xml,
      messages: verdict.messages,
      annulledBy: unit.userId,
      annulledAt: at,
    }),
  );
}
