/** The front door: the parts of receivables that other modules may use. */
export { bridge } from './bridge.ts';
export { BalanceTooLow, creditBalance, keepMovement, undoMovements } from './contact-balance/contact-balance.ts';
export { ContactRequired } from './pay/sources.ts';
