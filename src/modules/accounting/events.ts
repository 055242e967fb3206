import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

const Snapshot = z.record(z.string(), z.unknown()).describe('Only the fields that changed.');

export const recordCreated = event({
  type: 'record:created',
  emittedWhen: 'an accounting entry is created',
  payload: z.object({
    recordId: z.uuid().describe('The record that was created.'),
    editorId: z.uuid().describe('Who created it.'),
  }),
  example: { recordId: id, editorId: id },
});

export const recordUpdated = event({
  type: 'record:updated',
  emittedWhen: 'an existing record is modified',
  payload: z.object({
    recordId: z.uuid().describe('The record that changed.'),
    editorId: z.uuid().optional().describe('Who changed it.'),
    old: Snapshot,
    new: Snapshot,
  }),
  example: { recordId: id, editorId: id, old: { description: 'Luz' }, new: { description: 'Luz de octubre' } },
});

const DivisionBalances = z.object({
  divisionId: z.uuid().describe('The branch that was closed.'),
  userId: z.uuid().optional().describe('Who closed it, or canceled the close.'),
  details: z.string().optional().describe('What that person noted.'),
  balances: z
    .array(
      z.object({
        accountId: z.uuid(),
        balance: z.string().describe('The counted balance.'),
        in: z.string().describe('Sum of incoming movements since the close before.'),
        out: z.string().describe('Sum of outgoing movements since the close before.'),
        transfered: z.string().describe('Moved here from other divisions, less what was moved there.'),
      }),
    )
    .describe('Amounts are in the currency of each account.'),
  lastRecordRegisteredId: z.uuid().optional().describe('The newest record that the close counts.'),
});
const closedDay = {
  divisionId: id,
  userId: id,
  balances: [{ accountId: id, balance: '6480.00', in: '15000.00', out: '520.00', transfered: '-10000.00' }],
  lastRecordRegisteredId: id,
};

export const divisionBalanceClosed = event({
  type: 'division:balance-closed',
  emittedWhen: 'balances of a division are closed',
  payload: DivisionBalances,
  example: closedDay,
});

export const divisionBalanceCloseCanceled = event({
  type: 'division:balance-close-canceled',
  emittedWhen: 'a balance close is reverted',
  payload: DivisionBalances,
  example: closedDay,
});

const userId = z.uuid().optional().describe('Who did it; left out where the service did.');

export const accountCreated = event({
  type: 'account:created',
  emittedWhen: 'an account is registered',
  payload: z.object({ accountId: z.uuid().describe('The new account.'), userId }),
  example: { accountId: id, userId: id },
});

export const chartAccountCreated = event({
  type: 'chart-account:created',
  emittedWhen: 'an account is created in the chart of accounts',
  payload: z.object({ chartAccountId: z.uuid().describe('The new account of the chart.'), userId }),
  example: { chartAccountId: id, userId: id },
});

const Conciliation = z.object({
  accountId: z.uuid().describe('The account that was conciliated.'),
  userId,
  details: z.string().optional().describe('What that person noted.'),
  transactions: z
    .array(
      z.object({
        recordId: z.uuid(),
        amount: z.string().describe("In the account's currency; negative leaves it."),
        date: z.string().describe('The day of the record in the books.'),
        description: z.string().describe('The text of the record.'),
        paymentMethod: z.string().nullable().describe('How it was paid; null: not given.'),
      }),
    )
    .describe('The records that it has.'),
  totalIn: z.string().describe('What the records brought into the account.'),
  totalOut: z.string().describe('What they took from it, as a positive amount.'),
  lastConciliationDate: z.string().optional().describe('Up to when the account was conciliated before.'),
  lastRecordRegisteredId: z.uuid().optional().describe('The newest of the records.'),
});

const exampleConciliation = {
  accountId: id,
  userId: id,
  details: 'Estado de octubre',
  transactions: [{ recordId: id, amount: '-1250.00', date: '2026-10-31', description: 'Luz', paymentMethod: null }],
  totalIn: '0.00',
  totalOut: '1250.00',
  lastConciliationDate: '2026-09-30',
  lastRecordRegisteredId: id,
};

export const accountConciliated = event({
  type: 'account:conciliated',
  readBy: 'reports:read',
  emittedWhen: 'an account is conciliated',
  payload: Conciliation,
  example: exampleConciliation,
});

export const accountConciliationCanceled = event({
  type: 'account:conciliation-canceled',
  readBy: 'reports:read',
  emittedWhen: 'a conciliation is reverted',
  payload: Conciliation,
  example: exampleConciliation,
});
