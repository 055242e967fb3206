import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableColumns, tenantTables } from '#platform/db/columns.ts';
import { folders, globalColumns, globalLeftOut, leftOut, plainBytes, withheld } from './exported.ts';
import { exportedColumns } from './rows.sql.ts';

const columnsOf = (table: string): Record<string, string> => tableColumns[table as keyof typeof tableColumns];

test('every table of organizations is exported once, or left out for a reason', () => {
  const decided = [...Object.values(folders).flat(), ...Object.keys(leftOut)];
  assert.deepEqual(decided.toSorted(), [...tenantTables].toSorted());
});

test('every table over all organizations that names one is exported, or left out for a reason', () => {
  const tenant = new Set<string>(tenantTables);
  const naming = Object.keys(tableColumns).filter(
    (table) => !tenant.has(table) && 'organizationId' in columnsOf(table),
  );
  assert.deepEqual([...Object.keys(globalColumns), ...Object.keys(globalLeftOut)].toSorted(), naming.toSorted());
});

/** Columns whose names look like secrets and that are none: people type them, print them, or they only name something. */
const harmless = new Set(
  `appData.secretNames appInstallations.key appInstallations.secretNames apps.key assets.code automationSteps.errorCode
   automationThreads.errorCode automationThreads.triggerKey automations.secretNames boardTasks.isPrivate channels.publicKey
   chartAccounts.code contactCharges.key conversations.visitorTokensFrom customTools.secretNames divisions.code
   documentTemplates.showCodes ecfAnnulments.xmlKey ecfDocuments.securityCode ecfDocuments.xmlKey ecfReceived.approvalKey
   ecfReceived.xmlKey events.sealedIds fileContents.sha256 fileContents.storageKey files.nameKey files.sha256 msgappNumbers.problemCode
   pagePayments.paymentKey pendingElementTaxes.code pendingElementTaxes.fiscalCode pendingElements.itemKey
   employees.payrollCode pendingRecords.modificationCode resources.code resources.codeKey taxes.code taxes.fiscalCode taxes.legalCode`.split(
    /\s+/,
  ),
);

const secretWords = new Set(
  'secret secrets token tokens hash key keys password pin code codes sealed credential credentials signature private'.split(
    ' ',
  ),
);
const looksSecret = (name: string): boolean =>
  name.split(/(?=[A-Z])/).some((word) => secretWords.has(word.toLowerCase()));

test('every exported column that looks like a secret is listed as harmless', () => {
  const exported = Object.values(folders)
    .flat()
    .flatMap((table) => exportedColumns(table).map((column) => ({ table, column })));
  const suspect = exported.filter(
    ({ table, column }) => looksSecret(column) || columnsOf(table)[column]!.startsWith('bytea'),
  );
  assert.deepEqual(suspect.map(({ table, column }) => `${table}.${column}`).toSorted(), [...harmless].toSorted());
});

test('the lists name only columns that exist', () => {
  for (const listed of [withheld, plainBytes, globalColumns])
    for (const [table, columns] of Object.entries(listed))
      for (const column of columns) assert.ok(column in columnsOf(table), `${table}.${column}`);
});
