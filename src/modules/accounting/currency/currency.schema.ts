import { decimalWithin } from '#platform/money.ts';

/** The price of one unit of a currency in another. */
export const Rate = decimalWithin({ above: 0, digits: 9 }).meta({ example: '60.25' });
