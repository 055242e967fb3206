/** The front door: what other modules may use of the books. */
export * from './conversions.port.ts';
export { DivisionArchived, DivisionBalanceClosed } from './division/closed-balances.ts';
export { activeDivision } from './division/division.ts';
