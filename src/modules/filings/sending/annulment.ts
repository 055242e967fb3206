import { X509Certificate } from 'node:crypto';
import { areInUse } from '#modules/taxes/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { exchange } from '#platform/ports/exchange.ts';
import { openPort } from '#platform/ports/exchange-declaration.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import { requireValid } from '../company/certificate.ts';
import { requireCompany, requireSigningKey } from '../company/company.ts';
import { ecfTypeOf } from '../ecf/ecf-document.ts';
import { annulmentXml, countOf } from '../ecf/ecf-messages.ts';
import { type Ecf, type EcfMessage, ecf } from '../ecf.port.ts';
import { readXml } from '../stored-xml/stored-xml.ts';
import { type Annulment, ecfAnnulments, ecfCompanies } from '../tables.ts';
import { signAll } from '../xml/signing.ts';
import { isAnyAnnulled, isAnyUsed } from './document.sql.ts';

export const NumbersNotUnused = refusal(
  'numbers_not_unused',
  'Only voided numbers can be annulled for which the tax authority has no document and which were not annulled before: correct the range.',
);
export const NumbersOrder = refusal(
  'numbers_order',
  'The range must be of one type, with its first number not after the last, and at most 10,000 numbers.',
);

const ANNULLED_AT_ONCE_MAX = 10_000;

interface Question {
  annulment: Annulment;
  taxId: string;
  authority: Ecf;
}

/** Asks the tax authority to annul the numbers of a row. */
export const annulment = exchange<Question, EcfMessage[]>({
  name: 'filings/annulment',
  prepare: async (ctx, id) => {
    const [found, company, authority] = await Promise.all([
      ecfAnnulments.get(ctx, id),
      requireCompany(ctx),
      openPort(ctx, ecf),
    ]);
    return { annulment: found, taxId: company.taxId, authority };
  },
  ask: async ({ annulment: { firstNumber, xml: inRow, xmlKey }, taxId, authority }, { askedAt, storage }) => {
    const xml = await readXml(storage, { xmlKey, part: 'signed', inRow });
    const { accepted, messages } = await authority.annul({ name: `${taxId}${firstNumber}.xml`, xml });
    // The authority also refuses numbers that an earlier attempt annulled, whose answer was lost.
    const otherwise = askedAt === null ? 'refused' : 'lost';
    return { state: accepted ? 'done' : otherwise, answer: messages };
  },
  settle: async (ctx, { id, state, answer }) => {
    const states = { done: 'accepted', refused: 'refused', lost: 'unknown', open: 'sending' } as const;
    await ecfAnnulments.update(ctx, id, { state: states[state], messages: answer ?? [] });
  },
  giveUp: async (ctx, { id }) => void (await ecfAnnulments.update(ctx, id, { state: 'unknown' })),
});

/** Annuls void numbers for which the tax authority has no document: there and in our records. */
export async function annulNumbers(ctx: TenantSteps, { from, to }: { from: string; to: string }) {
  const type = ecfTypeOf(from);
  if (!type || type !== ecfTypeOf(to)) throw NumbersOrder();
  const range = { type, from, to };
  const count = countOf(range);
  if (count < 1 || count > ANNULLED_AT_ONCE_MAX) throw NumbersOrder();
  const id = newId();
  const { company, key } = await ctx.transaction(async (unit) => {
    const [company, key] = await Promise.all([requireCompany(unit), requireSigningKey(unit)]);
    return { company, key };
  });
  const at = realNow();
  requireValid(new X509Certificate(key.certificate), at);
  const [signed] = await signAll(ctx, [annulmentXml(company.taxId, [range], at)], key);
  const { xml } = signed!;
  await ctx.transaction(async (unit) => {
    // Concurrent annulments of one company wait for each other here.
    await ecfCompanies.find(unit, {}, { lock: 'FOR UPDATE' });
    const { environment } = company;
    const [given, used, annulled] = await Promise.all([
      areInUse(unit, range),
      isAnyUsed(unit, environment, range),
      isAnyAnnulled(unit, environment, range),
    ]);
    if (given || used || annulled) throw NumbersNotUnused();
    const numbers = { type, firstNumber: from, lastNumber: to, count };
    const request = { xml, annulledBy: unit.userId, annulledAt: at, state: 'sending' } as const;
    await ecfAnnulments.insert(unit, { id, environment, ...numbers, ...request });
    await annulment.begin(unit, id);
  });
  const { state } = await annulment.advance(ctx, id);
  const made = await ctx.transaction((unit) => ecfAnnulments.get(unit, id));
  if (state === 'refused') throw ProviderRefused(made.messages.map(({ text }) => text).join(' ') || undefined);
  return made;
}
