import { decimalWithin } from '#platform/money.ts';

/** What one unit of a currency costs in another. */
export const Rate = decimalWithin({ above: 0, digits: 9 }).meta({ example: '60.25' });
