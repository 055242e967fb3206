import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { numeralsCreated, numeralsUpdated } from '../events.ts';
import { legalParameters } from '../law/parameter.ts';
import { type Numerals, numerals } from '../tables.ts';
import { fiscalTypes, formatFiscalNumber, highestNumber } from './fiscal-type.ts';
import type { FiscalSequenceChange, NewFiscalSequence } from './numerals.schema.ts';
import { insertRange, lockRanges, type RangePlace, type Status, selectRanges, updatePlaces } from './numerals.sql.ts';
import { rangeInUse, whyNone } from './take-numeral.ts';

export const NumeralsOverlap = refusal(
  'numerals_overlap',
  'Another range of this type contains some of these numbers: correct the range.',
  409,
);
export const NumeralsOrder = refusal(
  'numerals_order',
  'A range needs `start` ≤ `next` ≤ `end`, within the digits of its type.',
);
export const NumeralsUsed = refusal(
  'numerals_used',
  'Numbers of this range are used: keep its start, and do not end it before the last used number.',
);
export const NumeralsExpiry = refusal(
  'numerals_expiry',
  'The expiry date does not suit the type of the range: some types need one, others have none.',
);
export const TooManyNumerals = refusal(
  'too_many_numerals',
  'A type has at most 500 ranges: delete one that is not used first.',
);

const RANGES_MAX = 500;
/** By default a range warns when about a third of it is left. */
const WARN_AT_PERCENT = 35n;

export async function addNumerals(ctx: TenantContext, given: z.output<typeof NewFiscalSequence>) {
  const { type, start, end, next = start } = given;
  if (end < start || end > highestNumber(type)) throw NumeralsOrder.at('body.end');
  if (next < start || next > end + 1) throw NumeralsOrder.at('body.next');
  const authorizedOn = given.authorizedOn ?? ctx.today.toString();
  const [expiresOn] = await Promise.all([
    expiryOf(ctx, type, authorizedOn, given.expiresOn),
    requireDivision(ctx, given.divisionId),
  ]);
  const others = await lockRanges(ctx, type);
  if (others.length >= RANGES_MAX) throw TooManyNumerals();
  const [firstNumber, lastNumber] = [BigInt(start), BigInt(end)];
  const place = { id: newId(), firstNumber, lastNumber, nextNumber: BigInt(next), afterNumber: null };
  const chain = chained([...others, place]);
  await updatePlaces(ctx, moved(chain, others));
  const range = await insertRange(ctx, {
    ...chain.find(({ id }) => id === place.id)!,
    type,
    divisionId: given.divisionId,
    authorizationNumber: given.authorizationNumber,
    authorizedOn,
    usableFrom: given.authorizedOn ?? firstOfYear(authorizedOn),
    expiresOn,
    warnAt: given.warnAt ?? ((lastNumber - firstNumber + 1n) * WARN_AT_PERCENT) / 100n,
  });
  ctx.emit(numeralsCreated, announced(ctx, range));
  return describeRange(range, ctx.today.toString());
}

export async function changeNumerals(ctx: TenantContext, id: string, change: z.output<typeof FiscalSequenceChange>) {
  const { type } = await numerals.get(ctx, id);
  const ranges = await lockRanges(ctx, type);
  const before = ranges.find((range) => range.id === id)!;
  if (change.version !== undefined && change.version !== before.version) throw VersionConflict();
  await requireDivision(ctx, change.divisionId);
  const place = placeAfter(before, change);
  const chain = chained(ranges.map((range) => (range.id === id ? place : range)));
  const places = moved(chain, ranges);
  await updatePlaces(ctx, places);
  const { authorizationNumber, divisionId, warnAt, archived } = change;
  const authorizedOn = change.authorizedOn ?? before.authorizedOn;
  const expiresOn =
    change.expiresOn === undefined && change.authorizedOn === undefined
      ? before.expiresOn
      : await expiryOf(ctx, type, authorizedOn, change.expiresOn ?? before.expiresOn);
  const row = {
    authorizedOn,
    usableFrom: change.authorizedOn,
    expiresOn,
    authorizationNumber,
    divisionId,
    ...(warnAt !== undefined && { warnAt, warnedAt: null }),
    archivedAt: archivedAtBy(ctx, archived, before),
  };
  const after = await numerals.change(ctx, id, row, places.length > 0);
  const today = ctx.today.toString();
  const described = describeRange(after, today);
  const isChanged = !isDeepStrictEqual({ ...describeRange(before, today), version: after.version }, described);
  if (isChanged) ctx.emit(numeralsUpdated, announced(ctx, after));
  return described;
}

const firstOfYear = (date: string): string => `${date.slice(0, 4)}-01-01`;

/** The bounds of a range after a change; used numbers must stay inside. */
function placeAfter(before: Numerals, { start, end }: z.output<typeof FiscalSequenceChange>): RangePlace {
  const [firstNumber, lastNumber] = [BigInt(start ?? before.firstNumber), BigInt(end ?? before.lastNumber)];
  if (lastNumber < firstNumber || lastNumber > highestNumber(before.type)) throw NumeralsOrder.at('body.end');
  const isUsed = before.nextNumber > before.firstNumber;
  if (isUsed && (firstNumber !== before.firstNumber || lastNumber < before.nextNumber - 1n))
    throw NumeralsUsed.at(firstNumber === before.firstNumber ? 'body.end' : 'body.start');
  return {
    id: before.id,
    firstNumber,
    lastNumber,
    nextNumber: isUsed ? before.nextNumber : firstNumber,
    afterNumber: before.afterNumber,
  };
}

/** Links each range to the one below it; ranges that overlap are refused. */
function chained(ranges: RangePlace[]): RangePlace[] {
  const sorted = ranges.toSorted((a, b) => Number(a.firstNumber - b.firstNumber));
  return sorted.map(({ id, firstNumber, lastNumber, nextNumber }, place) => {
    const below = sorted[place - 1];
    if (below && below.lastNumber >= firstNumber) {
      const message = `Two ranges of this type would have the number ${firstNumber}: correct the range.`;
      throw NumeralsOverlap.at('body.start', 'numerals_overlap', message);
    }
    return { id, firstNumber, lastNumber, nextNumber, afterNumber: below?.lastNumber ?? null };
  });
}

/** The ranges whose bounds or links changed. */
const moved = (chain: RangePlace[], before: Numerals[]): RangePlace[] =>
  chain.filter((place) => {
    const old = before.find(({ id }) => id === place.id);
    return (
      old &&
      (old.firstNumber !== place.firstNumber ||
        old.lastNumber !== place.lastNumber ||
        old.afterNumber !== place.afterNumber)
    );
  });

const expiryRefused = (message: string) => NumeralsExpiry.at('body.expiresOn', 'numerals_expiry', message);

/** By law: on 31 December of the year after the authorisation; consumer invoices, credit notes and daily summaries never. */
async function expiryOf(
  ctx: TenantContext,
  type: string,
  authorizedOn: string,
  given: string | null | undefined,
): Promise<string | null> {
  if (!fiscalTypes.get(type)!.expires) {
    if (given) throw expiryRefused(`Numbers of the type ${type} do not expire: leave it out.`);
    return null;
  }
  if (given && given < authorizedOn) throw expiryRefused('A range expires after it is authorised.');
  if (given) return given;
  const authorized = Temporal.PlainDate.from(authorizedOn);
  const years = await legalParameters(ctx, ['numerals-expiry-years'], authorized);
  return new Temporal.PlainDate(authorized.year + Number(years['numerals-expiry-years']), 12, 31).toString();
}

async function requireDivision(ctx: TenantContext, divisionId: string | null | undefined): Promise<void> {
  if (!divisionId) return;
  const exists = await ctx.entityKinds.get('divisionId')!.exists(ctx, divisionId);
  if (!exists) throw unknownReference('body.divisionId', 'This branch');
}

const announced = (ctx: TenantContext, range: Numerals) => ({
  numeralsId: range.id,
  type: range.type,
  start: Number(range.firstNumber),
  end: Number(range.lastNumber),
  ...(ctx.userId && { userId: ctx.userId }),
});

/** The current expiry date of a range. */
export async function rangeExpiry(ctx: TenantContext, id: string): Promise<string | null> {
  return (await numerals.find(ctx, id))?.expiresOn ?? null;
}

/** The number that the next document of a type would take. Nothing is taken. */
export async function nextNumber(ctx: TenantContext, type: string, divisionId: string | null) {
  const ranges = await selectRanges(ctx, type);
  return { type, name: fiscalTypes.get(type)!.name, ...nextOf(ranges, divisionId, ctx.today.toString()) };
}

export async function nextNumbers(ctx: TenantContext, divisionId: string | null) {
  return eachType(ctx, (ranges, today) => nextOf(ranges, divisionId, today));
}

async function eachType<T>(ctx: TenantContext, describe: (ranges: Numerals[], today: string, code: string) => T) {
  const byType = Map.groupBy(await selectRanges(ctx), ({ type }) => type);
  const today = ctx.today.toString();
  return {
    data: [...fiscalTypes.values()].map(({ code, name }) => ({
      type: code,
      name,
      ...describe(byType.get(code) ?? [], today, code),
    })),
  };
}

function nextOf(ranges: Numerals[], divisionId: string | null, today: string) {
  const range = rangeInUse(ranges, divisionId, today);
  return {
    number: range ? formatFiscalNumber(range.type, range.nextNumber) : null,
    numeralsId: range?.id ?? null,
    expiresOn: range?.expiresOn ?? null,
    unavailable: whyNone(ranges, divisionId, today),
  };
}

/** For every type: the range in use, the last number issued, and how many are left in all its ranges. */
export async function currentNumerals(ctx: TenantContext, divisionId: string | null) {
  return eachType(ctx, (ranges, today, code) => {
    const current = rangeInUse(ranges, divisionId, today);
    const last = ranges.findLast((range) => range.nextNumber > range.firstNumber);
    return {
      current: current ? describeRange(current, today) : null,
      lastNumber: last ? formatFiscalNumber(code, last.nextNumber - 1n) : null,
      remaining: ranges
        .map((range) => describeRange(range, today))
        .filter(({ status, divisionId: of }) => status === 'active' && (of === null || of === divisionId))
        .reduce((sum, range) => sum + range.remaining, 0),
    };
  });
}

function statusOf(range: Numerals, today: string): Status {
  if (range.archivedAt) return 'archived';
  if (range.nextNumber > range.lastNumber) return 'exhausted';
  return range.expiresOn && range.expiresOn < today ? 'expired' : 'active';
}

export function describeRange(range: Numerals, today: string) {
  const remaining = range.lastNumber - range.nextNumber + 1n;
  return {
    id: range.id,
    type: range.type,
    name: fiscalTypes.get(range.type)!.name,
    divisionId: range.divisionId,
    start: Number(range.firstNumber),
    end: Number(range.lastNumber),
    next: remaining > 0n ? formatFiscalNumber(range.type, range.nextNumber) : null,
    used: Number(range.nextNumber - range.firstNumber),
    remaining: Number(remaining),
    isLow: remaining <= range.warnAt,
    warnAt: Number(range.warnAt),
    authorizationNumber: range.authorizationNumber,
    authorizedOn: range.authorizedOn,
    expiresOn: range.expiresOn,
    status: statusOf(range, today),
    version: range.version,
    createdAt: range.createdAt,
  };
}
