import assert from 'node:assert/strict';
import sharp from 'sharp';
import { uploadFile } from '#test/files.ts';
import { newBusiness } from '#test/harness.ts';
import { browserTest } from './chromium.ts';
import { checkPage } from './readable.ts';

const markdown = `## 1. Objeto

**Colmado La Esquina** entrega al cliente los productos de la lista, cada lunes antes de las *nueve de la mañana*.
Los detalles están en [las condiciones](https://example.com/condiciones).

- Arroz selecto
- Habichuelas rojas
  1. Saco de 25 libras
  2. Saco de 50 libras

## 2. Precios

| Producto | Unidad | Precio |
| --- | --- | --- |
| Arroz selecto, grano largo | Saco de 50 lb | RD$ 2,450.00 |
| Habichuelas | Libra | RD$ 85.00 |

> Los precios incluyen el ITBIS.

\`\`\`text
Cuenta: 960-000000-0   Banco de Reservas   A nombre de Colmado La Esquina SRL
\`\`\`

---

<script>alert('no')</script>`;

browserTest('a shared document is readable on a phone and on a screen, and runs nothing', async (page) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  const business = await newBusiness({ name: 'Colmado La Esquina' });
  const { api } = business;
  const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0b6e4f' } })
    .png()
    .toBuffer();
  const picture = await uploadFile(business, png, 'fachada.png');
  const { data: draft } = await api.POST('/v1/files/document', {
    body: { title: 'Acuerdo de suministro semanal', kind: 'contract', markdown },
  });
  const src = `/v1/files/object?key=${picture.key}`;
  const image = { type: 'image', attrs: { src, alt: 'La fachada del colmado' } };
  const content = draft!.content.content.toSpliced(1, 0, image);
  const { data } = await api.PATCH('/v1/files/document', {
    body: { id: draft!.id, content: { type: 'doc', content }, shared: true },
  });
  await checkPage(page, data!.shareUrl!, 'document');
  assert.equal(await page.getByText("<script>alert('no')</script>").count(), 1);
  const width = await page
    .locator('img[alt="La fachada del colmado"]')
    .evaluate((img) => (img as HTMLImageElement).naturalWidth);
  assert.equal(width, 900, 'The picture is shown without an account.');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'A', 'The keyboard reaches the link.');
  assert.deepEqual(complaints, []);
});
