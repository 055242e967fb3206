import { divisionsInUse, findDivisions } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type DeliveryMethod, deliveryMethods, type OrderedDelivery } from '../tables.ts';

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
