import { ReferenceNotFound } from '#platform/refusal.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { guardRefusals } from './guards.ts';
import { AmountOutOfRange, CurrencyMismatch, SameAccount } from './posting.ts';

/** The refusals of every operation that posts a record by hand. */
export const postingRefusals = [
  ReferenceNotFound,
  AccountNotPostable,
  CurrencyMismatch,
  AmountOutOfRange,
  SameAccount,
  ...guardRefusals,
];
