import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';
import { HELD_MAX_MS, shortestOfTurnsMs } from '#test/event-loop.ts';
import { writeCsv } from './csv.ts';
import { batchesByCursor, type Column, wallTime } from './table.ts';
import { writeXlsx } from './xlsx.ts';

interface Sale {
  what: string | null;
  day: string;
  amount: string;
}

const columns: Column<Sale>[] = [
  { title: 'Qué', kind: 'text', value: ({ what }) => what },
  { title: 'Día', kind: 'date', value: ({ day }) => day },
  { title: 'Monto', kind: 'number', value: ({ amount }) => amount },
];

const sales: Sale[] = [
  { what: 'Arroz, "selecto" <5 lb> & más\r\nsegunda línea ñ 🌽', day: '2026-11-15', amount: '1250.00' },
  { what: '=HYPERLINK("http://evil")', day: '1900-03-01', amount: '-0.50' },
  { what: null, day: '2024-02-29', amount: '90071992547409.93' },
];

async function* inBatches(rows: Sale[], size: number) {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

const bytesOf = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await Array.fromAsync(chunks));

test('a CSV reads back as it was written, and a formula of a stranger is text', async () => {
  const bytes = await bytesOf(writeCsv(columns, inBatches(sales, 2)));
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.deepEqual(parse(bytes, { bom: true }), [
    ['Qué', 'Día', 'Monto'],
    [sales[0]!.what, '2026-11-15', '1250.00'],
    [`'${sales[1]!.what}`, '1900-03-01', '-0.50'],
    ['', '2024-02-29', '90071992547409.93'],
  ]);
});

test('no text of a stranger becomes a formula, however its signs and separators are written', async () => {
  const column = { title: '=Qué', kind: 'text' as const, value: (text: string) => text };
  const read = { bom: true, record_delimiter: ['\r\n', '\n', '\r'] };
  const written = async (text: string) => {
    const bytes = await bytesOf(writeCsv([column], inBatches([text] as never, 1) as never));
    const [titles, cells] = parse(bytes, read) as string[][];
    assert.deepEqual(titles, ["'=Qué"]);
    return cells![0];
  };
  for (const text of ['=1+1', '\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20SUM(A1)', ' =1', '\u00A0=1', '\u200B=1'])
    assert.equal(await written(text), `'${text}`, JSON.stringify(text));
  assert.equal(await written('a;=cmd'), "a;'=cmd");
  assert.equal(await written('a; \uFF1Dcmd'), "a; '\uFF1Dcmd");
  assert.equal(await written('a\t=cmd|x\n@y'), "a\t'=cmd|x\n'@y");
  assert.equal(await written('a";"=cmd'), 'a";"\'=cmd');
  for (const text of [
    'Calle 1\nPiedra Blanca',
    'Calle 1\rPiedra Blanca',
    'Arroz, 2-3 lb',
    'a=b',
    'ana@example.com',
    'x - y',
  ])
    assert.equal(await written(text), text);
});

type Cell = { '@_r': string; '@_t'?: string; '@_s'?: string; v?: string; is?: { t: { '#text': string } } };

function readSheet(bytes: Buffer, sheet = 1): Cell[][] {
  const xml = strFromU8(unzipSync(bytes)[`xl/worksheets/sheet${sheet}.xml`]!);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => name === 'row' || name === 'c',
    htmlEntities: true,
  });
  const { worksheet } = parser.parse(xml) as { worksheet: { sheetData: { row: { c: Cell[] }[] } } };
  return worksheet.sheetData.row.map(({ c }) => c);
}

const textOf = (cell: Cell | undefined) => cell?.is?.t['#text'];

test('a workbook holds texts as text, numbers as numbers and dates as dates', async () => {
  const bytes = await bytesOf(writeXlsx(columns, inBatches(sales, 2)));
  const [heading, first, second, third] = readSheet(bytes);
  assert.deepEqual(heading!.map(textOf), ['Qué', 'Día', 'Monto']);
  assert.equal(textOf(first![0]), sales[0]!.what);
  assert.deepEqual(
    [first![1]!.v, first![1]!['@_s'], first![2]!.v, first![2]!['@_t']],
    ['46341', '1', '1250.00', undefined],
  );
  assert.equal(textOf(second![0]), sales[1]!.what);
  assert.deepEqual([second![1]!.v, second![2]!.v], ['61', '-0.50']);
  assert.deepEqual(
    third!.map((cell) => cell['@_r']),
    ['B4', 'C4'],
  );
});

test('a time is the wall time of its zone, and a number of days with a fraction in a workbook', async () => {
  const column: Column<Sale> = {
    title: 'Hora',
    kind: 'time',
    value: ({ day }) => wallTime(day, 'America/Santo_Domingo'),
  };
  const evening = [{ ...sales[0]!, day: '2026-11-16T01:30:00.123Z' }];
  assert.deepEqual(parse(await bytesOf(writeCsv([column], inBatches(evening, 1))), { bom: true })[1], [
    '2026-11-15 21:30:00',
  ]);
  const [, [cell] = []] = readSheet(await bytesOf(writeXlsx([column], inBatches(evening, 1))));
  assert.deepEqual([Number(cell!.v), cell!['@_s']], [46341 + 21.5 / 24, '3']);
});

test('a workbook names every part that it has, and nothing else', async () => {
  const files = unzipSync(await bytesOf(writeXlsx(columns, inBatches(sales, 2), 2)));
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'Override' });
  const types = parser.parse(strFromU8(files['[Content_Types].xml']!)) as {
    Types: { Override: { '@_PartName': string }[] };
  };
  const named = types.Types.Override.map((part) => part['@_PartName'].slice(1));
  const present = Object.keys(files).filter((name) => !name.endsWith('.rels') && name !== '[Content_Types].xml');
  assert.deepEqual(named.toSorted(), present.toSorted());
});

test('the same rows make the same file', async () => {
  const [one, other] = [
    await bytesOf(writeXlsx(columns, inBatches(sales, 2))),
    await bytesOf(writeXlsx(columns, inBatches(sales, 2))),
  ];
  assert.ok(one.equals(other));
});

test('a table longer than a sheet goes on in the next one, under the same heading', async () => {
  const bytes = await bytesOf(writeXlsx(columns, inBatches(sales, 2), 3));
  assert.deepEqual(
    readSheet(bytes, 1).map((row) => row[2]!.v),
    [undefined, '1250.00', '-0.50'],
  );
  assert.deepEqual(
    readSheet(bytes, 2).map((row) => row.at(-1)!.v),
    [undefined, '90071992547409.93'],
  );
});

test('an empty table is a heading alone', async () => {
  assert.equal(readSheet(await bytesOf(writeXlsx(columns, inBatches([], 1)))).length, 1);
  assert.deepEqual(parse(await bytesOf(writeCsv(columns, inBatches([], 1))), { bom: true }), [['Qué', 'Día', 'Monto']]);
});

test('a batch of long texts does not hold the event loop, and reads back whole', async () => {
  const text = `${'Arroz & habichuelas; =1+1\t'.repeat(80)}\u{1F33D}`;
  const long: Sale[] = Array.from({ length: 1_000 }, (_, row) => ({ what: text, day: '2026-11-15', amount: `${row}` }));
  const wide = Array.from({ length: 8 }, () => columns).flat();
  const files: Buffer[] = [];
  for (const write of [writeXlsx, writeCsv]) {
    let file: Buffer | undefined;
    const held = await shortestOfTurnsMs(async () => {
      file = await bytesOf(write(wide, inBatches(long, 1_000)));
    });
    files.push(file!);
    assert.ok(held < HELD_MAX_MS, `${write.name} held the event loop for ${held} ms`);
  }
  const rows = readSheet(files[0]!);
  assert.equal(rows.length, 1_001);
  assert.deepEqual([textOf(rows[1_000]![0]), rows[1_000]!.at(-1)!.v], [text, '999']);
  assert.equal((parse(files[1]!, { bom: true }) as string[][]).length, 1_001);
});

test('a list is read by cursor to its last page', async () => {
  const pages = new Map([
    [undefined, { data: [1, 2], nextCursor: 'b' }],
    ['b', { data: [3], nextCursor: null }],
  ]);
  assert.deepEqual(await Array.fromAsync(batchesByCursor(async (cursor) => pages.get(cursor)!)), [[1, 2], [3]]);
});
