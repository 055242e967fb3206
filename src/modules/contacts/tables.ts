import { json, type Row, table } from '#platform/db/table.ts';

/** A supplier abroad, as form 609 declares payments to them. */
interface SupplierAbroad {
  /** ISO 3166, two letters. */
  country: string;
  service: string;
  related: boolean;
}
export const contacts = table('contacts', json<{ abroad: SupplierAbroad | null }>());
export type Contact = Row<typeof contacts>;
export const contactData = table('contactData');
export type Datum = Row<typeof contactData>;
export const taxChecks = table('taxChecks');
export type TaxCheck = Row<typeof taxChecks>;
export const paymentCustomers = table('paymentCustomers');
export type PaymentCustomer = Row<typeof paymentCustomers>;
export const paymentProfiles = table('paymentProfiles');
export type PaymentProfile = Row<typeof paymentProfiles>;
export const contactCharges = table('contactCharges');
export type ContactCharge = Row<typeof contactCharges>;
