import type { DeclineReason } from '#modules/payments/index.ts';

/** What a test card does; without a word here it simply works. */
export interface TestCard {
  number: string;
  title: string;
  /** Refused when it is charged. */
  declines?: DeclineReason;
  /** Refused already on the page, so that it never becomes a profile. */
  refusedOnPage?: boolean;
  /** The bank wants to see the customer at each payment. */
  authenticates?: boolean;
  /** The outcome is not known at once. */
  processes?: boolean;
}

export const testCards: TestCard[] = [
  { number: '4111111111111111', title: 'Aprobada' },
  { number: '5424180279791732', title: 'Aprobada (Mastercard)' },
  { number: '4000000000000002', title: 'Rechazada', declines: 'declined' },
  { number: '4000000000009995', title: 'Fondos insuficientes', declines: 'insufficient_funds' },
  { number: '4000000000000069', title: 'Vencida', declines: 'expired_card' },
  { number: '4100000000000019', title: 'Sospecha de fraude', declines: 'suspected_fraud' },
  { number: '4000000000000036', title: 'Por encima del límite', declines: 'limit_exceeded' },
  { number: '4000000000000010', title: 'Número no válido: no se puede guardar', refusedOnPage: true },
  { number: '4000002760003184', title: 'Pide 3-D Secure en cada pago', authenticates: true },
  { number: '4000000000000093', title: 'En proceso hasta que alguien decida', processes: true },
];

export const findCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number.replace(/[\s-]/g, ''));

export const brandOf = (number: string): string => (number.startsWith('5') ? 'Mastercard' : 'Visa');
