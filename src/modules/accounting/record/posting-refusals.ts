import { ReferenceNotFound } from '#platform/refusal.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { guardRefusals } from './guards.ts';
import { AmountOutOfRange, CurrencyMismatch, SameAccount } from './posting.ts';

/** Whatever posts a record by hand may be refused for these reasons. */
export const postingRefusals = [
  ReferenceNotFound,
  AccountNotPostable,
  CurrencyMismatch,
  AmountOutOfRange,
  SameAccount,
  ...guardRefusals,
];
