import type { TenantContext } from '#platform/context.ts';
import type { FieldError } from '#platform/refusal.ts';
import { contactData, type Datum } from '../tables.ts';
import { wakeForDates } from './dates.ts';
import { DATA_MAX, draftDatum, type GivenDatum, type NewDatum, settleData } from './draft.ts';

/** How the data of a contact change. */
export interface DataPlan {
  removed: string[];
  demoted: string[];
  added: NewDatum[];
  promoted: string[];
  errors: FieldError[];
}

/** Plans to replace the data of the kinds that are given. A datum that stays as it is keeps its id and its announcements. */
export function planData(
  ctx: TenantContext,
  { contactId, data }: { contactId: string; data: Datum[] },
  given: GivenDatum[],
  path: string,
): DataPlan {
  const drafts = given.map((datum, place) => draftDatum(ctx, datum, contactId, `${path}[${place}]`));
  const { data: wanted, errors } = settleData(drafts, path);
  const plan: DataPlan = { removed: [], demoted: [], added: [], promoted: [], errors };
  for (const [kind, ofKind] of Map.groupBy(wanted, (datum) => datum.kind)) {
    const before = data.filter((datum) => datum.kind === kind);
    const keptBy = new Map(ofKind.map((datum) => [datum, before.find((own) => isEqual(own, datum))]));
    const kept = new Set(keptBy.values());
    const primary = given.some((datum) => datum.kind === kind && datum.isPrimary)
      ? ofKind.find((datum) => datum.isPrimary)
      : formerPrimary(ofKind, keptBy);
    plan.removed.push(...before.flatMap((own) => (kept.has(own) ? [] : own.id)));
    for (const [datum, own] of keptBy) place(plan, { ...datum, isPrimary: datum === primary }, own);
  }
  if (data.length - plan.removed.length + plan.added.length > DATA_MAX) {
    errors.push({ path, code: 'too_many', message: `A contact has at most ${DATA_MAX} contact data.` });
  }
  return plan;
}

function place(plan: DataPlan, datum: NewDatum, own: Datum | undefined): void {
  if (!own) plan.added.push(datum);
  else if (own.isPrimary && !datum.isPrimary) plan.demoted.push(own.id);
  else if (datum.isPrimary && !own.isPrimary) plan.promoted.push(own.id);
}

const formerPrimary = (wanted: NewDatum[], keptBy: Map<NewDatum, Datum | undefined>): NewDatum =>
  wanted.find((datum) => keptBy.get(datum)?.isPrimary) ?? wanted[0]!;

const isEqual = (one: Datum, other: NewDatum): boolean =>
  one.normalised === other.normalised && one.value === other.value && one.label === other.label;

export const changesData = ({ removed, demoted, added, promoted }: DataPlan): boolean =>
  [removed, demoted, added, promoted].some((list) => list.length > 0);

/** Only one datum of a kind may be primary at any time, so former primary data are changed first. */
export async function replaceData(ctx: TenantContext, plans: DataPlan[]): Promise<void> {
  const removed = plans.flatMap((plan) => plan.removed);
  const demoted = plans.flatMap((plan) => plan.demoted);
  const added = plans.flatMap((plan) => plan.added);
  const promoted = plans.flatMap((plan) => plan.promoted);
  if (removed.length > 0) await contactData.delete(ctx, { id: removed });
  if (demoted.length > 0) await contactData.updateAll(ctx, { id: demoted }, { isPrimary: false });
  if (added.length > 0) await contactData.insertMany(ctx, added);
  if (promoted.length > 0) await contactData.updateAll(ctx, { id: promoted }, { isPrimary: true });
  wakeForDates(ctx, added);
}
