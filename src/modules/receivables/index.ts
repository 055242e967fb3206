/** The front door: what other modules may use of money owed. */
export { bridge } from './bridge.ts';
export { lockBalances, selectMovementsOfRecord } from './contact-balance/contact-balance.sql.ts';
export { BalanceTooLow, creditBalance, keepMovement, undoMovement } from './contact-balance/contact-balance.ts';
export { ContactRequired } from './pay/sources.ts';
