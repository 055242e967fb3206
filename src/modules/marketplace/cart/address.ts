import type { DeliveryMethod, OrderedDelivery } from '../tables.ts';
import type { CartRow } from './cart.sql.ts';

type Address = NonNullable<CartRow['delivery']>;

/** The city of an address that a form sent without one. */
export const NO_CITY = '—';

/** The city, unless the buyer left it out. */
export const cityOf = (address: Pick<Address, 'city'> | null): string | undefined =>
  address?.city === NO_CITY ? undefined : address?.city;

/** Whether the buyer comes for the goods: with the method of the order, or without an address. */
export const isCollected = (method: Pick<DeliveryMethod, 'kind'> | null, address: object | null): boolean =>
  method ? method.kind === 'pickup' : address === null;

/** Where goods are collected, on one line. */
export const branchText = ({ name, address, phone }: NonNullable<OrderedDelivery['branch']>): string =>
  [name, address, phone].filter(Boolean).join(', ');

/** An address on one line, without the instructions. */
export const addressText = (address: Address): string =>
  [address.line1, address.line2, address.sector, cityOf(address), address.province].filter(Boolean).join(', ');
