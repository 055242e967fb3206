import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { NewDataSource } from '#modules/accounting/chart-of-accounts/data-source.schema.ts';
import { about } from '#modules/collaboration/comment/comment.schema.ts';
import { DocumentLinkView } from '#modules/invoicing/pending/pending.schema.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { fixtures, furnish } from './fixtures.ts';
import { asOwner } from './rows.ts';

/** The table of each kind of thing. A kind that a schema names and this list does not fails the test. */
const tables: Record<string, string> = {
  invoiceId: 'pending_records',
  divisionId: 'divisions',
  beneficiaryId: 'contacts',
  contactId: 'contacts',
  recurrencyId: 'recurrencies',
  resourceId: 'resources',
  fileId: 'files',
  automationId: 'automations',
  botId: 'bots',
  botTrainingId: 'bot_training',
  documentId: 'documents',
  formId: 'forms',
  formSubmissionId: 'form_submissions',
  productionId: 'productions',
  recordId: 'records',
  accountId: 'accounts',
  creditId: 'credits',
  returnId: 'returns',
  taxId: 'taxes',
  projectId: 'projects',
  scheduleId: 'schedules',
  bookingId: 'bookings',
  taskId: 'board_tasks',
  boardId: 'boards',
  conversationId: 'conversations',
  messageId: 'messages',
};

/** Kinds that the contract names and that no module makes yet. */
const notBuilt: string[] = [];

let business: Business;
before(async () => {
  business = await newBusiness();
  await furnish(business);
});

async function idIn(table: string | undefined): Promise<string> {
  assert.ok(table && fixtures[table], `There is no example of ${table}.`);
  const [row] = await asOwner<{ id: string }>(`SELECT id FROM ${table} WHERE organization_id = $1`, [business.id]);
  return row!.id;
}

test('everything that a comment may be about can be commented on', async () => {
  for (const field of Object.keys(about).filter((each) => !notBuilt.includes(each))) {
    const body = { message: 'Revisado', [field]: await idIn(tables[field]) };
    const { error } = await business.api.POST('/v1/organization/comment', { body });
    assert.equal(error, undefined, `${field}: ${error?.detail}`);
  }
});

test('a document can be linked to every kind of thing that a link names', async () => {
  const links = [];
  for (const kind of DocumentLinkView.shape.kind.options) {
    const table = { payment: 'pending_payments', document: 'pending_records' }[kind as string] ?? tables[`${kind}Id`];
    links.push({ kind, id: await idIn(table) });
  }
  const { data: document } = await business.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Arroz', unitPrice: '100' }] },
  });
  for (const link of links) {
    const { data, error } = await business.api.PATCH('/v1/record/pending/link', {
      body: { id: document!.id, add: [link] },
    });
    assert.ok(
      data?.links.some(({ id }) => id === link.id),
      `${link.kind}: ${error?.detail}`,
    );
  }
});

test('a data source can select by every kind of thing that its schema names', async () => {
  const lists = Object.keys(NewDataSource.shape).filter((name) => name.endsWith('Ids'));
  assert.ok(lists.length >= 6);
  for (const list of lists) {
    const table = list === 'accountIds' ? 'chart_accounts' : tables[list.replace(/s$/, '')];
    const body = { name: `Por ${list}`, [list]: [await idIn(table)] };
    const { error } = await business.api.POST('/v1/chart-of-accounts/data-source', { body });
    assert.equal(error, undefined, `${list}: ${error?.detail}`);
  }
});

test('every registered kind of thing exists in its own organization only', async () => {
  const stranger = await newBusiness();
  for (const [field, kind] of app.engine.services.entityKinds) {
    const id = await idIn(tables[field]);
    const seenBy = (organizationId: string) => app.engine.within(organizationId, (ctx) => kind.exists(ctx, id));
    assert.deepEqual([field, await seenBy(business.id), await seenBy(stranger.id)], [field, true, false]);
  }
});
