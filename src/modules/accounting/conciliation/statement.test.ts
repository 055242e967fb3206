import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '#platform/id.ts';
import { openAccount } from '#test/accounts.ts';
import { HELD_MAX_MS, shortestOfTurnsMs } from '#test/event-loop.ts';
import { type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { numbered } from './read-statement.compute.ts';
import { parseCamt, parseCsv, parseMt940, parseOfx } from './statement-formats.ts';

type Statement = {
  format: 'csv' | 'ofx' | 'camt.053' | 'mt940';
  content?: string;
  contentBase64?: string;
  csv?: object;
};

/** An account without a number. */
const account = { currency: 'DOP', accountNumber: null };
const csv = { columns: { date: 'date', description: 'text', amount: 'amount' } };
const csvOf = (...rows: string[]): Statement => ({
  format: 'csv',
  csv,
  content: ['date,text,amount', ...rows].join('\n'),
});

const send = (business: Business, accountId: string, body: Statement) =>
  business.api.POST('/v1/account/{accountId}/statement', { params: { path: { accountId } }, body: body as never });

const linesOf = async (business: Business, accountId: string) => {
  const { data } = await business.api.GET('/v1/account/{accountId}/conciliation-transactions', {
    params: { path: { accountId }, query: { itemsPerPage: 200 } },
  });
  return data!.data.map(({ date, amount, description }) => [date, amount, description]);
};

test('the same file twice changes nothing, equal lines both stay, and a longer file adds what is new', async () => {
  const business = await newBusiness();
  const { id } = await openAccount(business);
  const first = csvOf('2026-10-01,Café,-75.00', '2026-10-01,Café,-75.00', '2026-10-02,Depósito,500');
  assert.deepEqual((await send(business, id, first)).data?.createdCount, 3);
  const again = (await send(business, id, first)).data;
  assert.deepEqual([again?.createdCount, again?.knownCount], [0, 3]);
  const longer = csvOf('2026-10-01,Café,-75.00', '2026-10-01,Café,-75.00', '2026-10-01,Café,-75.00');
  assert.equal((await send(business, id, longer)).data?.createdCount, 1);
  assert.equal((await linesOf(business, id)).length, 4);
  const { data: history } = await business.api.GET('/v1/organization/import/history', {
    params: { query: { kind: 'statement' } },
  });
  assert.deepEqual(
    history?.data.map(({ createdCount, status }) => [createdCount, status]),
    [
      [1, 'done'],
      [0, 'done'],
      [3, 'done'],
    ],
  );
});

test('an import is undone with the lines that it added, unless they are conciliated', async () => {
  const business = await newBusiness();
  const [{ id }, { id: other }] = [await openAccount(business), await openAccount(business)];
  const undo = (accountId: string, importId: string) =>
    business.api.DELETE('/v1/account/{accountId}/statement', { params: { path: { accountId } }, body: { importId } });
  await send(business, id, csvOf('2026-10-01,Café,-75.00'));
  const wrong = (await send(business, id, csvOf('2026-10-01,Café,-75.00', '2026-02-10,Depósito,500'))).data!;
  assert.equal(codeOf(await undo(other, wrong.importId)), 'not_found');
  assert.equal((await undo(id, wrong.importId)).response.status, 204);
  assert.deepEqual(await linesOf(business, id), [['2026-10-01', '-75.00', 'Café']]);
  assert.equal(codeOf(await undo(id, wrong.importId)), 'not_found');

  const right = (await send(business, id, csvOf('2026-10-02,Depósito,500', '2026-10-03,Depósito,20'))).data!;
  const path = { params: { path: { accountId: id } } };
  const { data: open } = await business.api.GET('/v1/account/{accountId}/conciliation-transactions', path);
  const line = open!.data.find(({ amount }) => amount === '500.00')!;
  assert.equal(line.importId, right.importId);
  const { data: chart } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', search: '4204' } },
  });
  const difference = { chartAccountId: chart!.data[0]!.id };
  const matches = [{ lineIds: [line.id], difference }];
  const booked = await business.api.POST('/v1/account/{accountId}/conciliation', { ...path, body: { matches } });
  assert.equal(booked.response.status, 201, JSON.stringify(booked.error));
  assert.equal(codeOf(await undo(id, right.importId)), 'statement_conciliated');
  assert.equal((await linesOf(business, id)).length, 2, 'Nothing is removed in part.');
});

test('the same file from many at once is kept once', async () => {
  const business = await newBusiness();
  const { id } = await openAccount(business);
  const file = csvOf(...Array.from({ length: 50 }, (_, n) => `2026-10-0${(n % 9) + 1},Línea ${n % 5},${(n % 3) + 1}`));
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(business, id, file)));
  assert.equal(
    answers.reduce((sum, { data }) => sum + data!.createdCount, 0),
    50,
  );
});

test('overlapping statement files keep each real line once', () => {
  const day = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(day, { maxLength: 8 }), fc.array(fc.tuple(fc.nat(7), fc.nat(7))), (days, cuts) => {
      const linesBetween = (from: number, to: number) =>
        days.slice(from, to + 1).flatMap((amounts, index) =>
          amounts.map((amount) => ({
            date: `2026-10-0${from + index + 1}`,
            amount: BigInt(amount),
            description: 'x',
            reference: null,
            bankId: null,
          })),
        );
      const kept = new Set<string>();
      for (const [from, to] of [...cuts, [0, 7] as const])
        for (const { hash, nth } of numbered(linesBetween(from, to))) kept.add(`${hash} ${nth}`);
      assert.equal(kept.size, days.flat().length);
    }),
  );
});

test('a CSV file is read with the columns, dates and amounts that its bank uses', () => {
  const mapping = {
    delimiter: ';' as const,
    skipRows: 1,
    header: true,
    dateFormat: 'dd/MM/yyyy' as const,
    decimalSeparator: ',' as const,
    columns: { date: 'Fecha', description: 'Concepto', debit: 'Débito', credit: 4, reference: 5 },
  };
  const text =
    'Banco X\nFecha;Concepto;Débito;Crédito;Ref\n31/10/2026;"Luz;  EDESUR";1.250,00;;77\n1-11-26;Venta;;RD$ 2.000,5;\n;Saldo;;;\n2/11/2026;Nota;0,00;;\n';
  const { lines, errors } = parseCsv(text, mapping, 'DOP');
  assert.deepEqual(
    lines.map(({ date, amount, description, reference }) => [date, amount, description, reference]),
    [
      ['2026-10-31', -125_000n, 'Luz; EDESUR', '77'],
      ['2026-11-01', 200_050n, 'Venta', null],
    ],
  );
  assert.deepEqual(errors, [{ row: 5, message: '“” is not a date of the form dd/MM/yyyy.' }]);
  const usual = { ...mapping, delimiter: ',' as const, skipRows: 0, dateFormat: 'yyyy-MM-dd' as const };
  const point = { ...usual, header: false, decimalSeparator: '.' as const, columns: { date: 1, amount: 2 } };
  assert.deepEqual(
    parseCsv('2026-01-31,(5.10)\n2026-02-31,1\n2026-02-01,7-\n2026-02-01,1.005', point, 'DOP').lines.map(
      ({ amount }) => amount,
    ),
    [-510n, -700n],
  );
});

test('OFX is read with and without closing tags', () => {
  const sgml = `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>DOP<BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261031120000[-4:AST]<TRNAMT>-1250.00<FITID>A1<NAME>EDESUR &amp; CIA<MEMO>Factura 9
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261101<TRNAMT>+500,25<FITID>A2<CHECKNUM>33<NAME>Venta
</BANKTRANLIST><LEDGERBAL><BALAMT>100</LEDGERBAL></STMTRS></OFX>`;
  const { lines, currencies } = parseOfx(sgml, account);
  assert.deepEqual(lines, [
    { date: '2026-10-31', amount: -125_000n, description: 'EDESUR & CIA · Factura 9', reference: null, bankId: 'A1' },
    { date: '2026-11-01', amount: 50_025n, description: 'Venta', reference: '33', bankId: 'A2' },
  ]);
  assert.deepEqual(currencies, ['DOP']);
  const xml = `<?xml version="1.0"?><OFX><STMTTRN><DTPOSTED>20261031</DTPOSTED><TRNAMT>3.00</TRNAMT><FITID>B</FITID><NAME>x</NAME></STMTTRN></OFX>`;
  assert.deepEqual(parseOfx(xml, account).lines, [
    { date: '2026-10-31', amount: 300n, description: 'x', reference: null, bankId: 'B' },
  ]);
});

test('CAMT.053 is read: booked entries with direction, payer and purpose', () => {
  const xml = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Ntry><Amt Ccy="DOP">1250.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-10-31</Dt></BookgDt><AcctSvcrRef>S1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>E2E-7</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Edesur</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>Factura 9</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="DOP">80</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-11-01T09:00:00</DtTm></BookgDt><AddtlNtryInf>Depósito</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="DOP">9</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
  const { lines, currencies } = parseCamt(xml, account);
  assert.deepEqual(lines, [
    { date: '2026-10-31', amount: -125_000n, description: 'Edesur · Factura 9', reference: 'E2E-7', bankId: 'S1' },
    { date: '2026-11-01', amount: 8_000n, description: 'Depósito', reference: null, bankId: null },
  ]);
  assert.deepEqual(currencies, ['DOP']);
});

const mt940Of = (number: string, entries: string) =>
  `{1:F01BPDODOSXAXXX}{4:\r\n:20:2026-11\r\n:25:${number}\r\n:28C:11/1\r\n:60F:C261031DOP1000,00\r\n${entries}\r\n:62F:C261130DOP850,00\r\n-}`;

test('MT940 is read: days around New Year, reversals, references and both ways to write details', () => {
  const { lines, errors, currencies } = parseMt940(
    mt940Of(
      '0012345',
      [
        ':61:2611021101D1250,NTRFFAC-9//S1\r\nEdesur\r\n:86:166?00Transferencia?20Factura 9?21octubre',
        ':61:2701011231CP80,5NMSCNONREF\r\n:86:Depósito en\r\n-efectivo',
        ':61:261231RD5,00NCHK77//S1\r\n:61:2612310101RC0,25S103NONREF',
        ':61:261131C1,00NMSCNONREF\r\n:61:hola',
      ].join('\r\n'),
    ),
    account,
  );
  assert.deepEqual(lines, [
    {
      date: '2026-11-01',
      amount: -125_000n,
      description: 'Edesur · Transferencia Factura 9 octubre',
      reference: 'FAC-9',
      bankId: 'S1',
    },
    { date: '2026-12-31', amount: 8_050n, description: 'Depósito en -efectivo', reference: null, bankId: null },
    { date: '2026-12-31', amount: 500n, description: '', reference: '77', bankId: 'S1' },
    { date: '2027-01-01', amount: -25n, description: '', reference: null, bankId: null },
  ]);
  assert.deepEqual(
    errors.map(({ row }) => row),
    [5, 6],
  );
  assert.deepEqual(currencies, ['DOP']);
});

test('amounts are grouped by three or not at all, and may begin with their decimals', () => {
  const amountsOf = (decimalSeparator: '.' | ',', ...amounts: string[]) => {
    const mapping = { delimiter: ';', skipRows: 0, header: false, dateFormat: 'yyyy-MM-dd', decimalSeparator } as const;
    const text = amounts.map((amount) => `2026-11-01;${amount}`).join('\n');
    const { lines, errors } = parseCsv(text, { ...mapping, columns: { date: 1, amount: 2 } }, 'DOP');
    return [...lines.map(({ amount }) => amount), ...errors.map(({ row }) => row)];
  };
  assert.deepEqual(amountsOf('.', '-.50', '−5.00', '1,234,567.89', '12,50', '1234,567.00', '.'), [
    -50n,
    -500n,
    123_456_789n,
    4,
    5,
    6,
  ]);
  assert.deepEqual(amountsOf(',', ',5', '1.234,56', '12.50', '1.234', '12345678901234'), [
    50n,
    123_456n,
    123_400n,
    3,
    5,
  ]);
});

const ofxOf = (number: string, name: string, currency = 'DOP') =>
  `<STMTTRNRS><STMTRS><CURDEF>${currency}<BANKACCTFROM><ACCTID>${number}</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20261101<TRNAMT>5.00<FITID>${number}<NAME>${name}</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>`;
const camtOf = (id: string, name: string) =>
  `<Stmt><Acct><Id>${id}</Id></Acct><Ntry><Amt Ccy="DOP">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-01</Dt></BookgDt><AddtlNtryInf>${name}</AddtlNtryInf></Ntry></Stmt>`;

test('of a file with several accounts, only the lines of the account are imported', async () => {
  const business = await newBusiness();
  const own = await openAccount(business, { accountNumber: '0-1234-5' });
  const ofx = `<OFX><BANKMSGSRSV1>${ofxOf('0012345', 'Caf&#233; &#x26; pan')}${ofxOf('888', 'Ahorros', 'USD')}</BANKMSGSRSV1></OFX>`;
  const camt = `<Document><BkToCstmrStmt>${camtOf('<Othr><Id>888</Id></Othr>', 'Ahorros')}${camtOf('<IBAN>DO28BAGR00000000000000012345</IBAN>', 'Caf&#233;')}</BkToCstmrStmt></Document>`;
  const mt940 = [
    mt940Of('888', ':61:261101C5,NMSC1\n:86:Ahorros'),
    mt940Of('BPDODOSX/0012345', ':61:261101C5,NMSC2\n:86:Pan'),
  ].join('\n');
  for (const body of [
    { format: 'ofx', content: ofx },
    { format: 'camt.053', content: camt },
    { format: 'mt940', content: mt940 },
  ] as const)
    assert.equal((await send(business, own.id, body)).data?.createdCount, 1);
  assert.deepEqual((await linesOf(business, own.id)).map(([, , text]) => text).sort(), ['Café', 'Café & pan', 'Pan']);
  for (const accountNumber of [null, '777', '5']) {
    const other = await openAccount(business, { accountNumber });
    const { error } = await send(business, other.id, { format: 'ofx', content: ofx });
    assert.deepEqual([error?.code, error?.detail?.includes('12345, 888')], ['statement_unreadable', true]);
  }
});

test('bytes in the old Western code page are read as well', async () => {
  const business = await newBusiness();
  const { id } = await openAccount(business);
  const contentBase64 = Buffer.from('date,text,amount\n2026-10-01,Dep\xf3sito,5', 'latin1').toString('base64');
  await send(business, id, { format: 'csv', csv, contentBase64 });
  assert.deepEqual(await linesOf(business, id), [['2026-10-01', '5.00', 'Depósito']]);
});

test('a file that is no statement is refused; wrong rows are reported and the others kept', async () => {
  const business = await newBusiness();
  const { id } = await openAccount(business);
  const code = async (body: Statement) => (await send(business, id, body)).error?.code;
  for (const format of ['ofx', 'mt940'] as const)
    assert.equal(await code({ format, content: 'hola' }), 'statement_unreadable');
  assert.equal(await code({ format: 'camt.053', content: '<Document><other/></Document>' }), 'statement_unreadable');
  assert.equal(await code({ format: 'camt.053', content: '<a><b></a>' }), 'statement_unreadable');
  const bomb = '<!DOCTYPE d [<!ENTITY a "aa">]><Document>&a;</Document>';
  assert.equal(await code({ format: 'camt.053', content: bomb }), 'statement_unreadable');
  assert.equal(await code({ format: 'ofx', content: '<OFX><CURDEF>USD' }), 'statement_other_currency');
  assert.equal(await code({ format: 'csv', content: 'x' }), 'invalid_request');
  assert.equal(await code({ format: 'csv', csv, content: 'fecha,monto\n' }), 'statement_unreadable');
  assert.equal(await code({ format: 'csv', csv }), 'invalid_request');
  assert.equal(await code({ format: 'csv', csv: { columns: { date: 1 } }, content: 'x' }), 'invalid_request');
  const { data } = await send(business, id, csvOf('mañana,x,1', '2026-10-01,y,2', '2026-10-01,z,dos'));
  assert.deepEqual([data?.createdCount, data?.failedCount], [1, 2]);
  assert.deepEqual(
    data?.errors.map(({ row }) => row),
    [2, 4],
  );
});

test('wrong rows have the numbers of a spreadsheet, whatever empty rows and texts of several lines there are', async () => {
  const business = await newBusiness();
  const { id } = await openAccount(business);
  const rows = [
    'Banco',
    '',
    'date,text,amount',
    '',
    '2026-10-01,"dos\r\nlíneas",1',
    '',
    'mañana,x,1',
    '2026-10-01,z,dos',
  ];
  const file = { format: 'csv' as const, csv: { ...csv, skipRows: 2 }, content: rows.join('\r\n') };
  const { data } = await send(business, id, file);
  assert.deepEqual([data?.createdCount, data?.errors.map(({ row }) => row)], [1, [7, 8]]);
});

test('a file with too many rows, entries or levels is refused without delaying other requests', async () => {
  const business = await newBusiness();
  const { id } = await openAccount(business);
  const code = async (body: Statement) => (await send(business, id, body)).error?.code;
  const files: [Statement, string][] = [
    [{ format: 'csv', csv, content: `date,text,amount\n${'x,y,z\n'.repeat(800_000)}` }, 'statement_too_long'],
    [{ format: 'ofx', content: `<OFX>${'<STMTTRN>'.repeat(500_000)}` }, 'statement_too_long'],
    [{ format: 'mt940', content: `:25:1\n${':61:\n'.repeat(500_000)}` }, 'statement_too_long'],
    [{ format: 'camt.053', content: '<a>'.repeat(1_000_000) }, 'statement_unreadable'],
    [{ format: 'camt.053', content: `${'<a>'.repeat(500_000)}${'</a>'.repeat(500_000)}` }, 'statement_unreadable'],
  ];
  for (const [file, refused] of files) {
    let answered: string | undefined;
    const held = await shortestOfTurnsMs(async () => {
      answered = await code(file);
    });
    assert.equal(answered, refused);
    assert.ok(held < HELD_MAX_MS, `${file.format} held the event loop for ${held} ms`);
  }
});

test('a member without permission or of another organization imports nothing, nor does a dry run', async () => {
  const business = await newBusiness();
  const { id } = await openAccount(business);
  const file = csvOf('2026-10-01,x,1');
  const viewer = await newMember(business, 'viewer');
  assert.equal((await send({ ...business, api: viewer.api }, id, file)).response.status, 403);
  const other = await newBusiness();
  assert.equal((await send(other, id, file)).error?.code, 'not_found');
  assert.equal((await send(other, newId(), file)).error?.code, 'not_found');
  await business.api.POST('/v1/account/{accountId}/statement', {
    params: { path: { accountId: id } },
    body: file as never,
    headers: { 'dry-run': 'true' },
  });
  assert.deepEqual(await linesOf(business, id), []);
});
