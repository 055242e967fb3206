import { randomUUID } from 'node:crypto';
import { type FakeRequest, startFake } from './fake-server.ts';

interface Profile {
  PaymentProfileId: number;
  Brand: string;
  Last4: string;
  Expiration: string;
  Enabled: boolean;
  Token: string;
  Type: 'CreditCard';
}

interface Customer {
  CustomerId: number;
  key: string;
  profiles: Profile[];
}

interface Purchase {
  PurchaseId: number;
  key: string;
  customer: number;
  Order: string;
  UniqueID: string;
  Amount: number;
  Currency: string;
  Transaction: { TransactionStatusId: number; ErrorCode: string | null; Status: string };
  CommerceAction: object | null;
  RefundList: object[] | null;
  number: string;
  captures: boolean;
}

const status = { approved: 1, pending: 2, reserved: 3, rejected: 4, cancelled: 6 };

/** The result of charging each test card. */
const declines: Record<string, string> = {
  '4000000000000002': 'TR013',
  '4000000000009995': 'TR026',
  '4000000000000069': 'TR021',
  '4100000000000019': 'TR301',
  '4000000000000036': 'TR012',
};
const AUTHENTICATES = '4000002760003184';
const PROCESSES = '4000000000000093';

class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`Refused with ${code}`);
    this.code = code;
  }
}

/** CardNET's card-on-file service, as its guide and samples describe it. */
export async function startFakeCardnet() {
  const customers = new Map<number, Customer>();
  const purchases = new Map<number, Purchase>();
  const sessions = new Map<string, number>();
  const codes = new Map<number, string>();
  const numbers = new Map<string, string>();
  let next = 1000;

  const fake = await startFake((request) => {
    try {
      return { status: 200, body: { Response: answer(request), Errors: [] } };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: 400, body: { Response: null, Errors: [{ ErrorCode: error.code, Message: error.message }] } };
    }
  });

  function answer(request: FakeRequest): unknown {
    const key = /^Basic (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!key) throw new Refused('TK007');
    const [, kind, id, action] =
      /^\/v1\/api\/(Customer|Purchase)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(request.path) ?? [];
    const body = request.body ? JSON.parse(request.body) : {};
    if (kind === 'Customer') return id ? aboutCustomer(key, Number(id), action, body) : newCustomer(key);
    if (request.method === 'GET' && !id) {
      const customer = Number(request.query.get('CustomerID'));
      return [...purchases.values()].filter((made) => made.key === key && made.customer === customer);
    }
    return id ? aboutPurchase(key, Number(id), action, body) : purchase(key, body);
  }

  function newCustomer(key: string) {
    const customer: Customer = { CustomerId: ++next, key, profiles: [] };
    customers.set(customer.CustomerId, customer);
    return described(customer);
  }

  /** Each read of a customer opens a new session of the capture page. */
  function described({ CustomerId, profiles }: Customer) {
    const UniqueID = `UI_${randomUUID()}`;
    sessions.set(UniqueID, CustomerId);
    return { CustomerId, PaymentProfiles: profiles, CaptureURL: `${fake.url}/v1/Capture/`, UniqueID };
  }

  function aboutCustomer(
    key: string,
    id: number,
    action: string | undefined,
    body: { Token?: string; ActivationCode?: string; PaymentProfileId?: string },
  ) {
    const customer = customers.get(id);
    if (customer?.key !== key) throw new Refused('TK011');
    if (action === 'activate') {
      const profile = customer.profiles.find(({ Token }) => Token === body.Token);
      if (!profile) throw new Refused('TK010');
      if (codes.get(profile.PaymentProfileId) !== body.ActivationCode) throw new Refused('TK009');
      profile.Enabled = true;
    }
    if (action === 'PaymentProfileDelete')
      customer.profiles = customer.profiles.filter(
        ({ PaymentProfileId }) => String(PaymentProfileId) !== body.PaymentProfileId,
      );
    return described(customer);
  }

  function purchase(
    key: string,
    body: { TrxToken: string; Order: string; Amount: number; Currency: string; Capture: boolean; UniqueID: string },
  ) {
    const all = [...purchases.values()].filter((made) => made.key === key);
    const before = all.find(({ UniqueID }) => UniqueID === body.UniqueID);
    if (before) return before;
    if (all.some(({ Order }) => Order === body.Order)) throw new Refused('TR006');
    const owner = [...customers.values()].find(
      (customer) => customer.key === key && customer.profiles.some(({ Token }) => Token === body.TrxToken),
    );
    const profile = owner?.profiles.find(({ Token }) => Token === body.TrxToken);
    if (!owner || !profile) throw new Refused('TK010');
    if (!profile.Enabled) throw new Refused('TK014');
    if (!Number.isInteger(body.Amount) || body.Amount <= 0) throw new Refused('TR001');
    const made: Purchase = {
      PurchaseId: ++next,
      key,
      customer: owner.CustomerId,
      Order: body.Order,
      UniqueID: body.UniqueID,
      Amount: body.Amount,
      Currency: body.Currency,
      Transaction: { TransactionStatusId: status.pending, ErrorCode: null, Status: 'Pending' },
      CommerceAction: null,
      RefundList: null,
      number: numbers.get(profile.Token)!,
      captures: body.Capture,
    };
    purchases.set(made.PurchaseId, made);
    if (made.number === AUTHENTICATES)
      made.CommerceAction = { ActionType: 1, ActionURL: `${fake.url}/action/${made.PurchaseId}` };
    else if (made.number !== PROCESSES) decide(made, declines[made.number] ?? null);
    return made;
  }

  function decide(made: Purchase, code: string | null): void {
    const id = code ? status.rejected : made.captures ? status.approved : status.reserved;
    made.Transaction = { TransactionStatusId: id, ErrorCode: code, Status: code ? 'Rejected' : 'Approved' };
    made.CommerceAction = null;
  }

  function aboutPurchase(
    key: string,
    id: number,
    action: string | undefined,
    body: { Amount?: number; MetadataIn?: object },
  ) {
    const made = purchases.get(id);
    if (made?.key !== key) throw new Refused('TR004');
    const require = (wanted: number) => {
      if (made.Transaction.TransactionStatusId !== wanted) throw new Refused('TR002');
    };
    if (action === 'commit') {
      require(status.reserved);
      if ((body.Amount ?? made.Amount) > made.Amount) throw new Refused('TR008');
      made.Amount = body.Amount ?? made.Amount;
      made.Transaction.TransactionStatusId = status.approved;
    }
    if (action === 'rollback') {
      require(status.reserved);
      made.Transaction.TransactionStatusId = status.cancelled;
    }
    if (action !== 'refund') return made;
    require(status.approved);
    const refund = {
      PurchaseRefundId: ++next,
      Amount: body.Amount ?? made.Amount,
      Currency: made.Currency,
      Status: 'Approved',
      MetadataIn: body.MetadataIn ?? null,
    };
    made.RefundList = [...(made.RefundList ?? []), refund];
    return refund;
  }

  return {
    url: `${fake.url}/v1`,
    faults: fake.faults,
    /** The customer enters a card on the page of a session. */
    enterCard: (captureUrl: string, number: string): void => {
      const customer = customers.get(sessions.get(new URL(captureUrl).searchParams.get('session_id') ?? '') ?? 0);
      if (!customer) throw new Error('There is no such session.');
      const Token = `CT__${randomUUID()}`;
      const profile: Profile = {
        PaymentProfileId: ++next,
        Brand: 'Visa',
        Last4: number.slice(-4),
        Expiration: '203412',
        Enabled: false,
        Token,
        Type: 'CreditCard',
      };
      customer.profiles.push(profile);
      codes.set(profile.PaymentProfileId, 'NX0K8G');
      numbers.set(Token, number);
    },
    activationCode: (profileId: string): string => codes.get(Number(profileId))!,
    /** The customer's answer to the bank's challenge. */
    answerBank: (actionUrl: string, isThem: boolean): void =>
      decide(purchases.get(Number(actionUrl.split('/').at(-1)))!, isThem ? null : 'TR013'),
    finish: (purchaseId: string, outcome: 'succeeded' | 'failed'): void =>
      decide(purchases.get(Number(purchaseId))!, outcome === 'failed' ? 'TR013' : null),
  };
}
