import type { DeclineReason } from '#modules/payments/index.ts';

/** The behaviour of a test card; by default it is approved. */
export interface TestCard {
  number: string;
  title: string;
  /** Declined when charged. */
  declines?: DeclineReason;
  /** Refused on the page, so it never becomes a profile. */
  refusedOnPage?: boolean;
  /** Each payment needs authentication by the customer. */
  authenticates?: boolean;
  /** The outcome is not immediate. */
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
