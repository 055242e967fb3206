import { type ColmadoClient, type FormDefinition, unwrap } from '#client';
import type { DemoChapter, DemoLink } from '#platform/demo.ts';

const NAME = 'Pedidos especiales';

const definition: FormDefinition = {
  title: { es: '¿Qué le conseguimos?', en: 'What can we get for you?' },
  description: {
    es: 'Díganos qué busca y le avisamos cuando llegue al colmado.',
    en: 'Tell us what you are looking for. We let you know when it arrives.',
  },
  pages: [
    {
      fields: [
        { type: 'text', key: 'product', label: { es: 'Producto', en: 'Product' }, required: true, maxLength: 120 },
        { type: 'number', key: 'quantity', label: { es: 'Cantidad', en: 'Quantity' }, min: '1', max: '500' },
        {
          type: 'choice',
          key: 'how',
          label: { es: '¿Cómo lo quiere?', en: 'How would you like it?' },
          options: [
            { key: 'delivery', label: { es: 'A domicilio', en: 'Delivered' } },
            { key: 'pickup', label: { es: 'Paso a buscarlo', en: 'I pick it up' } },
          ],
          required: true,
        },
        {
          type: 'address',
          key: 'address',
          label: { es: 'Dirección', en: 'Address' },
          required: true,
          showIf: { tests: [{ field: 'how', is: 'equals', value: 'delivery' }] },
        },
        { type: 'date', key: 'day', label: { es: '¿Para cuándo?', en: 'For when?' }, earliest: 'today' },
      ],
    },
    {
      title: { es: 'Sus datos', en: 'About you' },
      fields: [
        { type: 'text', key: 'name', label: { es: 'Nombre', en: 'Name' }, required: true, maxLength: 120 },
        { type: 'phone', key: 'phone', label: { es: 'Teléfono', en: 'Telephone' }, required: true },
        { type: 'rating', key: 'service', label: { es: '¿Cómo le atendemos?', en: 'How are we doing?' } },
      ],
    },
  ],
  thanks: {
    title: { es: '¡Gracias!', en: 'Thank you!' },
    text: { es: 'Le llamamos en cuanto lo tengamos.', en: 'We call you as soon as we have it.' },
  },
};

const answers = [
  { product: 'Habichuelas negras', quantity: '12', how: 'pickup', name: 'Yolanda Reyes', phone: '809-555-0141' },
  {
    product: 'Aceite de coco',
    quantity: '3',
    how: 'delivery',
    name: 'Ramón Tejada',
    phone: '829-555-0162',
    address: { line1: 'C/ Arzobispo Nouel 212', city: 'Santo Domingo' },
    service: 5,
  },
  {
    product: 'Casabe de Moca',
    quantity: '20',
    how: 'pickup',
    name: 'Minerva Paulino',
    phone: '849-555-0107',
    service: 4,
  },
];

export const chapters: DemoChapter[] = [
  {
    daysAgo: 3,
    // A form whose submissions become contacts and tasks of a board.
    tell: async ({ api }) => {
      const columns = [{ name: 'Nuevos' }, { name: 'Pedidos al suplidor' }, { name: 'Avisados', done: true }];
      const board = await unwrap(api.POST('/v1/tasks/board', { body: { name: NAME, columns } }));
      const makes = {
        contact: { name: 'name', phone: 'phone', labels: ['formulario'] },
        task: { boardId: board.id, title: 'product', dueOn: 'day' },
      };
      const body = { name: NAME, definition: { ...definition, makes }, publish: true };
      const { publicId: formId } = await unwrap(api.POST('/v1/forms', { body }));
      for (const [index, given] of answers.entries()) {
        const sent = { submissionKey: `pedido-${index}`, answers: given };
        await unwrap(api.POST('/v1/forms/{formId}/submit', { params: { path: { formId } }, body: sent }));
      }
    },
  },
];

export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/forms', { params: { query: { search: NAME } } }));
  return data.map(({ url }) => ({ what: 'A form', url }));
}
