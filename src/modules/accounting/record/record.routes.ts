import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { AccountOnBothSides, ContactRequiredInJournal, EntryUnbalanced, InvalidRate, TaxesDoNotFit } from './drafts.ts';
import { guardRefusals } from './guards.ts';
import { postingRefusals } from './posting-refusals.ts';
import {
  AccountingRecordView,
  NewCommission,
  NewRecord,
  NewReversal,
  RecordChange,
  RecordHistory,
} from './record.schema.ts';
import { changeRecord, createRecord, FieldNotOfKind, MadeElsewhere, readRecord, removeRecord } from './record.ts';
import { NotReversible, RecordReversed, ReversalTooEarly, reverseRecord } from './reversal.ts';
import { RecordIsVoid } from './write-record.ts';

const entryRefusals = [
  ...postingRefusals,
  InvalidRate,
  TaxesDoNotFit,
  EntryUnbalanced,
  AccountOnBothSides,
  ContactRequiredInJournal,
];

export const recordRoutes = [
  route('POST', '/v1/record', 'accounting:write', {
    summary: 'Enter a record',
    description:
      'Posts income, an expense or a journal entry. Income and expenses move money of an account; their taxes go to the sales or purchase tax of the posting rules, the rest to the account of the chart that says what it was for. A journal entry names its debits and credits itself. Emits `record:created`.',
    status: 201,
    body: NewRecord,
    returns: AccountingRecordView,
    refusals: entryRefusals,
    examples: {
      body: {
        kind: 'expense',
        date: '2026-11-14',
        description: 'Luz de octubre',
        reference: 'B0100004521',
        amount: '1180.00',
        taxes: [{ name: 'ITBIS', rate: '18', amount: '180.00' }],
        paymentMethod: 'transfer',
      },
    },
    handler: (ctx, { body }) => createRecord(ctx, body),
  }),
  route('POST', '/v1/record/commission', 'accounting:write', {
    action: 'createCommission',
    summary: 'Post a seller’s commission',
    description:
      'Posts the earnings of a seller as an expense that is owed to them: `commissions` of the posting rules against `payrollPayable`. Paying it is an expense with that account of the chart. Emits `record:created`.',
    status: 201,
    body: NewCommission,
    returns: AccountingRecordView,
    refusals: postingRefusals,
    examples: { body: { sellerId: exampleId, amount: '850.00', description: 'Comisión de noviembre' } },
    handler: (ctx, { body }) => createRecord(ctx, { kind: 'commission', ...body }),
  }),
  route('PATCH', '/v1/record', 'accounting:write', {
    summary: 'Change a record',
    description:
      'Changes what was entered by hand: the old version is reversed in the ledger and the new one is posted; both stay readable. Fields that are left out stay as they are. Emits `record:updated`.',
    body: RecordChange,
    returns: AccountingRecordView,
    refusals: [RecordIsVoid, MadeElsewhere, FieldNotOfKind, ReversalTooEarly, ...entryRefusals, RecordReversed],
    examples: { body: { id: exampleId, version: 1, description: 'Luz de octubre y noviembre', amount: '2360.00' } },
    handler: (ctx, { body: { id, version, ...change } }) => changeRecord(ctx, id, version, change),
  }),
  route('DELETE', '/v1/record', 'accounting:write', {
    summary: 'Void a record',
    description:
      'Reverses the record in the ledger and marks it void. It stays readable. Emits `record:updated`, because nothing is ever deleted from the books.',
    body: z.strictObject({ id: z.uuid().describe('The record to make void.') }),
    returns: AccountingRecordView,
    refusals: [RecordIsVoid, MadeElsewhere, ...guardRefusals, RecordReversed],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removeRecord(ctx, body.id),
  }),
  route('POST', '/v1/record/:recordId/reversal', 'accounting:write', {
    action: 'reverse',
    summary: 'Reverse a journal entry on a later day',
    description:
      'Posts the journal entry once more on `date` with debits and credits exchanged: an accrual of a month is taken back on the first day of the next. Both remain, linked by `reversalOf` and `reversedBy`. An entry has one reversal; while it is posted, the entry neither changes nor becomes void. Emits `record:created`.',
    status: 201,
    body: NewReversal,
    returns: AccountingRecordView,
    refusals: [NotReversible, ReversalTooEarly, AccountNotPostable, ...guardRefusals, RecordIsVoid, RecordReversed],
    examples: { body: { date: '2026-12-01' } },
    handler: (ctx, { params, body }) => reverseRecord(ctx, params.recordId, body),
  }),
  route('GET', '/v1/record/:recordId', 'accounting:read', {
    summary: 'Read a record and its history',
    description: 'The current record, all its versions, and all transfers that they posted to the ledger.',
    returns: RecordHistory,
    handler: (ctx, { params }) => readRecord(ctx, params.recordId),
  }),
];
