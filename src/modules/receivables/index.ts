/** The front door: the parts of receivables that other modules may use. */
export { bridge } from './bridge.ts';
export { BalanceTooLow, creditBalance, keepMovement, undoMovements } from './contact-balance/contact-balance.ts';
export { GiftCardTooLow, undoCardReturns } from './gift-card/movement.ts';
export { giveBackToMeans } from './pay/give-back.ts';
export { ContactRequired } from './pay/sources.ts';
