import { createHash, randomUUID } from 'node:crypto';
import { type FakeAnswer, type FakeRequest, startFake } from './fake-server.ts';

const PIN_TRIES_MAX = 3;
export const APP = { id: '900', secret: 'app-secret' };

interface Phone {
  id: string;
  account: string;
  pin: string | null;
  tries: number;
  mustWait: boolean;
  isRegistered: boolean;
}

interface Template {
  id: string;
  account: string;
  name: string;
  language: string;
  category: string;
  status: string;
  components: Record<string, unknown>[];
}

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const no = (code: number, message = `Error ${code}`): FakeAnswer => ({
  status: code === 190 ? 401 : 400,
  body: { error: { message, type: 'OAuthException', code, error_data: { details: 'as the provider says' } } },
});

/** A local server that speaks the Graph API of the messaging app: sign-up, numbers, templates, messages and media. */
export async function startFakeGraph() {
  const world = new World();
  const fake = await startFake((request) => world.handle(request));
  world.url = fake.url;
  return { ...fake, world };
}

class World {
  url = '';
  readonly codes = new Map<string, string>();
  readonly tokens = new Map<string, string[]>();
  readonly phones = new Map<string, Phone>();
  readonly subscribed = new Set<string>();
  readonly callbacks = new Map<string, string>();
  readonly templates = new Map<string, Template>();
  readonly media = new Map<string, { bytes: string; type: string }>();
  readonly sent: { phone: string; body: Record<string, unknown> }[] = [];
  readonly uploads: { headers: FakeRequest['headers']; body: string }[] = [];

  signUp() {
    const [code, token, account, phone] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    this.codes.set(code, token);
    this.tokens.set(token, [account]);
    this.phones.set(phone, { id: phone, account, pin: null, tries: 0, mustWait: false, isRegistered: false });
    return { code, account, phoneNumberId: phone };
  }

  handle(request: FakeRequest): FakeAnswer {
    const [version, node = '', edge = ''] = request.path.split('/').slice(1).map(decodeURIComponent);
    if (version === 'bytes') return ok(this.media.get(node)?.bytes ?? null);
    if (version !== 'v23.0') return { status: 404, body: 'Unknown version' };
    if (node === 'oauth') return this.exchange(request);
    const token = /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (node === 'debug_token') return this.debug(request, token);
    const accounts = this.tokens.get(token);
    if (!accounts) return no(190, 'Invalid OAuth access token');
    if (node === APP.id && edge === 'uploads') return ok({ id: `upload:${randomUUID()}` });
    if (node.startsWith('upload:')) {
      this.uploads.push({ headers: request.headers, body: request.body });
      return ok({ h: 'handle-1' });
    }
    const phone = this.phones.get(node);
    if (phone) return accounts.includes(phone.account) ? this.onPhone(phone, edge, request) : no(200, 'Permission');
    if (accounts.includes(node)) return this.onAccount(node, edge, request);
    const template = this.templates.get(node);
    if (template && request.method === 'POST') {
      Object.assign(template, { ...JSON.parse(request.body), status: 'PENDING' });
      return ok({ success: true });
    }
    const media = this.media.get(node);
    return media ? ok(this.mediaFacts(node, media)) : no(100, 'Unsupported get request');
  }

  private exchange({ query }: FakeRequest): FakeAnswer {
    const token = this.codes.get(query.get('code') ?? '');
    if (query.get('client_id') !== APP.id || query.get('client_secret') !== APP.secret) return no(101, 'Wrong app');
    if (!token) return no(100, 'This authorization code has been used.');
    this.codes.delete(query.get('code')!);
    return ok({ access_token: token, token_type: 'bearer' });
  }

  private debug({ query }: FakeRequest, token: string): FakeAnswer {
    if (token !== `${APP.id}|${APP.secret}`) return no(190, 'Only the app may ask');
    const targets = this.tokens.get(query.get('input_token') ?? '');
    const scopes = [{ scope: 'whatsapp_business_management', target_ids: targets }];
    return ok({ data: { is_valid: targets !== undefined, granular_scopes: targets ? scopes : [] } });
  }

  private onPhone(phone: Phone, edge: string, { body, method }: FakeRequest): FakeAnswer {
    if (edge === '' && method === 'GET') return ok(phoneFacts(phone));
    if (edge === 'register') return this.register(phone, JSON.parse(body));
    if (edge === 'media') return ok({ id: 'uploaded-1' });
    if (edge !== 'messages') return no(100);
    const message = JSON.parse(body) as Record<string, unknown>;
    if (message.status === 'read') return ok({ success: true });
    const text = (message.text as { body?: string } | undefined)?.body ?? '';
    const [, code] = /^error (\d+)$/.exec(text) ?? [];
    if (code) return no(Number(code));
    this.sent.push({ phone: phone.id, body: message });
    const id = `wamid.${randomUUID()}`;
    return ok({ messaging_product: 'whatsapp', contacts: [{ input: message.to }], messages: [{ id }] });
  }

  private register(phone: Phone, { pin, messaging_product: product }: { pin: unknown; messaging_product: unknown }) {
    if (typeof pin !== 'string' || !/^\d{6}$/.test(pin) || product !== 'whatsapp') return no(100, 'Invalid parameter');
    if (phone.mustWait) return no(133015);
    if (phone.tries >= PIN_TRIES_MAX) return no(133008);
    if (phone.pin !== null && phone.pin !== pin) {
      phone.tries += 1;
      return no(133005);
    }
    Object.assign(phone, { pin, tries: 0, isRegistered: true });
    return ok({ success: true });
  }

  private onAccount(account: string, edge: string, request: FakeRequest): FakeAnswer {
    const { method, body, query } = request;
    if (edge === 'message_templates') return this.onTemplates(account, request);
    if (edge === 'phone_numbers') return ok({ data: this.phonesOf(account).map(phoneFacts) });
    if (edge === 'subscribed_apps' && method === 'POST') {
      const { override_callback_uri: callback } = JSON.parse(body || '{}') as { override_callback_uri?: string };
      if (callback && !this.subscribed.has(account)) return no(100, 'Before override, subscribe the app');
      this.subscribed.add(account);
      if (callback) this.callbacks.set(account, callback);
      return ok({ success: true });
    }
    if (query.get('fields') === 'health_status') return ok({ id: account, health_status: this.health(account) });
    return ok({ id: account, name: 'Colmado' });
  }

  private phonesOf = (account: string): Phone[] => [...this.phones.values()].filter((each) => each.account === account);

  private health(account: string) {
    const entities = this.phonesOf(account).map(({ id, isRegistered }) => ({
      entity_type: 'PHONE_NUMBER',
      id,
      can_send_message: isRegistered ? 'AVAILABLE' : 'BLOCKED',
      ...(!isRegistered && {
        errors: [{ error_code: 133010, error_description: 'Not registered', possible_solution: 'Register it' }],
      }),
    }));
    return {
      can_send_message: entities.some((each) => each.can_send_message === 'BLOCKED') ? 'BLOCKED' : 'AVAILABLE',
      entities: [...entities, { entity_type: 'WABA', id: account, can_send_message: 'AVAILABLE' }],
    };
  }

  private onTemplates(account: string, { method, body, query }: FakeRequest): FakeAnswer {
    const known = [...this.templates.values()].filter((each) => each.account === account);
    if (method === 'GET') {
      // One at a time, so that pages are followed.
      const place = Number(query.get('after') ?? 0);
      const isLast = place + 1 >= known.length;
      const paging = isLast ? {} : { paging: { cursors: { after: String(place + 1) }, next: `${this.url}/next` } };
      const shown = known.slice(place, place + 1).map(({ account: _, ...each }) => each);
      return ok({ data: shown.map((each) => ({ ...each, quality_score: { score: 'GREEN' } })), ...paging });
    }
    if (method === 'DELETE') return this.templates.delete(query.get('hsm_id') ?? '') ? ok({ success: true }) : no(100);
    const given = JSON.parse(body) as Omit<Template, 'id' | 'status' | 'account'>;
    if (known.some((each) => each.name === given.name && each.language === given.language))
      return no(100, 'There is already content in this language');
    const id = randomUUID();
    this.templates.set(id, { ...given, id, account, status: 'PENDING' });
    return ok({ id, status: 'PENDING', category: given.category });
  }

  private mediaFacts(id: string, { bytes, type }: { bytes: string; type: string }) {
    const sha256 = createHash('sha256').update(JSON.stringify(bytes)).digest('hex');
    return { id, url: `${this.url}/bytes/${id}`, mime_type: type, sha256 };
  }
}

const phoneFacts = ({ id, isRegistered }: Phone) => ({
  id,
  display_phone_number: '+1 809-555-0100',
  verified_name: 'Colmado',
  quality_rating: 'GREEN',
  platform_type: isRegistered ? 'CLOUD_API' : 'NOT_APPLICABLE',
  status: isRegistered ? 'CONNECTED' : 'PENDING',
});
