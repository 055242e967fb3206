import type { z } from 'zod';
import { requireDivisions } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { requireService } from '../settings.ts';
import { type DeliveryMethod, deliveryMethods } from '../tables.ts';
import type { DeliveryMethodChange, NewDeliveryMethod } from './delivery-method.schema.ts';

export const PickupNeedsBranch = refusal(
  'pickup_needs_branch',
  'Goods are collected at a branch: give its `divisionId`.',
);
export const PickupHasNoZones = refusal(
  'pickup_has_no_zones',
  'Anyone can collect goods at a branch: leave `zones` empty, or use the kind `delivery`.',
);
export const TooManyDeliveryMethods = refusal(
  'too_many_delivery_methods',
  'An organization has at most 50 delivery methods: delete one first.',
);

const METHODS_MAX = 50;

export async function createMethod(ctx: TenantContext, given: z.output<typeof NewDeliveryMethod>) {
  if ((await deliveryMethods.countForLimit(ctx)) >= METHODS_MAX) throw TooManyDeliveryMethods();
  refuseUnfit(given);
  await requireReferences(ctx, given);
  const { freeFrom, ...fields } = given;
  const method = await deliveryMethods.insert(ctx, { ...fields, freeFrom: minorOf(ctx, freeFrom) });
  return describeMethod(ctx, method);
}

export async function changeMethod(
  ctx: TenantContext,
  id: string,
  { version, archived, freeFrom, ...fields }: z.output<typeof DeliveryMethodChange>,
) {
  const before = await deliveryMethods.lock(ctx, id, version);
  const { kind = before.kind, divisionId = before.divisionId, zones = before.zones } = fields;
  refuseUnfit({ kind, divisionId, zones });
  await requireReferences(ctx, fields);
  const changed = await deliveryMethods.change(ctx, id, {
    ...fields,
    freeFrom: minorOf(ctx, freeFrom),
    archivedAt: archivedAtBy(ctx, archived, before),
    updatedAt: ctx.now,
  });
  return describeMethod(ctx, changed);
}

type Fields = z.output<typeof NewDeliveryMethod>;

function refuseUnfit({ kind, divisionId, zones = [] }: Pick<Fields, 'kind' | 'divisionId' | 'zones'>): void {
  if (kind !== 'pickup') return;
  if (!divisionId) throw PickupNeedsBranch.at('body.divisionId', 'required');
  if (zones.length > 0) throw PickupHasNoZones.at('body.zones', 'not_allowed');
}

async function requireReferences(
  ctx: TenantContext,
  { divisionId, resourceId }: Partial<Pick<Fields, 'divisionId' | 'resourceId'>>,
): Promise<void> {
  if (divisionId) await requireDivisions(ctx, [divisionId], 'body.divisionId');
  if (resourceId) await requireService(ctx, resourceId, 'body.resourceId');
}

export function describeMethod({ currency }: TenantContext, { archivedAt, freeFrom, ...method }: DeliveryMethod) {
  const archived = archivedAt !== null;
  return { ...method, freeFrom: freeFrom === null ? null : fromMinor(freeFrom, currency), currency, archived };
}

const minorOf = <T extends null | undefined>({ currency }: TenantContext, amount: string | T): bigint | T =>
  typeof amount === 'string' ? toMinor(amount, currency) : amount;
