import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

const TAXED = 'ITBIS-18';
const EXEMPT = 'EXENTO';

interface Item {
  code: string;
  name: string;
  category: string;
  tax: string;
  price?: string;
  /** The price from a minimum quantity. */
  wholesale?: { price: string; from: string };
  kind?: 'service' | 'raw-material';
  tracksSerials?: true;
  tracksLots?: true;
}

const items: Item[] = [
  {
    code: 'ARZ',
    name: 'Arroz selecto, saco de 125 lb',
    category: 'Granos',
    tax: EXEMPT,
    price: '2450.00',
    wholesale: { price: '2350.00', from: '5' },
  },
  {
    code: 'HAB',
    name: 'Habichuelas rojas, saco de 100 lb',
    category: 'Granos',
    tax: EXEMPT,
    price: '5200.00',
    wholesale: { price: '5000.00', from: '3' },
  },
  { code: 'ACE', name: 'Aceite de soya, caja de 12', category: 'Despensa', tax: TAXED, price: '1980.00' },
  { code: 'AZU', name: 'Azúcar crema, saco de 100 lb', category: 'Despensa', tax: TAXED, price: '3150.00' },
  {
    code: 'CAF',
    name: 'Café molido, paquete de 1 lb',
    category: 'Despensa',
    tax: TAXED,
    price: '360.00',
    tracksLots: true,
  },
  { code: 'PAP', name: 'Papel de baño, fardo de 48', category: 'Hogar', tax: TAXED, price: '1190.00' },
  { code: 'DET', name: 'Detergente, saco de 30 lb', category: 'Hogar', tax: TAXED, price: '1520.00' },
  { code: 'RON', name: 'Ron añejo, botella de 700 ml', category: 'Bebidas', tax: TAXED, price: '795.00' },
  { code: 'INV', name: 'Inversor de 1.5 kW', category: 'Equipos', tax: TAXED, price: '28500.00', tracksSerials: true },
  { code: 'ENT', name: 'Entrega a domicilio', category: 'Servicios', tax: TAXED, price: '150.00', kind: 'service' },
  { code: 'HAR', name: 'Harina de trigo, saco de 100 lb', category: 'Panadería', tax: TAXED, kind: 'raw-material' },
  { code: 'PAN', name: 'Pan de agua', category: 'Panadería', tax: EXEMPT, price: '10.00' },
];

/** A combo: sold as one item, taken from the stock of its parts. */
const basket = { code: 'CAN', name: 'Canasta básica', price: '7990.00', parts: { ARZ: '1', HAB: '1', CAF: '2' } };

export const chapters: DemoChapter[] = [
  {
    daysAgo: 30,
    tell: async ({ api, keep, idOf }) => {
      for (const { tax, price, wholesale, ...item } of items) {
        const prices = [
          ...(price ? [{ amount: price }] : []),
          ...(wholesale ? [{ label: 'mayorista', amount: wholesale.price, minimumQuantity: wholesale.from }] : []),
        ];
        const stock = item.kind === 'service' ? {} : { minStockAlert: '5' };
        const body = { ...item, ...stock, prices, taxIds: [idOf('tax', tax)] };
        keep('resource', item.code, (await unwrap(api.POST('/v1/resource', { body }))).id);
      }
      const resourceIds = items.map(({ code }) => idOf('resource', code));
      await unwrap(api.POST('/v1/resource/barcode/generate', { body: { resourceIds } }));
      const { code, name, price } = basket;
      const parts = Object.entries(basket.parts).map(([part, quantity]) => ({
        resourceId: idOf('resource', part),
        quantity,
      }));
      const sold = { prices: [{ amount: price }], taxIds: [idOf('tax', EXEMPT)] };
      const combo = await unwrap(api.POST('/v1/resource', { body: { code, name, kind: 'combo', parts, ...sold } }));
      keep('resource', code, combo.id);
    },
  },
];
