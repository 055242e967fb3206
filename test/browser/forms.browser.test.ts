import assert from 'node:assert/strict';
import type { FormDefinition } from '#client';
import { newResource } from '#test/catalog.ts';
import { field, newForm, onePage, submissionsOf, text } from '#test/forms.ts';
import { eventually, newBusiness } from '#test/harness.ts';
import { browserTest } from './chromium.ts';
import { inspectShown, violationsOf } from './readable.ts';

const options = [
  { key: 'yes', label: 'Sí' },
  { key: 'no', label: 'No' },
];

const everything = (resourceId: string): FormDefinition => ({
  title: { es: 'Inscripción al taller de pan', en: 'Bread workshop registration' },
  description: 'Cuéntanos quién viene. Tardas dos minutos.',
  pages: [
    {
      title: 'Tus datos',
      fields: [
        text('name', { label: 'Nombre', required: true, help: 'Como quieres que te llamemos.' }),
        field('email', 'email', { label: 'Correo', required: true }),
        field('phone', 'phone', { label: 'Teléfono' }),
        field('taxId', 'rnc', { label: 'RNC o cédula' }),
        field('address', 'home', { label: 'Dirección' }),
        field('choice', 'lunch', { label: '¿Almuerzas con nosotros?', options, required: true }),
        text('diet', {
          label: '¿Qué no comes?',
          required: true,
          showIf: { tests: [{ field: 'lunch', is: 'equals', value: 'yes' }] },
        }),
      ],
    },
    {
      title: 'Tu visita',
      fields: [
        field('date', 'day', { label: 'Día' }),
        field('time', 'hour', { label: 'Hora' }),
        field('choice', 'town', { label: 'Provincia', options, dropdown: true }),
        field('number', 'guests', { label: 'Invitados', min: '0', max: '9' }),
        field('money', 'budget', { label: 'Presupuesto' }),
        field('rating', 'stars', { label: '¿Qué tal la última vez?' }),
        field('matrix', 'service', { label: 'Servicio', rows: options, columns: options }),
        field('product', 'extras', { label: 'Materiales', resourceIds: [resourceId] }),
        field('file', 'photo', { label: 'Foto', accepts: ['image'] }),
        field('signature', 'sign', { label: 'Firma' }),
        field('consent', 'terms', {
          label: 'Acepto las condiciones',
          required: true,
          url: 'https://example.com/terms',
        }),
      ],
    },
  ],
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

browserTest('an address names the parts that it lacks, and no others', async (page) => {
  const fields = [
    text('name', { label: 'Nombre' }),
    field('address', 'home', {
      label: 'Dirección',
      required: true,
      showIf: { tests: [{ field: 'name', is: 'answered' }] },
    }),
  ];
  const form = await newForm(await newBusiness(), onePage(...fields));
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  await page.goto(form.url);
  await page.getByLabel('Nombre').fill('Ana');
  const wrong = page.locator('[aria-invalid=true]');
  const namesOf = () =>
    wrong.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).name.split('.').at(-1)));
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Escribe la calle y la ciudad.').waitFor();
  assert.deepEqual(await namesOf(), ['line1', 'city']);
  await page.getByLabel('Calle y número').fill('C/ Duarte 1');
  assert.deepEqual(await namesOf(), ['city']);
  await page.getByRole('button', { name: 'Enviar' }).click();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'f-home-city');
});

browserTest('a form is filled in page by page, with conditions, an upload and a signature', async (page) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const business = await newBusiness({ name: 'Panadería Ñame' });
  const { id: resourceId } = await newResource(business.api, { name: 'Harina', kind: 'service' });
  const form = await newForm(business, everything(resourceId));
  await page.setExtraHTTPHeaders({ 'accept-language': 'es' });
  await page.goto(form.url);
  await page.getByText('Paso 1 de 2').waitFor();
  assert.equal(await page.getByLabel('¿Qué no comes?').isVisible(), false);
  await inspectShown(page, 'form-first');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByText('Responde esta pregunta.').first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'answers.name');
  await page.getByLabel('Nombre', { exact: false }).first().fill('Ana');
  await page.getByLabel('Correo').fill('ana@example.com');
  await page.getByLabel('Sí').first().check();
  await page.getByLabel('¿Qué no comes?').fill('Maní');
  await inspectShown(page, 'form-filled');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByText('Paso 2 de 2').waitFor();
  await page.locator('[data-upload]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('button', { name: 'Quitar' }).waitFor();
  await page.getByLabel('Nombre de quien firma').fill('Ana Pérez');
  const box = (await page.locator('canvas').boundingBox())!;
  await page.locator('canvas').scrollIntoViewIfNeeded();
  const at = (await page.locator('canvas').boundingBox()) ?? box;
  await page.mouse.move(at.x + 20, at.y + 20);
  await page.mouse.down();
  await page.mouse.move(at.x + 120, at.y + 80, { steps: 5 });
  await page.mouse.up();
  await eventually(async () => (await page.locator('[data-drawn]').inputValue()) !== '');
  await page.getByLabel('Acepto las condiciones').check();
  await inspectShown(page, 'form-second');
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('heading', { name: '¡Gracias!' }).waitFor();
  await inspectShown(page, 'form-thanks');
  const [kept] = (await submissionsOf(business, form.id)).data;
  assert.deepEqual([kept!.answers.name, kept!.answers.diet, kept!.answers.terms], ['Ana', 'Maní', true]);
  assert.equal((kept!.answers.photo as string[]).length, 1);
  assert.ok((kept!.answers.sign as Record<string, string>).fileId);
  assert.deepEqual(complaints, []);
});

browserTest(
  'wrong answers that only the service finds are announced, and nothing that was written is lost',
  async (page) => {
    const business = await newBusiness();
    const form = await newForm(business, {
      title: 'Datos',
      pages: [{ fields: [text('name', { label: 'Nombre' }), field('taxId', 'rnc', { label: 'RNC' })] }],
    });
    await page.setExtraHTTPHeaders({ 'accept-language': 'en' });
    await page.goto(form.url);
    await page.getByLabel('Nombre').fill('Ana');
    await page.getByLabel('RNC').fill('101850044');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('This tax id is not valid.').waitFor();
    assert.equal(await page.getByLabel('Nombre').inputValue(), 'Ana');
    assert.deepEqual(await violationsOf(page), []);
    await page.getByLabel('RNC').fill('101850043');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor();
    assert.equal((await submissionsOf(business, form.id)).total, 1);
  },
);

browserTest(
  'an amount is taken as people write it, decides what is asked, and another text is named as no number',
  async (page) => {
    const business = await newBusiness();
    const isMuch = { tests: [{ field: 'budget', is: 'greater' as const, value: 1000 }] };
    const form = await newForm(
      business,
      onePage(field('money', 'budget', { label: 'Presupuesto' }), text('why', { label: '¿Para qué?', showIf: isMuch })),
    );
    await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
    await page.goto(form.url);
    await page.getByLabel('Presupuesto').fill('mucho');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByText('Escribe un número.').waitFor();
    await page.getByLabel('Presupuesto').fill('1,250.50');
    await page.getByLabel('¿Para qué?').fill('Pan');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByText('✓').waitFor();
    const [kept] = (await submissionsOf(business, form.id)).data;
    assert.deepEqual(kept!.answers, { budget: '1250.50', why: 'Pan' });
  },
);

browserTest('a form without a connection says so, keeps its answers and is sent afterwards', async (page) => {
  const business = await newBusiness();
  const form = await newForm(business, { title: 'Taller', pages: [{ fields: [text('name', { label: 'Nombre' })] }] });
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  await page.goto(form.url);
  await page.getByLabel('Nombre').fill('Ana');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('alert').getByText('No hay conexión').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('✓').waitFor();
  assert.equal((await submissionsOf(business, form.id)).total, 1);
});

browserTest('a form that the browser brings back from its memory can be sent', async (page) => {
  const form = await newForm(await newBusiness(), onePage(text('name')));
  await page.goto(form.url);
  const button = page.locator('button[type=submit]');
  await button.evaluate((element: HTMLButtonElement) => {
    element.disabled = true;
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  assert.ok(await button.isEnabled());
});

browserTest('a signature of many strokes is kept, and one that was cleared is not sent', async (page) => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(field('signature', 'sign', { label: 'Firma' })));
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  const sign = async (strokes: number) => {
    await page.goto(form.url);
    await page.getByLabel('Nombre de quien firma').fill('Ana');
    const { x, y } = (await page.locator('canvas').boundingBox())!;
    for (let stroke = 0; stroke < strokes; stroke++) {
      await page.mouse.move(x + 10 + stroke * 10, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + 15 + stroke * 10, y + 90);
      const uploaded = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.mouse.up();
      await uploaded;
    }
  };
  const send = async () => {
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByText('✓').waitFor();
    return (await submissionsOf(business, form.id)).data[0]!.answers.sign as Record<string, string>;
  };
  await sign(22);
  assert.ok((await send()).fileId);
  // The upload of the stroke arrives after the surface was cleared.
  const released = Promise.withResolvers<void>();
  await page.route('**/upload?*', async (route) => {
    await released.promise;
    await route.continue();
  });
  const cleared = sign(1);
  await page.waitForRequest('**/upload?*');
  await page.getByRole('button', { name: 'Borrar' }).click();
  released.resolve();
  await cleared;
  assert.deepEqual(await send(), { name: 'Ana' });
});

browserTest('a file that is refused says why', async (page) => {
  const form = await newForm(
    await newBusiness(),
    onePage(field('file', 'photo', { label: 'Foto', accepts: ['image'] })),
  );
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  await page.goto(form.url);
  const file = { name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') };
  await page.getByLabel('Foto').setInputFiles(file);
  await page.getByText('notas.txt: Este tipo de archivo no se acepta.').waitFor();
});

browserTest(
  'a form that is sent during an upload waits for it, and files beyond the limit are refused',
  async (page) => {
    const business = await newBusiness();
    const form = await newForm(
      business,
      onePage(field('file', 'photos', { label: 'Fotos', accepts: ['image'], filesMax: 2 })),
    );
    await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
    const started = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/upload?*', async (route) => {
      started.resolve();
      await released.promise;
      await route.continue();
    });
    await page.goto(form.url);
    const files = ['una.png', 'dos.png', 'tres.png'].map((name) => ({ name, mimeType: 'image/png', buffer: PIXEL }));
    await page.getByLabel('Fotos').setInputFiles(files);
    await started.promise;
    const button = page.locator('button[type=submit]');
    await button.click();
    assert.equal(await button.textContent(), 'Subiendo…');
    released.resolve();
    await page.getByRole('heading', { name: '¡Gracias!' }).waitFor();
    const [kept] = (await submissionsOf(business, form.id)).data;
    assert.equal((kept!.answers.photos as string[]).length, 2);
  },
);
