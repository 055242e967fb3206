import type { ProviderTemplate } from '#modules/chats/index.ts';
import type { Extension, ExtensionReply, ExtensionRequest } from '#platform/http/server/server.ts';
import { escapeHtml } from '#platform/pages/html.ts';
import { button, formOf, type PageAnswer, simulatorPages, table } from '#platform/ports/simulator-page.ts';
import { conversationsOf, customerReads, customerSays } from './customer.ts';
import { type MessagingSimulator, numberPage, ROOT, type SimulatorOptions } from './messaging-simulator.ts';
import { changeNumber, findNumber, type SimulatedNumber, signUp } from './set-up.ts';
import type { SimulatedMessage, Switches } from './simulated-message.ts';
import { accountOf, decide, listTemplates } from './templates.ts';
import type { WebhookPost } from './webhook-post.ts';

const LINES_MAX = 100;
const TEXT_MAX = 1000;
const CUSTOMER = '+18095550123';

/** The provider's prices, for the sum on the page. */
const prices: Record<string, number> = { marketing: 0.074, utility: 0.0113, authentication: 0.0113, service: 0 };

const css = `body { max-width: 72rem } .columns { display: grid; gap: 1.5rem } @media (min-width: 60rem) { .columns { grid-template-columns: 1.1fr 1fr } }
  .chat { background: #e9e2d8; border-radius: 10px; padding: 1rem; display: grid; gap: .5rem; max-height: 30rem; overflow: auto }
  .line { max-width: 80%; justify-self: start; padding: .45rem .7rem; border-radius: 8px; background: #fff; white-space: pre-wrap; overflow-wrap: anywhere }
  .line.ours { justify-self: end; background: #d5f5c8 } .line small { display: block; color: #5b6675 } .line form { border: 0; padding: 0; margin: .3rem 0 0; background: none }
  .tabs { display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: 0 0 .6rem; list-style: none } .tabs a { display: block; padding: .3rem .7rem; border-radius: 99px; background: #e6eaf0; color: #1d2733; text-decoration: none }
  .tabs a[aria-current] { background: #1d2733; color: #fff } table { display: block; overflow-x: auto; border-collapse: collapse } td, th { padding: .3rem .5rem; vertical-align: top; text-align: left; overflow-wrap: anywhere }
  h2 { margin: 1.4rem 0 .4rem; font-size: 1.15rem } .row { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem } button.stop { background: #b42318 }`;

const { page, form, send } = simulatorPages({
  root: ROOT,
  lang: 'en',
  note: 'Simulated messaging app: you are the customer and the provider. Nobody gets a message.',
  nothingHere: 'There is nothing here',
  css,
});

interface Desk {
  options: SimulatorOptions;
  simulator: MessagingSimulator;
  post: WebhookPost;
}

/** Pages on which a person plays the customers and the provider. Only a loopback service serves them. */
export const messagingPages =
  (options: SimulatorOptions, simulator: MessagingSimulator): Extension =>
  (server) => {
    const desk: Desk = { options, simulator, post: simulator.post };
    server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const serve =
      (handler: (desk: Desk, given: Given) => Promise<PageAnswer>) =>
      async (request: ExtensionRequest, reply: ExtensionReply) => {
        const { address = '' } = request.params as { address?: string };
        const query = request.query as Record<string, string>;
        return send(reply, await handler(desk, { address, query, fields: formOf(request) }));
      };
    server.get(ROOT, serve(showNumbers));
    server.get(`${ROOT}/sign-up`, serve(showSignUp));
    server.post(`${ROOT}/sign-up`, serve(finishSignUp));
    server.get(`${ROOT}/number/:address`, serve(showNumber));
    for (const [name, handler] of Object.entries(actions))
      server.post(
        `${ROOT}/number/:address/${name}`,
        serve(async (given, request) => ((await handler(given, request)) ? backTo(request) : null)),
      );
  };

interface Given {
  address: string;
  query: Record<string, string>;
  fields: Record<string, string>;
}

const numberPath = (address: string): string => `number/${encodeURIComponent(address)}`;
const backTo = ({ address, fields }: Given): PageAnswer => ({
  redirect: `${numberPage(address)}${fields.from ? `?from=${encodeURIComponent(fields.from)}` : ''}`,
});

async function showNumbers({ options: { store } }: Desk): Promise<PageAnswer> {
  const lines = await store.transaction((objects) => objects.list<{ address: string }>('line', 'lines', LINES_MAX));
  const links = lines.map(({ address }) => [`<a href="${escapeHtml(numberPage(address))}">${escapeHtml(address)}</a>`]);
  const none =
    '<p>No number has sent or received anything yet. Connect one, or create a channel with the provider <code>simulator</code>.</p>';
  return { html: page('Numbers', links.length > 0 ? table(links) : none) };
}

/** The page of the provider on which the owner of an account allows the connection. */
async function showSignUp({ options }: Desk, { query }: Given): Promise<PageAnswer> {
  const { state = '', returnUrl = '' } = query;
  if (!isOurs(options, returnUrl)) return null;
  const fields = `<input type="hidden" name="state" value="${escapeHtml(state)}"><input type="hidden" name="returnUrl" value="${escapeHtml(returnUrl)}">
    <label>Name of the business <input name="name" maxlength="100" value="Colmado de prueba"></label>${button('allow', 'Allow the connection')}`;
  return { html: page('Connect your business account', form('sign-up', fields)) };
}

async function finishSignUp({ options }: Desk, { fields }: Given): Promise<PageAnswer> {
  const { state = '', returnUrl = '', name = '' } = fields;
  if (!isOurs(options, returnUrl)) return null;
  const { code } = await signUp(options.store, name.slice(0, 100) || undefined);
  return { redirect: `${returnUrl}?${new URLSearchParams({ state, code })}` };
}

const isOurs = ({ publicUrl }: SimulatorOptions, url: string): boolean => url.startsWith(`${publicUrl}/`);

/** Performs an action of a person on the page of a number. False: the target does not exist. */
const actions: Record<string, (desk: Desk, given: Given) => Promise<boolean>> = {
  say: async ({ options: { store }, simulator, post }, { address, fields }) => {
    const { from = CUSTOMER, name = '', text = '', action, replyTo } = fields;
    if (!/\d{5}/.test(from.replace(/\D/g, '')) || (!text.trim() && action === 'say')) return true;
    const target = { ...(await lineOf({ store }, address)), switches: await simulator.control.switches(address) };
    const pressed = action === 'say' ? undefined : action?.slice(0, TEXT_MAX);
    await customerSays(store, post, target, {
      from,
      name: name.slice(0, 100) || 'Ana',
      text: text.slice(0, TEXT_MAX),
      button: pressed,
      replyTo,
    });
    return true;
  },
  read: async ({ options: { store }, simulator, post }, { address, fields }) => {
    const sent = (await simulator.control.sent(address)).filter(({ to }) => to === fields.from);
    customerReads(
      post,
      { ...(await lineOf({ store }, address)), switches: await simulator.control.switches(address) },
      sent,
    );
    return true;
  },
  template: async ({ options: { store }, post }, { address, fields }) => {
    const { name = '', language = '', action = '', reason } = fields;
    if (!['APPROVED', 'REJECTED', 'PAUSED', 'REINSTATED', 'DISABLED'].includes(action)) return false;
    const { account } = await lineOf({ store }, address);
    const known = (await listTemplates(store, account)).some(
      (each) => each.name === name && each.language === language,
    );
    if (!known) return false;
    const change = await decide(store, account, { name, language, event: action, ...(reason && { reason }) });
    await post.deliver([change], account);
    return true;
  },
  webhooks: async ({ simulator }, { address, fields }) => {
    const delayMs = Math.min(Math.max(Number.parseInt(fields.delayMs ?? '', 10) || 0, 0), 60_000);
    const on = (name: string): boolean => fields[name] === 'true';
    await simulator.control.switches(address, {
      reports: on('reports'),
      duplicate: on('duplicate'),
      reorder: on('reorder'),
      delayMs,
    });
    return true;
  },
  number: async ({ options: { store } }, { address, fields }) => {
    const pin = /^\d{6}$/.test(fields.pin ?? '') ? fields.pin! : null;
    if (!(await findNumber(store, address))) return false;
    await changeNumber(store, address, {
      pin,
      tries: 0,
      mustWait: fields.mustWait === 'true',
      throughput: fields.fast === 'true' ? 'HIGH' : 'STANDARD',
    });
    return true;
  },
};

/** The number with its account, as the sign-up or the first message made them known. */
async function lineOf({ store }: Pick<SimulatorOptions, 'store'>, address: string) {
  const number = await findNumber(store, address);
  return { address, account: number?.account ?? accountOf(address), number };
}

async function showNumber({ options: { store }, simulator }: Desk, { address, query }: Given): Promise<PageAnswer> {
  const [{ account, number }, switches, { lines, byCustomer }] = [
    await lineOf({ store }, address),
    await simulator.control.switches(address),
    await conversationsOf(store, address),
  ];
  const templates = await listTemplates(store, account);
  const from = query.from || [...byCustomer.keys()].at(-1) || CUSTOMER;
  const left = chatOf(address, from, byCustomer, query.text ?? '');
  const sent = lines.filter((line) => line.isOurs);
  const right = `${templatesOf(address, templates)}${chargesOf(sent)}${webhooksOf(address, switches)}${number ? setUpOf(address, number) : ''}`;
  const title = number ? `${number.name} ${number.displayNumber}` : address;
  return { html: page(title, `<div class="columns"><section>${left}</section><section>${right}</section></div>`) };
}

type Lines = Awaited<ReturnType<typeof conversationsOf>>;

function chatOf(address: string, from: string, byCustomer: Lines['byCustomer'], text: string): string {
  const path = numberPage(address);
  const tab = (customer: string): string =>
    `<li><a href="${escapeHtml(`${path}?from=${encodeURIComponent(customer)}`)}"${customer === from ? ' aria-current="page"' : ''}>${escapeHtml(customer)}</a></li>`;
  const lines = byCustomer.get(from) ?? [];
  const shown = lines.map((line) => {
    const detail = line.isOurs ? `${line.type}, charged as ${line.category}` : line.name;
    const choices = line.isOurs ? choicesOf(line).map((title) => button(title, title, true)) : [];
    const answers =
      choices.length > 0
        ? form(`${numberPath(address)}/say`, hidden({ from, replyTo: line.id }) + choices.join(''))
        : '';
    return `<div class="line${line.isOurs ? ' ours' : ''}">${escapeHtml(line.text || '[no text]')}<small>${escapeHtml(detail)}</small>${answers}</div>`;
  });
  const say = `<div class="row"><label>Customer’s number <input name="from" value="${escapeHtml(from)}" maxlength="20"></label>
    <label>Name <input name="name" value="Ana" maxlength="100"></label></div>
    <label>Message <input name="text" value="${escapeHtml(text)}" maxlength="${TEXT_MAX}" autocomplete="off" autofocus></label>${button('say', 'Send as the customer')}`;
  const customers = [...byCustomer.keys()];
  return `<h2>You are the customer</h2>${customers.length > 0 ? `<ul class="tabs">${customers.map(tab).join('')}</ul>` : ''}
    <div class="chat" tabindex="0" role="log" aria-label="Conversation with ${escapeHtml(from)}">${shown.join('') || '<p>Nothing yet: write the first message.</p>'}</div>
    ${form(`${numberPath(address)}/say`, say)}
    ${form(`${numberPath(address)}/read`, `${hidden({ from })}${button('read', 'Read everything', true)} <a href="${escapeHtml(`${path}?from=${encodeURIComponent(from)}`)}">Refresh</a>`)}`;
}

const hidden = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');

/** The buttons that a customer can press under a message. */
function choicesOf({ content }: SimulatedMessage): string[] {
  const { buttons, list } = content as { buttons?: { title: string }[]; list?: { rows: { title: string }[] } };
  return [...(buttons ?? []), ...(list?.rows ?? [])].map(({ title }) => title);
}

function templatesOf(address: string, templates: ProviderTemplate[]): string {
  const rows = templates.map(({ name, language, status, category, components, reason }) => {
    const body = components.find(({ type }) => type === 'BODY')?.text;
    const decisions = [
      ['APPROVED', 'Approve'],
      ['REJECTED', 'Reject'],
      ['PAUSED', 'Pause'],
      ['REINSTATED', 'Reinstate'],
      ['DISABLED', 'Disable'],
    ].map(([event, title]) => button(event!, title!, event !== 'APPROVED'));
    const fields = `${hidden({ name, language })}<label>Reason <input name="reason" maxlength="200"></label>${decisions.join('')}`;
    const facts = `<strong>${escapeHtml(name)}</strong> (${escapeHtml(language)}, ${escapeHtml(category.toLowerCase())})<br>${escapeHtml(String(body ?? ''))}`;
    const state = `<strong>${escapeHtml(status)}</strong>${reason ? `<br>${escapeHtml(reason)}` : ''}`;
    return [`${facts}<br>${state}`, form(`${numberPath(address)}/template`, fields)];
  });
  return `<h2>You are the provider: templates</h2>${rows.length > 0 ? table(rows) : '<p>No template was submitted yet.</p>'}`;
}

function chargesOf(sent: SimulatedMessage[]): string {
  const byCategory = [...Map.groupBy(sent, ({ category }) => category)].toSorted();
  const rows = byCategory.map(([category, messages]) => {
    const price = prices[category] ?? 0;
    return [
      escapeHtml(category),
      String(messages.length),
      `${price.toFixed(4)}`,
      `${(price * messages.length).toFixed(4)} USD`,
    ];
  });
  const sum = byCategory.reduce((total, [category, messages]) => total + (prices[category] ?? 0) * messages.length, 0);
  const total = ['<strong>Total</strong>', String(sent.length), '', `<strong>${sum.toFixed(4)} USD</strong>`];
  const head = ['Category', 'Messages', 'Price', 'Charged'].map((title) => `<strong>${title}</strong>`);
  return `<h2>Charged</h2>${table([head, ...rows, total])}`;
}

function webhooksOf(address: string, switches: Switches): string {
  const tick = (name: 'reports' | 'duplicate' | 'reorder', title: string): string =>
    `<label><input type="checkbox" name="${name}" value="true"${switches[name] ? ' checked' : ''}> ${title}</label>`;
  const fields = `${tick('reports', 'Report messages as sent and delivered')}${tick('duplicate', 'Send each webhook twice')}${tick('reorder', 'Send them in the wrong order')}
    <label>Delay in milliseconds <input name="delayMs" inputmode="numeric" value="${switches.delayMs}"></label>${button('save', 'Save')}`;
  return `<h2>Webhooks</h2>${form(`${numberPath(address)}/webhooks`, fields)}`;
}

function setUpOf(address: string, { pin, isRegistered, mustWait, tries, throughput }: SimulatedNumber): string {
  const fields = `<p>${isRegistered ? 'Registered' : 'Not registered'}, ${tries} wrong PINs.</p>
    <label>PIN <input name="pin" inputmode="numeric" maxlength="6" value="${escapeHtml(pin ?? '')}"></label>
    <label><input type="checkbox" name="mustWait" value="true"${mustWait ? ' checked' : ''}> Ask to wait with the registration</label>
    <label><input type="checkbox" name="fast" value="true"${throughput === 'HIGH' ? ' checked' : ''}> High throughput: 1,000 messages a second</label>${button('save', 'Save')}`;
  return `<h2>Number</h2>${form(`${numberPath(address)}/number`, fields)}`;
}
