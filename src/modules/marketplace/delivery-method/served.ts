import type { z } from 'zod';
import { refusal } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import type { DeliveryMethod } from '../tables.ts';
import type { DeliveryZone } from './delivery-method.schema.ts';

export const NotServed = refusal(
  422,
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
