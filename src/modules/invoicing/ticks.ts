import { tick } from '#platform/tick.ts';

export const pastDue = tick('past-due');
export const recurrenceCycles = tick('recurrencies');
