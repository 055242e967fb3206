import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

const customers = [
  { name: 'Panadería Ñame', taxId: '101007151', kind: 'company', fiscalType: 'fiscal-credit', paymentTermsDays: 15 },
  { name: 'Cafetería El Malecón', taxId: '117789784', kind: 'company', creditLimit: '150000.00', paymentTermsDays: 30 },
  { name: 'Hotel Las Mercedes', taxId: '152695244', kind: 'company', priceTier: 'mayorista', paymentTermsDays: 30 },
  { name: 'Altagracia Guzmán', kind: 'person', contactData: [{ kind: 'phone', value: '809-555-0177' }] },
] as const;

const suppliers = [
  { name: 'Distribuidora del Cibao, SRL', taxId: '128710491', kind: 'company', isSupplier: true, isCustomer: false },
  { name: 'Molinos de Haina, SA', taxId: '176337662', kind: 'company', isSupplier: true, isCustomer: false },
  { name: 'Inmobiliaria Colonial, SRL', taxId: '113944592', kind: 'company', isSupplier: true, isCustomer: false },
] as const;

export const chapters: DemoChapter[] = [
  {
    daysAgo: 30,
    tell: async ({ api, keep }) => {
      for (const contact of [...customers, ...suppliers]) {
        const contactData = 'contactData' in contact ? [...contact.contactData] : [];
        const { id } = await unwrap(api.POST('/v1/beneficiary', { body: { ...contact, contactData } }));
        keep('contact', contact.name, id);
      }
    },
  },
];
