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
  NotRecurrent,
  RecurrencyEnded,
  RuleNeverComes,
  TooManyMissed,
} from '../recurrence/recurrency.ts';
import { PendingRecordChange, PendingRecordView } from '../recurrence/recurrent-document.schema.ts';
import { changeRecurrent, followChange } from '../recurrence/recurrent-document.ts';
import { openForEditing } from '../share/editing-share.ts';
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

const taxIds = uniqueList(z.uuid(), { min: 1, max: 10 });

export const changeRoutes = [
  route({
    method: 'PATCH',
    path: '/v1/record/pending',
    summary: 'Change a document',
    description:
      'Changes what is given; `status: issued` issues a draft. What an issued invoice posted is taken back and posted anew, where the change touches it. What is paid or credited keeps its amounts, and an invoice with its fiscal receipt is corrected with a credit note; notes, due date, stage and the like can always change. `recurrency` changes how the document comes again, or starts it; given alone, it can be changed of a void document too. Emits `invoice:updated`, and `recurrency:updated` where that changed.',
    access: { permission: 'invoicing:write' },
    body: PendingRecordChange,
    returns: PendingRecordView,
    refusals: [...changingRefusals, DaysDoNotFit, NotRecurrent, RecurrencyEnded, RuleNeverComes, TooManyMissed],
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
  route({
    method: 'DELETE',
    path: '/v1/record/pending',
    action: 'void',
    summary: 'Make a document void',
    description:
      'The document stays readable and keeps its numbers; what it posted is taken back, and a fiscal receipt goes into the 608 with the `reason`. What is paid, credited or in a later document is refused. Where the document comes again, it goes on to: `recurrency` of the change ends that. Emits `invoice:updated`.',
    access: { permission: 'invoicing:write' },
    body: z.strictObject({
      id: z.uuid(),
      version: z.coerce.number().int().optional(),
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
  route({
    method: 'POST',
    path: '/v1/record/pending/element',
    action: 'addLine',
    summary: 'Add a line',
    description: 'Adds a line behind the others; the document is priced and, where it is issued, posted anew.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: AddedDocumentLine,
    returns: PendingRecordView,
    refusals: changingRefusals,
    examples: {
      body: { pendingRecordId: exampleId, description: 'Clavos de 2 pulgadas, libra', quantity: 3, unitPrice: 65 },
    },
    handler: async (ctx, { body }) => followChange(ctx, await addElement(ctx, body)),
  }),
  route({
    method: 'PATCH',
    path: '/v1/record/pending/element',
    action: 'updateLine',
    summary: 'Change a line',
    description: 'Changes what is given of one line; the document is priced and, where it is issued, posted anew.',
    access: { permission: 'invoicing:write' },
    body: DocumentLineChange,
    returns: PendingRecordView,
    refusals: changingRefusals,
    examples: { body: { id: exampleId, quantity: '4', discount: { percent: '5' } } },
    handler: async (ctx, { body }) => followChange(ctx, await changeElement(ctx, body)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/record/pending/element',
    action: 'deleteLine',
    summary: 'Remove a line',
    description: 'Takes a line out. An issued document keeps at least one, and what is in a later document stays.',
    access: { permission: 'invoicing:write' },
    body: z.strictObject({ id: z.uuid(), version: z.coerce.number().int().optional() }),
    returns: PendingRecordView,
    refusals: changingRefusals,
    examples: { body: { id: exampleId } },
    handler: async (ctx, { body }) => followChange(ctx, await removeElement(ctx, body)),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/element/taxes',
    action: 'addLineTaxes',
    summary: 'Add taxes to a line',
    description: 'Adds taxes to those that the line has, at their rates of the document’s day.',
    access: { permission: 'invoicing:write' },
    body: z.strictObject({ elementId: z.uuid(), taxIds }),
    returns: PendingRecordView,
    refusals: changingRefusals,
    examples: { body: { elementId: exampleId, taxIds: [exampleId] } },
    handler: async (ctx, { body }) => followChange(ctx, await addTaxes(ctx, body)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/record/pending/element/taxes',
    action: 'deleteLineTaxes',
    summary: 'Take taxes off a line',
    description:
      'Takes the named taxes off a line. Without a session it needs the `shareId` with which this one document was shared for editing; with a session, the permission `invoicing:write`.',
    access: 'public',
    attemptsPerHour: 600,
    body: z.strictObject({
      elementId: z.uuid(),
      taxIds,
      shareId: z.string().min(10).max(100).optional(),
    }),
    returns: PendingRecordView,
    refusals: [Unauthenticated, OrganizationRequired, Forbidden, ...changingRefusals],
    examples: { body: { elementId: exampleId, taxIds: [exampleId], shareId: 'pre_Zk3w0YtXh2bQm5Vn8Lr1cPd7' } },
    handler: async (ctx, { body: { shareId, ...which } }) => {
      const opened = await openForEditing(ctx, shareId);
      return followChange(opened.ctx, await removeTaxes(opened.ctx, { ...which, only: opened.only }));
    },
  }),
];
