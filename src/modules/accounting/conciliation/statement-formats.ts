import { parse } from 'csv-parse/sync';
import { readXml } from '#platform/compute/read-xml.ts';
import { CalendarDate } from '#platform/date.ts';
import { absolute, fits } from '#platform/decimal.ts';
import { exponentOf, toMinor } from '#platform/money.ts';
import { shortened } from '#platform/text.ts';
import {
  type Column,
  type CsvMapping,
  type DateFormat,
  type GivenFile,
  type ParsedLine,
  type ParsedStatement,
  STATEMENT_LINES_MAX,
  StatementTooLong,
  StatementUnreadable,
} from './statement-file.ts';

const DESCRIPTION_LENGTH_MAX = 1000;
const REFERENCE_LENGTH_MAX = 200;
const ERRORS_KEPT_MAX = 100;
/** The last four digits are how people name an account. */
const ACCOUNT_DIGITS_MIN = 4;

/** An entry of ISO 20022 has about forty elements. */
const XML_BOUNDS = { elementsMax: STATEMENT_LINES_MAX * 50, depthMax: 40 };

class WrongRow extends Error {}

export function parseCsv(text: string, mapping: CsvMapping, currency: string): ParsedStatement {
  const { header, skipRows, delimiter, columns } = mapping;
  const rows = readCsv(text, delimiter, skipRows);
  const titles = header ? (rows.shift()?.record ?? []).map((title) => title.trim().toLowerCase()) : [];
  const place = (column: Column | undefined): number => {
    if (column === undefined) return -1;
    const found = typeof column === 'number' ? column - 1 : titles.indexOf(column.trim().toLowerCase());
    if (found < 0) throw StatementUnreadable(`There is no column ${column}.`);
    return found;
  };
  const at = { date: place(columns.date), text: place(columns.description), reference: place(columns.reference) };
  const money = { amount: place(columns.amount), debit: place(columns.debit), credit: place(columns.credit) };
  const id = place(columns.id);
  // As a spreadsheet numbers them: empty rows count, and a text of several lines is in one row.
  const rowOf = ({ info }: CsvRow): number => skipRows + info.records + info.empty_lines;
  const read = ({ record: row }: CsvRow): ParsedLine => {
    const amountIn = (index: number): bigint => minorOf(row[index] ?? '', mapping.decimalSeparator, currency);
    const size = (index: number): bigint => {
      const amount = index < 0 ? 0n : amountIn(index);
      return absolute(amount);
    };
    return lineOf({
      date: dateOf(row[at.date] ?? '', mapping.dateFormat),
      amount: money.amount >= 0 ? amountIn(money.amount) : size(money.credit) - size(money.debit),
      description: row[at.text] ?? '',
      reference: row[at.reference] ?? '',
      bankId: row[id] ?? '',
    });
  };
  return collect(rows, read, rowOf);
}

interface CsvRow {
  record: string[];
  info: { records: number; empty_lines: number };
}

function readCsv(text: string, delimiter: string, skipRows: number): CsvRow[] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      from_line: skipRows + 1,
      // One more than is allowed, and a row of titles.
      to: STATEMENT_LINES_MAX + 2,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
    }) as unknown as CsvRow[];
  } catch (error) {
    throw StatementUnreadable(`The CSV cannot be read: ${(error as Error).message}`);
  }
}

/** The account of a file; without a number only files of one account can be read. */
type OfAccount = Pick<GivenFile, 'currency' | 'accountNumber'>;

const plainNumber = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '');

/** The statements of the account, if a file has several accounts. Banks shorten its number, or write an IBAN that ends with it. */
function ownStatements<T>(statements: T[], numberOf: (statement: T) => string, accountNumber: string | null): T[] {
  const numbers = new Set(statements.map((statement) => plainNumber(numberOf(statement))));
  if (numbers.size < 2) return statements;
  const wanted = plainNumber(accountNumber ?? '');
  const isAlike = (a: string, b: string) => b.length >= ACCOUNT_DIGITS_MIN && a.endsWith(b);
  const alike = numbers.has(wanted)
    ? [wanted]
    : [...numbers].filter((number) => isAlike(number, wanted) || isAlike(wanted, number));
  if (alike.length === 1) return statements.filter((statement) => plainNumber(numberOf(statement)) === alike[0]);
  const named = shortened([...numbers].join(', '), 200);
  throw StatementUnreadable(`The file has several accounts (${named}): set the \`accountNumber\` of this one.`);
}

/** OFX 1 has no closing tags and OFX 2 is XML: the tags of a movement are the same, so both are read alike. */
export function parseOfx(whole: string, { currency, accountNumber }: OfAccount): ParsedStatement {
  if (!/<OFX>/i.test(whole)) throw StatementUnreadable('There is no <OFX> in it.');
  const statements = whole.split(/<(?:CC)?STMTRS>/i);
  if (statements.length > 1) statements.shift();
  const numberOf = (statement: string): string => /<ACCTID>([^<\r\n]*)/i.exec(statement)?.[1] ?? '';
  const text = ownStatements(statements, numberOf, accountNumber).join('');
  const movements = text.split(/<STMTTRN>/i, STATEMENT_LINES_MAX + 2).slice(1);
  const statement = collect(movements, (movement) => {
    const fields = new Map<string, string>();
    for (const [, tag, value] of movement.split(/<\/STMTTRN>|<\/BANKTRANLIST>/i, 1)[0]!.matchAll(/<(\w+)>([^<\r\n]*)/g))
      fields.set(tag!.toUpperCase(), unescaped(value!.trim()));
    const raw = fields.get('TRNAMT') ?? '';
    return lineOf({
      // A time may follow. The day is that of the bank, so it is not converted.
      date: dateOf((fields.get('DTPOSTED') ?? '').slice(0, 8), 'yyyyMMdd'),
      amount: minorOf(raw, raw.includes(',') && !raw.includes('.') ? ',' : '.', currency),
      description: joined([fields.get('NAME'), fields.get('MEMO')]),
      reference: fields.get('CHECKNUM') || fields.get('REFNUM') || '',
      bankId: fields.get('FITID') ?? '',
    });
  });
  return {
    ...statement,
    currencies: [...text.matchAll(/<CURDEF>\s*([A-Za-z]{3})/gi)].map((found) => found[1]!.toUpperCase()),
  };
}

type Node = Record<string, unknown>;

/** The camt.053 of ISO 20022, of any version: only what is booked counts. */
export function parseCamt(text: string, { currency, accountNumber }: OfAccount): ParsedStatement {
  const root = readXml(text, XML_BOUNDS, { attributes: true, unreadable: StatementUnreadable });
  const statements = childrenOf(childOf(root, 'Document', 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) throw StatementUnreadable('There is no BkToCstmrStmt/Stmt in it.');
  const numberOf = (statement: Node): string =>
    textOf(statement, 'Acct', 'Id', 'IBAN') || textOf(statement, 'Acct', 'Id', 'Othr', 'Id');
  const entries = ownStatements(statements, numberOf, accountNumber).flatMap((statement) =>
    childrenOf(statement, 'Ntry'),
  );
  const booked = entries.filter((entry) => (textOf(entry, 'Sts', 'Cd') || textOf(entry, 'Sts') || 'BOOK') === 'BOOK');
  const statement = collect(booked, (entry) => {
    const size = minorOf(textOf(entry, 'Amt'), '.', currency);
    const direction = textOf(entry, 'CdtDbtInd');
    if (direction !== 'CRDT' && direction !== 'DBIT') throw new WrongRow('The entry is neither a credit nor a debit.');
    const details = childrenOf(entry, 'NtryDtls').flatMap((group) => childrenOf(group, 'TxDtls'));
    const other = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
    return lineOf({
      date: dateOf(dayOf(entry, 'BookgDt') || dayOf(entry, 'ValDt'), 'yyyy-MM-dd'),
      amount: direction === 'CRDT' ? size : -size,
      description: joined([
        textOf(entry, 'AddtlNtryInf'),
        ...details.flatMap((detail) => [
          textOf(detail, 'RltdPties', other, 'Nm') || textOf(detail, 'RltdPties', other, 'Pty', 'Nm'),
          ...childrenOf(childOf(detail, 'RmtInf'), 'Ustrd').map((note) => textOf(note)),
        ]),
      ]),
      reference:
        details.map((detail) => textOf(detail, 'Refs', 'EndToEndId')).find((id) => id && id !== 'NOTPROVIDED') ?? '',
      bankId: textOf(entry, 'AcctSvcrRef') || textOf(entry, 'NtryRef'),
    });
  });
  const said = entries.map((entry) => childOf(entry, 'Amt')['@Ccy']);
  return { ...statement, currencies: [...new Set(said.flatMap((code) => (typeof code === 'string' ? code : [])))] };
}

const asNode = (value: unknown): Node =>
  typeof value === 'object' && value !== null ? (value as Node) : { '#text': value };

const childrenOf = (node: Node, name: string): Node[] => {
  const found = node[name];
  return found === undefined ? [] : (Array.isArray(found) ? found : [found]).map(asNode);
};
const childOf = (node: Node, ...path: string[]): Node =>
  path.reduce<Node>((place, name) => childrenOf(place, name)[0] ?? {}, node);
const textOf = (node: Node, ...path: string[]): string => String(childOf(node, ...path)['#text'] ?? '');
const dayOf = (entry: Node, name: string): string =>
  textOf(entry, name, 'Dt') || textOf(entry, name, 'DtTm').slice(0, 10);

interface Mt940 {
  number: string;
  currency: string | undefined;
  /** Each entry (field 61) with its description (field 86). */
  entries: { entry: string; details: string }[];
}

/** Value date, booking day, direction, third letter of the currency, amount, kind, references, and further details. */
const MT940_ENTRY = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d[\d,]{0,14})([NSF]\w{3})([^\n]*)([\s\S]*)$/;

/** The MT940 of SWIFT, with or without its envelope. */
export function parseMt940(text: string, { currency, accountNumber }: OfAccount): ParsedStatement {
  const statements = mt940Statements(text);
  if (statements.length === 0) throw StatementUnreadable('There is no field :25: in it.');
  const own = ownStatements(statements, ({ number }) => number, accountNumber);
  const statement = collect(
    own.flatMap(({ entries }) => entries),
    ({ entry, details }) => {
      const found = MT940_ENTRY.exec(entry);
      if (!found) throw new WrongRow(`“${shortened(entry, 40)}” is not an entry (field 61).`);
      const [, valued, booked, direction, amount, , references, more] = found;
      const [customers, bank] = references!.split('//', 2);
      const size = minorOf(amount!.replace(/,$/, ''), ',', currency);
      return lineOf({
        date: bookingDay(valued!, booked),
        // A reversed debit comes back.
        amount: direction === 'C' || direction === 'RD' ? size : -size,
        description: joined([more!.trim(), details]),
        reference: customers === 'NONREF' ? '' : customers!,
        bankId: bank ?? '',
      });
    },
  );
  return { ...statement, currencies: [...new Set(own.flatMap((each) => each.currency ?? []))] };
}

/** A field begins with its tag at the start of a line; a statement with the number of its account. */
function mt940Statements(text: string): Mt940[] {
  const statements: Mt940[] = [];
  const [, ...fields] = text.replaceAll('\r', '').split(/(?:^|\n|\{4:):(\d\d[A-Z]?):/);
  for (let place = 0; place < fields.length; place += 2) {
    const [tag, value] = [fields[place]!, fields[place + 1]!.replace(/\n-(\}[\s\S]*)?$/, '').trim()];
    const current = statements.at(-1);
    if (tag === '25' || tag === '25P')
      statements.push({ number: value.split('\n')[0]!, currency: undefined, entries: [] });
    else if (tag.startsWith('60') && current) current.currency = /^[CD]\d{6}([A-Z]{3})/.exec(value)?.[1];
    else if (tag === '61') current?.entries.push({ entry: value, details: '' });
    else if (tag === '86' && current?.entries.length)
      // Some banks number its parts: `166?00Transferencia?20Factura 9`.
      current.entries.at(-1)!.details = value.replace(/^\d{3}(?=\?\d\d)/, '').replace(/\n?\?\d\d|\n/g, ' ');
  }
  return statements;
}

/** The booking day has no year: that of the value date, or the one next to it around New Year. */
function bookingDay(valued: string, booked: string | undefined): string {
  const date = dateOf(`20${valued}`, 'yyyyMMdd');
  if (!booked) return date;
  const year = Number(date.slice(0, 4));
  const months = Number(booked.slice(0, 2)) - Number(date.slice(5, 7));
  return dateOf(`${year + (months > 6 ? -1 : months < -6 ? 1 : 0)}${booked}`, 'yyyyMMdd');
}

/** Reads every row and lists those that it could not read. A row with an amount of zero is a remark, not a movement. */
function collect<T>(
  rows: T[],
  read: (row: T) => ParsedLine,
  rowOf: (row: T, index: number) => number = (_, index) => index + 1,
): ParsedStatement {
  if (rows.length > STATEMENT_LINES_MAX) throw StatementTooLong();
  const statement: ParsedStatement = { lines: [], errors: [], errorCount: 0, currencies: [] };
  rows.forEach((row, index) => {
    try {
      const line = read(row);
      if (line.amount !== 0n) statement.lines.push(line);
    } catch (error) {
      if (!(error instanceof WrongRow)) throw error;
      statement.errorCount++;
      if (statement.errors.length < ERRORS_KEPT_MAX)
        statement.errors.push({ row: rowOf(row, index), message: error.message });
    }
  });
  return statement;
}

const lineOf = (given: {
  date: string;
  amount: bigint;
  description: string;
  reference: string;
  bankId: string;
}): ParsedLine => ({
  date: given.date,
  amount: given.amount,
  description: shortened(tidy(given.description), DESCRIPTION_LENGTH_MAX),
  reference: shortened(tidy(given.reference), REFERENCE_LENGTH_MAX) || null,
  bankId: tidy(given.bankId) || null,
});

/** U+0000 cannot be stored, and the number of spaces between two words has no meaning. */
const tidy = (text: string): string => text.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim();

const joined = (parts: (string | undefined)[]): string => [...new Set(parts.filter(Boolean))].join(' · ');

/** Thousands are grouped by three: `12,50` of a bank with decimal commas is not 1,250. */
const AMOUNTS = {
  '.': /^[-+]?(?=[\d.])(\d{1,3}(,\d{3})+|\d{0,13})(\.\d+)?$/,
  ',': /^[-+]?(?=[\d,])(\d{1,3}(\.\d{3})+|\d{0,13})(,\d+)?$/,
};

/** `(1.250,00)`, `RD$ 1,250.00-` and `-.50` are amounts as well. */
function minorOf(raw: string, decimalSeparator: '.' | ',', currency: string): bigint {
  const negative = /^\(.*\)$|-$/.test(raw.trim());
  const bare = raw.replaceAll('−', '-').replace(/[()\s'’$€]|RD|[A-Z]{3}|-$/g, '');
  if (bare === '') return 0n;
  const plain = bare.replaceAll(decimalSeparator === '.' ? ',' : '.', '').replace(decimalSeparator, '.');
  const size = plain.replace(/^[-+]/, '').replace(/^\./, '0.');
  if (!AMOUNTS[decimalSeparator].test(bare) || size.split('.')[0]!.length > 13)
    throw new WrongRow(`“${shortened(raw, 40)}” is not an amount.`);
  if (!fits(size, exponentOf(currency)))
    throw new WrongRow(`“${shortened(raw, 40)}” has too many decimals for ${currency}.`);
  const minor = toMinor(size, currency);
  return negative !== plain.startsWith('-') ? -minor : minor;
}

function dateOf(raw: string, format: DateFormat): string {
  const digits = raw.trim().match(/\d+/g) ?? [];
  const [first = '', second = '', third = ''] =
    format === 'yyyyMMdd' ? (/^(\d{4})(\d{2})(\d{2})$/.exec(raw.trim())?.slice(1) ?? []) : digits;
  const [year, month, day] = {
    'yyyy-MM-dd': [first, second, third],
    yyyyMMdd: [first, second, third],
    'dd/MM/yyyy': [third, second, first],
    'MM/dd/yyyy': [third, first, second],
  }[format] as [string, string, string];
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!CalendarDate.safeParse(text).success)
    throw new WrongRow(`“${shortened(raw, 40)}” is not a date of the form ${format}.`);
  return text;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const unescaped = (text: string): string =>
  text.replace(/&(?:(\w+)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (whole, name?: string, decimal?: string, hex?: string) =>
    name ? (entities[name.toLowerCase()] ?? whole) : String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
  );
