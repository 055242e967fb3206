import type { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { NotServed, offeredMethods, unservedPart, zoneText } from '../delivery-method/offered.ts';
import type { DeliveryMethod } from '../tables.ts';
import type { CartChange } from './cart.schema.ts';
import { type CartRow, selectItems } from './cart.sql.ts';
import { bySeller } from './describe.ts';

export const OneMethodPerSeller = refusal(
  'one_method_per_seller',
  'Two of these delivery methods are of the same seller: choose one of them.',
);

const ZONES_SHOWN = 10;

type Change = Pick<z.output<typeof CartChange>, 'delivery' | 'deliveryMethodIds'>;

/** Refuses methods that the sellers of the cart do not offer, and addresses that the chosen methods do not serve. */
export async function requireMethods(work: WorkContext, cart: CartRow, { delivery, deliveryMethodIds: given }: Change) {
  const ids = given ?? (delivery === undefined ? [] : cart.deliveryMethodIds);
  if (ids.length === 0) return;
  const sellers = await methodsBySeller(work, cart);
  const known = new Map(sellers.flat().map((method) => [method.id, method]));
  const pathOf = (place: number) => `body.deliveryMethodIds[${place}]`;
  const unknown = given?.find((id) => !known.has(id));
  if (unknown) throw unknownReference(pathOf(ids.indexOf(unknown)), 'This delivery method');
  const second = sellers.map((own) => ids.filter((id) => own.some((method) => method.id === id))[1]).find(Boolean);
  if (second) throw OneMethodPerSeller.at(pathOf(ids.indexOf(second)), 'duplicate');
  const address = delivery === undefined ? cart.delivery : delivery;
  if (!address) return;
  // A method of the cart may have been deleted since it was chosen.
  for (const [place, method] of ids.map((id) => known.get(id)).entries()) {
    const part = method && unservedPart(method, address);
    if (part) throw notServed(method, delivery ? `body.delivery.${part}` : pathOf(place));
  }
}

async function methodsBySeller(work: WorkContext, { id }: CartRow): Promise<DeliveryMethod[][]> {
  const sellers: DeliveryMethod[][] = [];
  for (const organizationId of bySeller(await selectItems(work.tx, id)).keys())
    sellers.push((await offeredMethods(await work.enter(organizationId))).methods);
  return sellers;
}

function notServed({ name, zones }: DeliveryMethod, path: string) {
  const places = zones.slice(0, ZONES_SHOWN).map(zoneText).join('; ');
  const message = `${name} delivers to: ${places}${zones.length > ZONES_SHOWN ? '; …' : ''}.`;
  return NotServed.at(path, 'not_served', message);
}
