import { type ColmadoClient, unwrap } from '#client';
import type { DemoChapter, DemoLink } from '#platform/demo.ts';

const agreement = `## 1. Objeto

**{{organization.name}}** entrega a **{{contact.legalName}}** (RNC {{contact.taxId}}) los productos de la lista, cada {{dia}}.

## 2. Precios

| Producto | Unidad | Precio |
| --- | --- | --- |
| Arroz selecto | Saco de 50 lb | RD$ 2,450.00 |
| Habichuelas rojas | Libra | RD$ 85.00 |

> Los precios incluyen el ITBIS.

## 3. Duración

El acuerdo comienza el {{today}} y dura *doce meses*.
`;

export const chapters: DemoChapter[] = [
  {
    daysAgo: 20,
    tell: async ({ api, idOf }) => {
      const template = await unwrap(
        api.POST('/v1/files/document', {
          body: { title: 'Acuerdo de suministro', kind: 'template', labels: ['ventas'], markdown: agreement },
        }),
      );
      const contactId = idOf('contact', 'Hotel Las Mercedes');
      const contract = await unwrap(
        api.POST('/v1/files/document', { body: { templateId: template.id, contactId, values: { dia: 'lunes' } } }),
      );
      await unwrap(api.PATCH('/v1/files/document', { body: { id: contract.id, shared: true } }));
    },
  },
];

export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/files/documents', { params: { query: { kind: 'contract' } } }));
  return data.flatMap(({ shareUrl }) => (shareUrl ? [{ what: 'A shared contract', url: shareUrl }] : []));
}
