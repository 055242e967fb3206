import { z } from 'zod';
import {
  AccountArchived,
  AccountNotPostable,
  AmountOutOfRange,
  guardRefusals,
  RateUnknown,
} from '#modules/accounting/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import {
  ContactBalanceCashMovementView,
  ContactBalanceMovementView,
  ContactBalanceView,
  NewContactBalanceMovement,
} from './contact-balance.schema.ts';
import { movementList } from './contact-balance.sql.ts';
import { BalanceTooLow, readBalance, refundBalance, topUp } from './contact-balance.ts';

const refusals = [
  ReferenceNotFound,
  AccountArchived,
  AmountOutOfRange,
  RateUnknown,
  ...guardRefusals,
  AccountNotPostable,
];

export const contactBalanceRoutes = [
  route('POST', '/v1/beneficiary/balance/topup', 'invoicing:write', {
    action: 'topUp',
    summary: 'Take money in advance, or pay a supplier in advance',
    description:
      'The contact (customer) pays before buying, or with `purchase` the business pays a supplier (anticipo). It can pay documents (invoices), and the rest can be refunded.',
    status: 201,
    body: NewContactBalanceMovement,
    returns: ContactBalanceCashMovementView,
    refusals,
    examples: { body: { beneficiaryId: id, accountId: id, amount: '1500.00', paymentMethod: 'cash' } },
    handler: (ctx, { body }) => topUp(ctx, body),
  }),
  route('POST', '/v1/beneficiary/balance/refund', 'invoicing:write', {
    summary: 'Refund the balance of a contact',
    description:
      'Pays the prepaid balance back from an account, all of it or a part; with `purchase` the supplier pays the advance back into it. More than the balance is refused.',
    status: 201,
    body: NewContactBalanceMovement,
    returns: ContactBalanceCashMovementView,
    refusals: [...refusals, BalanceTooLow],
    examples: { body: { beneficiaryId: id, accountId: id, amount: '500.00', paymentMethod: 'cash' } },
    handler: (ctx, { body }) => refundBalance(ctx, body),
  }),
  route('GET', '/v1/beneficiary/:beneficiaryId/balance', 'invoicing:read', {
    action: 'get',
    summary: 'Read the prepaid balance of a contact',
    description:
      'The balance of the customer and our advance at the supplier (`advances`) in each currency, and their history, newest first. A merged id leads to the survivor, which has those of both.',
    query: movementList.query,
    returns: pageOf(ContactBalanceMovementView).extend({
      beneficiaryId: z.uuid().describe('Whose balance it is: of a merged contact, the survivor.'),
      balances: z.array(ContactBalanceView).describe('What the customer has paid in advance, by currency.'),
      advances: z.array(ContactBalanceView).describe('What we have paid the supplier in advance, by currency.'),
    }),
    examples: { query: { itemsPerPage: '10' } },
    handler: (ctx, { params, query }) => readBalance(ctx, params.beneficiaryId, query),
  }),
];
