import assert from 'node:assert/strict';
import { control, messagesOf, newLine, processed } from '#test/chats.ts';
import { baseUrl, eventually, newBusiness } from '#test/harness.ts';
import { browserTest } from './chromium.ts';
import { checkPage } from './readable.ts';

const from = '+18095550177';

browserTest('on the page of a simulated number you are the customer and the provider', async (page) => {
  const business = await newBusiness({ name: 'Colmado La Esquina' });
  const line = await newLine(business);
  const { api } = business;
  await api.POST('/v1/channel/{channelId}/msgapp/templates', {
    params: { path: { channelId: line.channelId } },
    body: {
      name: 'pedido_listo',
      language: 'es',
      category: 'UTILITY',
      body: { text: 'Hola {{1}}, tu pedido está listo.', examples: ['Ana'] },
    },
  });
  const url = `${baseUrl}/simulator/msgapp/number/${line.address}`;
  await page.goto(url);
  await page.getByLabel('Send each webhook twice').check();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('textbox', { name: 'Customer’s number' }).fill(from);
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('¿Tienen <b>arroz</b>?');
  await page.getByRole('button', { name: 'Send as the customer' }).click();
  const [asked] = await eventually(async () => {
    await processed(business);
    const { response } = await api.GET('/v1/conversation/{channelId}/{sourceId}', {
      params: { path: { channelId: line.channelId, sourceId: from } },
    });
    return response.status === 200 && messagesOf(line, from);
  });
  assert.equal(asked!.text, '¿Tienen <b>arroz</b>?');
  await api.POST('/v1/chat/message', {
    body: {
      channelId: line.channelId,
      sourceId: from,
      type: 'interactive',
      text: 'Sí. ¿Lo quieres?',
      buttons: [{ payload: 'si', title: 'Lo quiero' }],
    },
  });
  await eventually(async () => (await control.sent(line.address)).length === 1);
  await page.getByRole('button', { name: 'Approve' }).click();
  assert.equal((await control.templates(line.address))[0]!.status, 'APPROVED');
  await page.goto(`${url}?from=${encodeURIComponent(from)}`);
  await page.getByRole('button', { name: 'Lo quiero' }).click();
  await eventually(async () => {
    await processed(business);
    return (await messagesOf(line, from)).some(({ type, text }) => type === 'button' && text === 'Lo quiero');
  });
  // The button was delivered twice, and is one message.
  assert.equal((await messagesOf(line, from)).filter(({ direction }) => direction === 'in').length, 2);
  await page.getByRole('button', { name: 'Read everything' }).click();
  await eventually(async () => {
    await processed(business);
    return (await messagesOf(line, from)).some(({ status }) => status === 'read');
  });
  await checkPage(page, `${url}?from=${encodeURIComponent(from)}`, 'simulator');
  assert.match((await page.locator('body').textContent())!, /Total1.*0\.0000 USD/);
});

browserTest('the owner of an account allows the connection on the page of the simulated provider', async (page) => {
  const business = await newBusiness({ name: 'Colmado La Esquina' });
  const { data } = await business.api.GET('/v1/channel/msgapp/url', { params: { query: { provider: 'simulator' } } });
  await checkPage(page, data!.url, 'sign-up');
  await page.getByRole('button', { name: 'Allow the connection' }).click();
  await page.getByRole('heading', { name: /Cuenta conectada|Account connected/ }).waitFor();
  const { data: accounts } = await business.api.GET('/v2/channel/msgapp/accounts', {
    params: { query: { connectionId: data!.connectionId } },
  });
  assert.equal(accounts!.data[0]!.numbers[0]!.nextStep, 'addWaba');
  const foreign = await page.goto(`${baseUrl}/simulator/msgapp/sign-up?state=x&returnUrl=https://evil.example/`);
  assert.equal(foreign!.status(), 404);
});
