import { tick } from '#platform/tick.ts';

export const lotExpiries = tick('lot-expiries');
