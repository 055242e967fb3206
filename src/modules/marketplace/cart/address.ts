import type { CartRow } from './cart.sql.ts';

/** An address on one line, without the instructions. */
export const addressText = ({ line1, line2, sector, city, province }: NonNullable<CartRow['delivery']>): string =>
  [line1, line2, sector, city, province].filter(Boolean).join(', ');
