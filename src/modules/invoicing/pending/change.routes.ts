import { z } from 'zod';
import { voidReasons } from '#modules/taxes/index.ts';
import { Unauthenticated } from '#platform/auth/authenticate.ts';
import { Forbidden, OrganizationRequired } from '#platform/auth/permission.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, VersionConflict } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import {
  DaysDoNotFit,
  ModelUnsuited,
  NotRecurrent,
  RecurrencyEnded,
  RuleNeverComes,
  TooManyMissed,
} from '../recurrence/recurrency.ts';
import { PendingRecordChange, PendingRecordView } from '../recurrence/recurrent-document.schema.ts';
import { changeRecurrent, followChange } from '../recurrence/recurrent-document.ts';
import { openForEditing } from '../share/editing-share.ts';
import { describeForHolder } from '../share/share.ts';
import { SharedDocument } from '../share/shared-document.ts';
import { MoreThanIsLeft } from '../ties/conversion.ts';
import {
  DocumentFollowed,
  DocumentInInstalments,
  DocumentIsVoid,
  DocumentSettled,
  ElementInUse,
  FiscallyNumbered,
  FiscalReceiptSent,
  voidPendingRecord,
} from './change.ts';
import { addElement, addTaxes, changeElement, removeElement, removeTaxes } from './element.ts';
import { AddedDocumentLine, DocumentLineChange } from './pending.schema.ts';
import { writingRefusals } from './writing-refusals.ts';

const changingRefusals = [
  NotFound,
  VersionConflict,
  DocumentIsVoid,
  DocumentSettled,
  FiscallyNumbered,
  DocumentInInstalments,
  ElementInUse,
  DocumentFollowed,
  MoreThanIsLeft,
  ...writingRefusals,
];

const taxIds = uniqueList(z.uuid(), { min: 1, max: 10 }).describe('Taxes of `GET /v1/taxes/list`.');

export const changeRoutes = [
  route('PATCH', '/v1/record/pending', 'invoicing:write', {
    summary: 'Change a document',
    description:
      'Changes the given fields; `status: issued` issues a draft. If the change affects the postings of an issued invoice, they are reversed and written again. Amounts of a paid or credited document cannot change, and an invoice with a fiscal receipt is corrected with a credit note; notes, due date, stage and the like can always change. `recurrency` changes or starts the recurrence; given alone, it also works for a void document. Emits `invoice:updated`, and `recurrency:updated` if that changed.',
    body: PendingRecordChange,
    returns: PendingRecordView,
    refusals: [
      ...changingRefusals,
      DaysDoNotFit,
      ModelUnsuited,
      NotRecurrent,
      RecurrencyEnded,
      RuleNeverComes,
      TooManyMissed,
    ],
    examples: {
      body: {
        id: exampleId,
        version: 1,
        dueOn: '2026-12-31',
        notes: 'Entregar por la puerta de atrás',
        elements: [{ id: exampleId, quantity: '3' }],
      },
    },
    handler: (ctx, { body }) => changeRecurrent(ctx, body),
  }),
  route('DELETE', '/v1/record/pending', 'invoicing:write', {
    action: 'void',
    summary: 'Void a document',
    description:
      'The document stays readable and keeps its numbers. Its postings are reversed, and its fiscal receipt is reported in the 608 with the `reason`. Refused if it is paid, credited or in a later document. Its recurrence continues: end it with `recurrency` of the change. Emits `invoice:updated`.',
    body: z.strictObject({
      id: z.uuid().describe('The document to void.'),
      version: z.coerce
        .number()
        .int()
        .optional()
        .describe('As read: refused with `version_conflict` if it has changed since.'),
      reason: z
        .enum(Object.keys(voidReasons) as (keyof typeof voidReasons)[])
        .optional()
        .describe('Why its receipt is void, as the 608 has it. Default: `04`, corrected information.'),
    }),
    returns: PendingRecordView,
    refusals: [...changingRefusals, FiscalReceiptSent],
    examples: { body: { id: exampleId, reason: '04' } },
    handler: async (ctx, { body }) => followChange(ctx, await voidPendingRecord(ctx, body)),
  }),
  route('POST', '/v1/record/pending/element', 'invoicing:write', {
    action: 'addLine',
    summary: 'Add a line',
    description: 'Adds a line at the end. The document is priced again and, if issued, posted again.',
    status: 201,
    body: AddedDocumentLine,
    returns: PendingRecordView,
    refusals: changingRefusals,
    examples: {
      body: { pendingRecordId: exampleId, description: 'Clavos de 2 pulgadas, libra', quantity: 3, unitPrice: 65 },
    },
    handler: async (ctx, { body }) => followChange(ctx, await addElement(ctx, body)),
  }),
  route('PATCH', '/v1/record/pending/element', 'invoicing:write', {
    action: 'updateLine',
    summary: 'Change a line',
    description: 'Changes the given fields of one line. The document is priced again and, if issued, posted again.',
    body: DocumentLineChange,
    returns: PendingRecordView,
    refusals: changingRefusals,
    examples: { body: { id: exampleId, quantity: '4', discount: { percent: '5' } } },
    handler: async (ctx, { body }) => followChange(ctx, await changeElement(ctx, body)),
  }),
  route('DELETE', '/v1/record/pending/element', 'invoicing:write', {
    action: 'deleteLine',
    summary: 'Remove a line',
    description:
      'Removes a line. An issued document keeps at least one line, and a line that is in a later document stays.',
    body: z.strictObject({
      id: z.uuid().describe('The line to remove.'),
      version: z.coerce
        .number()
        .int()
        .optional()
        .describe('As read: refused with `version_conflict` if it has changed since.'),
    }),
    returns: PendingRecordView,
    refusals: changingRefusals,
    examples: { body: { id: exampleId } },
    handler: async (ctx, { body }) => followChange(ctx, await removeElement(ctx, body)),
  }),
  route('POST', '/v1/record/pending/element/taxes', 'invoicing:write', {
    action: 'addLineTaxes',
    summary: 'Add taxes to a line',
    description: 'Adds taxes to those that the line has, at their rates of the document’s day.',
    body: z.strictObject({ elementId: z.uuid().describe('The line.'), taxIds }),
    returns: PendingRecordView,
    refusals: changingRefusals,
    examples: { body: { elementId: exampleId, taxIds: [exampleId] } },
    handler: async (ctx, { body }) => followChange(ctx, await addTaxes(ctx, body)),
  }),
  route('DELETE', '/v1/record/pending/element/taxes', 'public', {
    action: 'deleteLineTaxes',
    summary: 'Remove taxes from a line',
    description:
      'Removes the given taxes from a line. Without a session it needs the `shareId` with which the document was shared for editing, and answers the shared view of the document; with a session, the permission `invoicing:write`.',
    attemptsPerHour: 600,
    body: z.strictObject({
      elementId: z.uuid().describe('The line.'),
      taxIds,
      shareId: z
        .string()
        .min(10)
        .max(100)
        .optional()
        .describe('The id that allows editing, of `GET /v1/record/pending/:pendingRecordId/share`.'),
    }),
    returns: z.union([PendingRecordView, SharedDocument]),
    refusals: [Unauthenticated, OrganizationRequired, Forbidden, ...changingRefusals],
    examples: { body: { elementId: exampleId, taxIds: [exampleId], shareId: 'pre_Zk3w0YtXh2bQm5Vn8Lr1cPd7' } },
    handler: async (ctx, { body: { shareId, ...which } }) => {
      const opened = await openForEditing(ctx, shareId);
      const changed = await followChange(opened.ctx, await removeTaxes(opened.ctx, { ...which, only: opened.only }));
      return opened.only ? describeForHolder(opened.ctx, opened.only) : changed;
    },
  }),
];
