import type pg from 'pg';
import { memoryMb, peakDuring } from './memory.ts';
import { withService } from './service.ts';
import type { Measurement } from './table.ts';

const INVOICES = 100_000;
const MEMORY_MB_MAX = 300;

/** Inserts a month of invoices directly, each with one taxed line, paid on its day. */
async function fillInvoices(owner: pg.Client, organizationId: string): Promise<void> {
  await owner.query('SET session_replication_role = replica; SET synchronous_commit = off');
  const insert = (text: string) => owner.query(text, [organizationId, INVOICES]);
  const id = (what: string) => `md5($1::text || '${what}' || n)::uuid`;
  await insert(
    `INSERT INTO pending_records
       (organization_id, id, kind, direction, status, number, date, due_on, fiscal_type, fiscal_number, numerals_id,
        contact_tax_id, currency, subtotal, discount, net, tax, total, paid, base_net, base_tax, base_total, base_paid,
        issued_at, paid_at, created_at, updated_at)
     SELECT $1::uuid, ${id('d')}, 'invoice', 'sale', 'issued', n, date '2026-10-01' + (n % 31)::int, '2026-12-31', 'E31',
            'E31' || lpad(n::text, 10, '0'), gen_random_uuid(), '101850043', 'DOP', 100000, 0, 100000, 18000, 118000, 118000,
            100000, 18000, 118000, 118000, now(), now(), now(), now()
     FROM generate_series(1, $2::int) AS n`,
  );
  await insert(
    `INSERT INTO pending_elements
       (organization_id, id, pending_record_id, position, description, quantity, unit_price, amount, discount, net, tax,
        withheld, total)
     SELECT $1::uuid, ${id('e')}, ${id('d')}, 0, 'Arroz', 1, 1000, 100000, 0, 100000, 18000, 0, 118000
     FROM generate_series(1, $2::int) AS n`,
  );
  await insert(
    `INSERT INTO pending_element_taxes
       (organization_id, element_id, tax_id, position, code, name, kind, rate, applies_to, base, amount)
     SELECT $1::uuid, ${id('e')}, t.id, 0, t.code, t.name, t.kind, 18, 'net', 100000, 18000
     FROM generate_series(1, $2::int) AS n, taxes t WHERE t.organization_id = $1 AND t.code = 'ITBIS-18'`,
  );
  await insert(
    `INSERT INTO pending_payments
       (organization_id, id, pending_record_id, source, amount, base_amount, date, account_id, created_at)
     SELECT $1::uuid, ${id('p')}, ${id('d')}, 'account', 118000, 118000, date '2026-10-01' + (n % 31)::int, a.id, now()
     FROM generate_series(1, $2::int) AS n, accounts a WHERE a.organization_id = $1`,
  );
  await owner.query('RESET session_replication_role; RESET synchronous_commit');
  await owner.query('VACUUM (ANALYZE) pending_records, pending_elements, pending_element_taxes, pending_payments');
}

/** Counts the lines of a file without keeping them. */
async function linesIn(response: Response): Promise<number> {
  let lines = 0;
  for await (const chunk of response.body!) for (const byte of chunk) if (byte === 10) lines++;
  return lines;
}

/** The 607 file of a month with 100,000 invoices: memory of the service and time. */
export const filing607 = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const organizationId = await service.newOrganization('Supermercado Nacional');
    await service.in(organizationId).PATCH('/v1/organization', { body: { taxId: '131246796' } });
    await fillInvoices(service.owner, organizationId);
    const url = `${service.process.baseUrl}/v1/taxes/607/file?period=2026-10`;
    const headers = { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId };
    const beforeMb = await memoryMb(service);
    const startedAt = performance.now();
    const { result: lines, peakMb } = await peakDuring(service, async () => linesIn(await fetch(url, { headers })));
    const seconds = (performance.now() - startedAt) / 1000;
    if (lines !== INVOICES + 1) throw new Error(`The file has ${lines} lines instead of ${INVOICES + 1}.`);
    const [addedMb, wholeMb] = [Math.round(peakMb - beforeMb), Math.round(peakMb)];
    return [
      {
        what: '607 of 100,000 invoices: memory of the whole service meanwhile',
        target: `at most ${MEMORY_MB_MAX} MB`,
        measured: `${wholeMb} MB`,
        met: wholeMb <= MEMORY_MB_MAX,
      },
      { what: '607 of 100,000 invoices: memory that sending it adds', target: '', measured: `${addedMb} MB` },
      {
        what: '607 of 100,000 invoices: from the request to the last line',
        target: '',
        measured: `${seconds.toFixed(1)} s`,
      },
    ];
  });
