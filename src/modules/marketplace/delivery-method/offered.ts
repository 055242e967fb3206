import type { z } from 'zod';
import { divisionsInUse, findDivisions } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import { type DeliveryMethod, deliveryMethods, type OrderedDelivery } from '../tables.ts';
import type { DeliveryZone } from './delivery-method.schema.ts';

/** The methods that buyers can choose, in their order. */
export interface OfferedMethods {
  /** Whether the organization has methods, even if none can be chosen now: buyers must choose one then. */
  areUsed: boolean;
  methods: DeliveryMethod[];
}

/** Goods are not collected at an archived branch; a delivery from there leaves from another one. */
export async function offeredMethods(ctx: TenantContext): Promise<OfferedMethods> {
  const rows = await deliveryMethods.all(ctx, { archivedAt: null }, { orderBy: ['place', 'id'] });
  if (rows.length === 0) return { areUsed: false, methods: [] };
  const open = await divisionsInUse(ctx);
  const methods = rows.flatMap((method) => {
    if (method.divisionId === null || open.has(method.divisionId)) return method;
    return method.kind === 'pickup' ? [] : { ...method, divisionId: null };
  });
  return { areUsed: true, methods };
}

/** Methods as buyers see them, with the branches at which goods are collected. */
export async function shownMethods(ctx: TenantContext, methods: DeliveryMethod[]): Promise<OrderedDelivery[]> {
  const ids = methods.flatMap(({ kind, divisionId }) => (kind === 'pickup' ? divisionId! : []));
  const divisions = ids.length > 0 ? await findDivisions(ctx, ids) : new Map();
  return methods.map(({ name, kind, details, divisionId }) => {
    const branch = kind === 'pickup' ? divisions.get(divisionId!) : undefined;
    return {
      name,
      kind,
      details,
      branch: branch ? { name: branch.name, address: branch.address, phone: branch.phone } : null,
    };
  });
}

export const NotServed = refusal(
  'not_served',
  'The delivery method does not serve this address: choose another method or another address.',
);

type Zone = z.output<typeof DeliveryZone>;
type Part = keyof Zone;

/** The part of an address for which the method has no zone. Null: it delivers there. */
export function unservedPart(
  { kind, zones }: Pick<DeliveryMethod, 'kind' | 'zones'>,
  address: { [K in Part]?: string | undefined },
): Part | null {
  if (kind === 'pickup' || zones.length === 0) return null;
  const among = (left: Zone[], part: Part) => left.filter((zone) => isIn(zone[part], address[part]));
  const inProvince = among(zones, 'province');
  if (inProvince.length === 0) return 'province';
  const inCity = among(inProvince, 'city');
  if (inCity.length === 0) return 'city';
  return among(inCity, 'sector').length === 0 ? 'sector' : null;
}

/** People write the same place with and without accents and capitals. */
const isIn = (wanted: string | undefined, given: string | undefined): boolean =>
  wanted === undefined || (given !== undefined && folded(wanted) === folded(given));

/** A zone as people write it: the smallest place first. */
export const zoneText = ({ province, city, sector }: Zone): string =>
  [sector, city, province].filter(Boolean).join(', ');
