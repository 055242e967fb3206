import type { z } from 'zod';
import { formatTaxId } from '#modules/organization/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { TableFormat, tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type TranslatedColumn, wallDate } from '#platform/export/table.ts';
import { asId, asList, asListOf, asNumber, asText, asWholeNumber, asWord, asYesNo } from '#platform/import/reading.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import type { DatumKind } from '../contact-data/normalise.ts';
import { describeContacts } from './beneficiary.ts';
import { contactList } from './list.sql.ts';

const BATCH = 500;

export const ExportQuery = contactList.cursorQuery
  .omit({ itemsPerPage: true, cursor: true })
  .extend({ format: TableFormat.default('csv') });

export type ExportedContact = Awaited<ReturnType<typeof describeExported>>[number];

/** All beneficiaries that match the filters, as a file that is sent while it is read. */
export const exportBeneficiaries = async (ctx: TenantSteps, { format, ...query }: z.output<typeof ExportQuery>) =>
  tableDownload(ctx, {
    format,
    fileName: 'contactos',
    columns,
    batches: batchesByCursor((cursor) =>
      ctx.transaction((tenant) =>
        contactList.next(tenant, { ...query, cursor, itemsPerPage: BATCH }, (rows) => describeExported(tenant, rows)),
      ),
    ),
  });

export async function describeExported(ctx: TenantContext, rows: Parameters<typeof describeContacts>[1]) {
  const described = await describeContacts(ctx, rows);
  return described.map((contact) => ({ ...contact, createdOn: wallDate(contact.createdAt, ctx.timeZone) }));
}

const { text, yesNo, number, date } = columnsOf<ExportedContact>();
const dataOf = (title: Record<Language, string>, kind: DatumKind, ...also: string[]) =>
  text(
    title,
    ({ contactData }) =>
      contactData
        .filter((datum) => datum.kind === kind)
        .map(({ value, label }) => (label ? `${value} (${label})` : value))
        .join('; '),
    asListOf((part) => {
      const [, value = part, label] = /^(.+) \(([^()]{1,60})\)$/.exec(part) ?? [];
      return { kind, value, ...(label && { label }) };
    }, 'a list')(kind, ...also),
  );

const kinds = { es: { company: 'Empresa', person: 'Persona' }, en: { company: 'Company', person: 'Person' } };
const fiscalTypes = bilingual({
  consumer: ['Consumo', 'Consumer'],
  'fiscal-credit': ['Crédito fiscal', 'Tax credit'],
  'special-regime': ['Régimen especial', 'Special regime'],
  government: ['Gubernamental', 'Government'],
  export: ['Exportación', 'Export'],
});
const taxStatuses = {
  es: { unchecked: '', active: 'Activo', inactive: 'Inactivo', unregistered: 'No registrado' },
  en: { unchecked: '', active: 'Active', inactive: 'Inactive', unregistered: 'Not registered' },
};

export const columns: TranslatedColumn<ExportedContact>[] = [
  text('Id', ({ id }) => id, asId('id')),
  text(
    { es: 'Nombre', en: 'Name' },
    ({ name }) => name,
    asText('name', 'Nombre completo', 'Contacto', 'Full name', 'Contact'),
  ),
  text({ es: 'Tipo', en: 'Type' }, ({ kind }, language) => kinds[language][kind], asWord(kinds)('kind', 'Kind')),
  yesNo({ es: 'Cliente', en: 'Customer' }, ({ isCustomer }) => isCustomer, asYesNo('isCustomer', 'Es cliente')),
  yesNo(
    { es: 'Suplidor', en: 'Supplier' },
    ({ isSupplier }) => isSupplier,
    asYesNo('isSupplier', 'Proveedor', 'Es suplidor', 'Es proveedor', 'Vendor'),
  ),
  text({ es: 'Razón social', en: 'Legal name' }, ({ legalName }) => legalName, asText('legalName', 'Company name')),
  text(
    { es: 'RNC o cédula', en: 'RNC or cédula' },
    ({ taxId, taxIdKind }) => taxId && formatTaxId(taxId, taxIdKind),
    asText('taxId', 'RNC', 'Cédula', 'RNC/Cédula', 'Identificación', 'Tax ID', 'Pasaporte', 'Passport'),
  ),
  text(
    { es: 'Estado en la DGII', en: 'Status at the DGII' },
    ({ taxStatus }, language) => taxStatuses[language][taxStatus],
  ),
  text(
    { es: 'Comprobante', en: 'Fiscal receipt' },
    ({ fiscalType }, language) => fiscalTypes[language][fiscalType],
    asWord(fiscalTypes)('fiscalType', 'Tipo de comprobante'),
  ),
  dataOf(
    { es: 'Teléfonos', en: 'Phones' },
    'phone',
    'Teléfono',
    'Celular',
    'Móvil',
    'WhatsApp',
    'Phone',
    'Telephone',
    'Mobile',
    'Cell',
  ),
  dataOf(
    { es: 'Correos', en: 'Emails' },
    'email',
    'Correo',
    'Correo electrónico',
    'Email',
    'E-mail',
    'E-mails',
    'Mail',
  ),
  dataOf({ es: 'Direcciones', en: 'Addresses' }, 'address', 'Dirección', 'Address'),
  dataOf({ es: 'Fechas', en: 'Dates' }, 'date'),
  dataOf({ es: 'Otros datos', en: 'Other data' }, 'other'),
  text(
    { es: 'Etiquetas', en: 'Labels' },
    ({ labels }) => labels.join('; '),
    asList('labels', 'Etiqueta', 'Label', 'Tags'),
  ),
  text(
    { es: 'Lista de precios', en: 'Price list' },
    ({ priceTier }) => priceTier,
    asText('priceTier', 'Nivel de precio', 'Price tier'),
  ),
  number({ es: 'Límite de crédito', en: 'Credit limit' }, ({ creditLimit }) => creditLimit, asNumber('creditLimit')),
  text({ es: 'Moneda', en: 'Currency' }, ({ currency }) => currency),
  number(
    { es: 'Días de crédito', en: 'Payment terms (days)' },
    ({ paymentTermsDays }) => paymentTermsDays?.toString(),
    asWholeNumber('paymentTermsDays', 'Plazo', 'Condición de pago', 'Payment terms'),
  ),
  yesNo(
    { es: 'Recordatorios de pago', en: 'Payment reminders' },
    ({ paymentReminders }) => paymentReminders,
    asYesNo('paymentReminders'),
  ),
  text({ es: 'País', en: 'Country' }, ({ abroad }) => abroad?.country),
  text({ es: 'Notas', en: 'Notes' }, ({ notes }) => notes, asText('notes', 'Nota', 'Comentarios', 'Comments')),
  yesNo({ es: 'Archivado', en: 'Archived' }, ({ archivedAt }) => archivedAt !== null, asYesNo('archived')),
  date({ es: 'Creado', en: 'Created' }, ({ createdOn }) => createdOn),
];
