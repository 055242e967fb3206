import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { TableFormat, tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, type Column, columnsOf, wallDate } from '#platform/export/table.ts';
import type { DatumKind } from '../contact-data/normalise.ts';
import { formatTaxId } from '../tax-id/tax-id.ts';
import { describeContacts } from './beneficiary.ts';
import { contactList } from './list.sql.ts';

const BATCH = 500;

export const ExportQuery = contactList.cursorQuery
  .omit({ itemsPerPage: true, cursor: true })
  .extend({ format: TableFormat.default('csv') });

type ExportedContact = Awaited<ReturnType<typeof describeExported>>[number];

/** All beneficiaries that match the filters, as a file that is sent while it is read. */
export const exportBeneficiaries = async (ctx: TenantSteps, { format, ...query }: z.output<typeof ExportQuery>) =>
  tableDownload({
    format,
    fileName: 'contactos',
    columns,
    batches: batchesByCursor((cursor) =>
      ctx.transaction((tenant) =>
        contactList.next(tenant, { ...query, cursor, itemsPerPage: BATCH }, (rows) => describeExported(tenant, rows)),
      ),
    ),
  });

async function describeExported(ctx: TenantContext, rows: Parameters<typeof describeContacts>[1]) {
  const described = await describeContacts(ctx, rows);
  return described.map((contact) => ({ ...contact, createdOn: wallDate(contact.createdAt, ctx.timeZone) }));
}

const { text, number, date } = columnsOf<ExportedContact>();
const yesNo = (title: string, value: (contact: ExportedContact) => boolean) =>
  text(title, (contact) => (value(contact) ? 'Sí' : 'No'));
const dataOf = (title: string, kind: DatumKind) =>
  text(title, ({ contactData }) =>
    contactData
      .filter((datum) => datum.kind === kind)
      .map(({ value, label }) => (label ? `${value} (${label})` : value))
      .join('; '),
  );

const fiscalTypes = {
  consumer: 'Consumo',
  'fiscal-credit': 'Crédito fiscal',
  'special-regime': 'Régimen especial',
  government: 'Gubernamental',
  export: 'Exportación',
};
const taxStatuses = { unchecked: '', active: 'Activo', inactive: 'Inactivo', unregistered: 'No registrado' };

const columns: Column<ExportedContact>[] = [
  text('Id', ({ id }) => id),
  text('Nombre', ({ name }) => name),
  text('Tipo', ({ kind }) => (kind === 'company' ? 'Empresa' : 'Persona')),
  yesNo('Cliente', ({ isCustomer }) => isCustomer),
  yesNo('Suplidor', ({ isSupplier }) => isSupplier),
  text('Razón social', ({ legalName }) => legalName),
  text('RNC o cédula', ({ taxId, taxIdKind }) => taxId && formatTaxId(taxId, taxIdKind!)),
  text('Estado en la DGII', ({ taxStatus }) => taxStatuses[taxStatus]),
  text('Comprobante', ({ fiscalType }) => fiscalTypes[fiscalType]),
  dataOf('Teléfonos', 'phone'),
  dataOf('Correos', 'email'),
  dataOf('Direcciones', 'address'),
  dataOf('Fechas', 'date'),
  dataOf('Otros datos', 'other'),
  text('Etiquetas', ({ labels }) => labels.join('; ')),
  text('Lista de precios', ({ priceTier }) => priceTier),
  number('Límite de crédito', ({ creditLimit }) => creditLimit),
  text('Moneda', ({ currency }) => currency),
  number('Días de crédito', ({ paymentTermsDays }) => paymentTermsDays?.toString()),
  yesNo('Recordatorios de pago', ({ paymentReminders }) => paymentReminders),
  text('País', ({ abroad }) => abroad?.country),
  text('Notas', ({ notes }) => notes),
  yesNo('Archivado', ({ archivedAt }) => archivedAt !== null),
  date('Creado', ({ createdOn }) => createdOn),
];
