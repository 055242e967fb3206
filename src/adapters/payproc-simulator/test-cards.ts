import type { DeclineReason } from '#modules/payments/index.ts';

/** The behaviour of a test card; by default it is approved. */
export interface TestCard {
  number: string;
  title: string;
  /** Declined when charged. */
  declines?: DeclineReason;
  /** It can be saved but not charged. */
  savesAnyway?: boolean;
  /** The bank requires authentication: always, or until the card was saved with authentication. */
  authentication?: 'always' | 'until-saved';
  /** The outcome is not immediate. */
  processes?: boolean;
  /** The outcome of a refund is not immediate. */
  refundsSlowly?: boolean;
  /** The money is available for payout at once. */
  settlesAtOnce?: boolean;
}

export const testCards: TestCard[] = [
  { number: '4242424242424242', title: 'Approved' },
  { number: '4000000000000077', title: 'Approved, money available at once', settlesAtOnce: true },
  { number: '4000000000000002', title: 'Declined', declines: 'declined' },
  { number: '4000000000009995', title: 'Insufficient funds', declines: 'insufficient_funds' },
  { number: '4000000000000069', title: 'Expired', declines: 'expired_card' },
  { number: '4000000000000127', title: 'Wrong security code', declines: 'wrong_security_code' },
  { number: '4100000000000019', title: 'Suspected fraud', declines: 'suspected_fraud' },
  { number: '4000000000000341', title: 'Can be saved, then declines', declines: 'declined', savesAnyway: true },
  { number: '4000002760003184', title: '3-D Secure every time', authentication: 'always' },
  { number: '4000002500003155', title: '3-D Secure until saved', authentication: 'until-saved' },
  { number: '4000000000000093', title: 'Processing until someone decides', processes: true },
  { number: '4000000000007726', title: 'Approved; refunds wait until someone decides', refundsSlowly: true },
];

export const findCard = (number: string): TestCard | undefined =>
  testCards.find((card) => card.number === number.replace(/[\s-]/g, ''));
