import { z } from 'zod';
import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { type RefusalKind, refusal } from '#platform/refusal.ts';
import { type Numerals, numerals } from '../tables.ts';
import { fiscalDigits, fiscalTypes, formatFiscalNumber } from './fiscal-type.ts';
import { markLowRanges, nextNumerals, selectRanges, type WantedNumber } from './numerals.sql.ts';

const NumeralsMissing = refusal(
  'numerals_missing',
  'There is no range of fiscal numbers of this type: add the one that the tax authority has authorised.',
);
const NumeralsExhausted = refusal('numerals_exhausted', 'All fiscal numbers of this type are used: add a new range.');
const NumeralsExpired = refusal(
  'numerals_expired',
  'The ranges of this type that still have numbers have expired: add a new one.',
);
const NumeralsNotAuthorized = refusal(
  'numerals_not_authorized',
  'The ranges of this type were authorised after the date of the document: use a later date, or add an earlier range.',
);
export const numeralRefusals: RefusalKind[] = [
  NumeralsMissing,
  NumeralsExhausted,
  NumeralsExpired,
  NumeralsNotAuthorized,
];

/** A range can be used up while a caller waits for it; the next one is tried then. */
const RANGES_TRIED_MAX = 20;

interface TakenNumeral {
  numeralsId: string;
  /** The number as the document shows it: `B0100000007`. */
  number: string;
  expiresOn: string | null;
}

export interface WantedNumeral {
  type: string;
  date: Temporal.PlainDate;
  divisionId?: string | null | undefined;
}

/**
 * Takes the next fiscal number of a type for a document that this transaction issues; a rollback returns it. The range is a
 * hot row: call this last, after everything that may refuse.
 */
export async function takeNumeral(ctx: TenantContext, wanted: WantedNumeral): Promise<TakenNumeral> {
  const range = rangeOf(ctx, wanted);
  for (let tries = 0; tries < RANGES_TRIED_MAX; tries++) {
    const { rows } = await nextNumerals(ctx, range, 1).execute(ctx.tx);
    const taken = rows[0];
    if (taken) {
      if (taken.isLow) await warnOfLowRanges(ctx, [taken.id]);
      return {
        numeralsId: taken.id,
        number: formatFiscalNumber(wanted.type, taken.number),
        expiresOn: taken.expiresOn,
      };
    }
    await refuseWithoutNumeral(ctx, wanted);
  }
  throw NumeralsExhausted();
}

const notAuthorized = ({ type, date }: { type: string; date: Temporal.PlainDate }) => {
  const message = `No range of ${type} with numbers left was authorised by ${date}.`;
  return NumeralsNotAuthorized.at('body.date', 'out_of_range', message);
};

/** The range that a number is wanted from, and the number of its digits. */
export interface NumeralRange extends WantedNumber {
  digits: number;
}

/**
 * The same for a statement of the caller: `nextNumerals` is a part of it. It has no row where there are not enough numbers: the
 * caller then runs again for each document by itself, and calls `refuseWithoutNumeral`. `warnOfLowRanges` follows after the commit.
 */
export const numeralRange = (ctx: TenantContext, wanted: WantedNumeral): NumeralRange => ({
  ...rangeOf(ctx, wanted),
  digits: fiscalDigits(wanted.type),
});

const rangeOf = ({ today }: TenantContext, { type, date, divisionId = null }: WantedNumeral): WantedNumber => ({
  type,
  divisionId,
  date: lastDayOf(date, today),
  // The tax authority rejects an electronic number that is dated before its authorisation.
  authorizedBy: type.startsWith('E') ? date.toString() : null,
});

export async function refuseWithoutNumeral(ctx: TenantContext, wanted: WantedNumeral): Promise<void> {
  const { type, divisionId, date, authorizedBy } = rangeOf(ctx, wanted);
  const ranges = await selectRanges(ctx, type);
  const why = whyNone(ranges, divisionId, date);
  if (why) throw whyNoneRefusals[why](`There is no usable fiscal number ${type}. ${whyNoneRefusals[why].title}`);
  const earlier = ranges.filter(({ usableFrom }) => authorizedBy === null || usableFrom <= authorizedBy);
  if (whyNone(earlier, divisionId, date)) throw notAuthorized(wanted);
}

/** Notifies the owner of ranges with few numbers left, once per range. */
export async function warnOfLowRanges(ctx: TenantContext, ids: string[]): Promise<void> {
  for (const numeralsId of await markLowRanges(ctx, ids, ctx.now)) ctx.enqueue(warnOfLowRange, { numeralsId });
}

/** A number must be valid both on the document's date and on the day it is issued. */
const lastDayOf = (date: Temporal.PlainDate, today: Temporal.PlainDate): string =>
  (Temporal.PlainDate.compare(date, today) > 0 ? date : today).toString();

type WhyNone = 'missing' | 'exhausted' | 'expired';
const whyNoneRefusals = { missing: NumeralsMissing, exhausted: NumeralsExhausted, expired: NumeralsExpired };

/** The range that the next document takes its number from, among those of one type. */
export const rangeInUse = (ranges: Numerals[], divisionId: string | null, date: string): Numerals | undefined =>
  usable(ranges, divisionId)
    .filter((range) => range.nextNumber <= range.lastNumber && (!range.expiresOn || range.expiresOn >= date))
    .toSorted((a, b) => Number(a.divisionId === null) - Number(b.divisionId === null))[0];

/** Why there is no number among the ranges of one type; null where there is one. */
export function whyNone(ranges: Numerals[], divisionId: string | null, date: string): WhyNone | null {
  if (rangeInUse(ranges, divisionId, date)) return null;
  const theirs = usable(ranges, divisionId);
  if (theirs.length === 0) return 'missing';
  return theirs.some((range) => range.nextNumber <= range.lastNumber) ? 'expired' : 'exhausted';
}

const usable = (ranges: Numerals[], divisionId: string | null): Numerals[] =>
  ranges.filter((range) => !range.archivedAt && (range.divisionId === null || range.divisionId === divisionId));

/** Notifies the owner, once per range, that few numbers are left. */
export const warnOfLowRange = tenantJob({
  name: 'taxes/tell-of-low-range',
  payload: { numeralsId: z.uuid() },
  run: (ctx, { numeralsId }) =>
    ctx.transaction(async (unit) => {
      const [range, owner] = await Promise.all([
        numerals.find(unit, numeralsId),
        findOwner(unit.tx, unit.organizationId),
      ]);
      if (!range || !owner) return;
      const left = range.lastNumber - range.nextNumber + 1n;
      const name = fiscalTypes.get(range.type)!.name;
      await notify(unit, [owner.userId], {
        kind: 'low-numerals',
        es: {
          title: `Quedan pocos comprobantes ${range.type}`,
          body: `A ${owner.organizationName} le quedan ${left} números de ${name} (${range.type}). Solicita una nueva secuencia a la DGII y regístrala antes de que se agoten.`,
        },
        en: {
          title: `Few fiscal numbers ${range.type} are left`,
          body: `${owner.organizationName} has ${left} numbers of ${name} (${range.type}) left. Request a new range from the DGII and register it before they run out.`,
        },
        data: { numeralsId },
      });
    }),
});
