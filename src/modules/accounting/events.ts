import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';

const Snapshot = z.record(z.string(), z.unknown()).describe('Only the fields that changed.');

export const recordCreated = event({
  type: 'record:created',
  emittedWhen: 'an accounting entry is created',
  payload: z.object({ recordId: z.uuid(), editorId: z.uuid() }),
  example: { recordId: id, editorId: id },
});

export const recordUpdated = event({
  type: 'record:updated',
  emittedWhen: 'an existing record is modified',
  payload: z.object({ recordId: z.uuid(), editorId: z.uuid().optional(), old: Snapshot, new: Snapshot }),
  example: { recordId: id, editorId: id, old: { description: 'Luz' }, new: { description: 'Luz de octubre' } },
});

const DivisionBalances = z.object({
  divisionId: z.uuid(),
  userId: z.uuid().optional(),
  details: z.string().optional(),
  balances: z
    .array(
      z.object({
        accountId: z.uuid(),
        balance: z.string().describe('The counted balance.'),
        in: z.string(),
        out: z.string(),
        transfered: z.string().describe('Moved here from other divisions, less what was moved there.'),
      }),
    )
    .describe('Amounts are in the currency of each account.'),
  lastRecordRegisteredId: z.uuid().optional(),
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

const userId = z.uuid().optional();

export const accountCreated = event({
  type: 'account:created',
  emittedWhen: 'an account is registered',
  payload: z.object({ accountId: z.uuid(), userId }),
  example: { accountId: id, userId: id },
});

export const chartAccountCreated = event({
  type: 'chart-account:created',
  emittedWhen: 'an account is created in the chart of accounts',
  payload: z.object({ chartAccountId: z.uuid(), userId }),
  example: { chartAccountId: id, userId: id },
});

const Conciliation = z.object({
  accountId: z.uuid(),
  userId,
  details: z.string().optional(),
  transactions: z.array(
    z.object({
      recordId: z.uuid(),
      amount: z.string().describe("In the account's currency; negative leaves it."),
      date: z.string(),
      description: z.string(),
      paymentMethod: z.string().nullable(),
    }),
  ),
  totalIn: z.string(),
  totalOut: z.string(),
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
