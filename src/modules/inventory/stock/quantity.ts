import { decimalWithin } from '#platform/money.ts';

const limits = { digits: 9, decimals: 6 };
const meta = { description: 'A quantity with at most six decimals.', example: '12.5' };

export const Quantity = decimalWithin({ above: 0, ...limits }).meta(meta);
export const QuantityOrZero = decimalWithin({ min: 0, ...limits }).meta(meta);
export const SignedQuantity = decimalWithin(limits).meta(meta);
