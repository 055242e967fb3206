import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#platform/config.ts';
import { app, newBusiness, ownerUrlOf } from '#test/harness.ts';
import { operator } from '../../src/cli/operator.ts';

test('an operator imports the taxpayer registry while the service runs', async () => {
  const path = join(process.env.TEST_FOLDER!, 'DGII_RNC.TXT');
  const line = '101007151|PANADERÍA ÑAME|EL ÑAME|PANADERIA| | | | |01/02/1999|ACTIVO|NORMAL\r\n';
  await writeFile(path, Buffer.from(`${line}nothing\r\n`, 'latin1'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: ownerUrlOf(app.databaseUrl),
    DATA_DIR: app.config.DATA_DIR,
  });
  const lines: string[] = [];
  const streams = { print: (text: string) => lines.push(text), complain: (text: string) => lines.push(text) };
  assert.equal(await operator(config, 'taxpayers', ['import', path], streams), 0);
  assert.deepEqual(lines, ['1 taxpayers read, 1 of them new or changed; 1 lines skipped.']);
  const { api } = await newBusiness();
  const { data } = await api.GET('/v1/beneficiary/taxId/{taxId}', { params: { path: { taxId: '101007151' } } });
  assert.deepEqual([data?.taxpayer?.name, data?.taxpayer?.startedOn], ['PANADERÍA ÑAME', '1999-02-01']);
  assert.equal(await operator(config, 'taxpayers', ['import'], streams), 2);
});
