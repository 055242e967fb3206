/** An order as the hosted store sends it: one product with 18 % tax. */
export const shopOrder = (id: number, sku: string, price: string, changes: object = {}) => {
  const tax = (Math.round(Number(price) * 18) / 100).toFixed(2);
  const total = (Number(price) + Number(tax)).toFixed(2);
  return {
    id,
    name: `#${id}`,
    updated_at: '2026-11-16T12:00:00-04:00',
    cancelled_at: null,
    currency: 'DOP',
    total_price: total,
    taxes_included: false,
    email: 'rosa@example.com',
    customer: { id: 77, email: 'rosa@example.com', first_name: 'Rosa', last_name: 'Peña', phone: '809-555-0142' },
    line_items: [
      {
        variant_id: 501,
        product_id: 50,
        sku,
        title: 'Café molido 1 lb',
        quantity: 1,
        price,
        discount_allocations: [],
        tax_lines: [{ title: 'ITBIS', rate: 0.18, price: tax }],
      },
    ],
    shipping_lines: [],
    ...changes,
  };
};

const moneyOf = (amount: string) => ({ shopMoney: { amount: String(Number(amount)) } });

/** The same as the hosted store answers it when it is asked. */
export const askedOrder = (order: ReturnType<typeof shopOrder>) => ({
  legacyResourceId: String(order.id),
  name: order.name,
  updatedAt: order.updated_at,
  cancelledAt: order.cancelled_at,
  currencyCode: order.currency,
  taxesIncluded: order.taxes_included,
  email: order.email,
  phone: null,
  totalPriceSet: moneyOf(order.total_price),
  customer: {
    legacyResourceId: String(order.customer.id),
    firstName: order.customer.first_name,
    lastName: order.customer.last_name,
    defaultEmailAddress: { emailAddress: order.customer.email },
    defaultPhoneNumber: { phoneNumber: order.customer.phone },
  },
  lines: {
    pageInfo: { hasNextPage: false },
    nodes: order.line_items.map((line) => ({
      variant: { legacyResourceId: String(line.variant_id) },
      product: { legacyResourceId: String(line.product_id) },
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      originalUnitPriceSet: moneyOf(line.price),
      discountAllocations: [],
      taxLines: line.tax_lines.map(({ price }) => ({ priceSet: moneyOf(price) })),
    })),
  },
  shippingLines: { nodes: [] },
});

/** The same as the store on its own site sends it. */
export const siteOrder = (id: number, sku: string, price: string, changes: object = {}) => {
  const tax = (Math.round(Number(price) * 18) / 100).toFixed(2);
  return {
    id,
    number: String(id),
    status: 'processing',
    currency: 'DOP',
    date_modified_gmt: '2026-11-16T16:00:00',
    total: (Number(price) + Number(tax)).toFixed(2),
    customer_id: 12,
    billing: { first_name: 'Luis', last_name: 'Mota', company: '', email: 'luis@example.com', phone: '8095550143' },
    line_items: [
      {
        name: 'Café molido 1 lb',
        product_id: 60,
        variation_id: 0,
        quantity: 1,
        sku,
        total: price,
        total_tax: tax,
      },
    ],
    shipping_lines: [],
    fee_lines: [],
    ...changes,
  };
};
