import { randomBytes, randomInt } from 'node:crypto';
import {
  type HealthEntity,
  messagesPerSecondOf,
  type NumberSetUp,
  PinTriesExceeded,
  PinWrong,
  type ProviderAccount,
  ReconnectNeeded,
  RegistrationWait,
} from '#modules/chats/index.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import type { SimulatorObjects, SimulatorStore } from '#platform/ports/simulator-store.ts';
import { accountOf } from './templates.ts';

/** A code with which a program plays the owner, without the page: each time a new account with a number. */
const OWNER_ALLOWS = 'simulated-owner';
const PIN_TRIES_MAX = 3;
const ACCOUNTS_MAX = 100;

export interface SimulatedAccount {
  id: string;
  name: string;
  isSubscribed: boolean;
  callbackUrl: string | null;
  /** Why the account may not send; null: it may. */
  blocked: string | null;
}

export interface SimulatedNumber {
  id: string;
  account: string;
  displayNumber: string;
  name: string;
  /** Null: the first registration sets it. */
  pin: string | null;
  tries: number;
  isRegistered: boolean;
  /** As the provider names its levels of throughput: `STANDARD` or `HIGH`. */
  throughput?: string;
  /** The provider asks to wait, as after a number was moved. */
  mustWait: boolean;
}

/** The result of a sign-up: an account with one number, and the code that opens it. */
export interface SignedUp {
  code: string;
  account: string;
  phoneNumberId: string;
}

/** The owner signs up with a new account and a new number. */
export async function signUp(store: SimulatorStore, name = 'Colmado de prueba'): Promise<SignedUp> {
  const account: SimulatedAccount = {
    id: `waba-${newId()}`,
    name,
    isSubscribed: false,
    callbackUrl: null,
    blocked: null,
  };
  const number: SimulatedNumber = {
    id: `sim-${newId()}`,
    account: account.id,
    displayNumber: `+1809555${String(randomInt(10_000)).padStart(4, '0')}`,
    name,
    pin: null,
    tries: 0,
    isRegistered: false,
    mustWait: false,
  };
  const [code, token] = [randomBytes(16).toString('hex'), `sim-token-${randomBytes(16).toString('hex')}`];
  await store.transaction(async (objects) => {
    await objects.insert('account', account.id, token, account);
    await objects.insert('number', number.id, account.id, number);
    await objects.insert('code', code, 'codes', { token });
    await objects.insert('line', number.id, 'lines', { address: number.id });
  });
  return { code, account: account.id, phoneNumberId: number.id };
}

export const findNumber = (store: SimulatorStore, id: string): Promise<SimulatedNumber | null> =>
  store.transaction((objects) => objects.find<SimulatedNumber>('number', id));

/** The account of a number: that of its sign-up, or its own. */
export const findAccount = async (store: SimulatorStore, address: string): Promise<string> =>
  (await findNumber(store, address))?.account ?? accountOf(address);

export const changeNumber = (store: SimulatorStore, id: string, change: Partial<SimulatedNumber>): Promise<void> =>
  store.transaction((objects) => update<SimulatedNumber>(objects, 'number', id, change));

export const changeAccount = (store: SimulatorStore, id: string, change: Partial<SimulatedAccount>): Promise<void> =>
  store.transaction((objects) => update<SimulatedAccount>(objects, 'account', id, change));

async function update<T extends object>(
  objects: SimulatorObjects,
  kind: string,
  id: string,
  change: Partial<T>,
): Promise<void> {
  const known = await objects.lock<T>(kind, id);
  if (!known) throw ProviderRefused(`There is no such ${kind}.`);
  await objects.update(kind, id, { ...known, ...change });
}

type Call = <T>(operation: string, work: () => Promise<T>) => Promise<T>;

export function setUpOf(store: SimulatorStore, publicUrl: string, token: string, call: Call): NumberSetUp {
  const opened = (objects: SimulatorObjects) => objects.list<SimulatedAccount>('account', token, ACCOUNTS_MAX);
  /** Works on an account that the token opens. */
  const inAccount = <T>(account: string, work: (objects: SimulatorObjects, known: SimulatedAccount) => Promise<T>) =>
    store.transaction(async (objects) => {
      const known = (await opened(objects)).find(({ id }) => id === account);
      if (!known) throw ReconnectNeeded('The token does not open this account. (190)');
      return work(objects, known);
    });
  return {
    signUpUrl: (state, returnUrl) =>
      `${publicUrl}/simulator/msgapp/sign-up?${new URLSearchParams({ state, returnUrl })}`,
    exchangeCode: (given) =>
      call('exchangeCode', async () => {
        const code = given === OWNER_ALLOWS ? (await signUp(store)).code : given;
        const known = await store.transaction((objects) => objects.find<{ token: string }>('code', code));
        const isFirst = known && (await store.transaction((objects) => objects.delete('code', code)));
        if (!isFirst) throw ProviderRefused('This authorization code has been used. (100)');
        return { accessToken: known.token };
      }),
    listAccounts: () => call('listAccounts', () => store.transaction((objects) => describeAll(objects, opened))),
    identify: (_via, address) =>
      call('identify', async () => {
        const accounts = await store.transaction((objects) => describeAll(objects, opened));
        const number = accounts.flatMap(({ numbers }) => numbers).find(({ id }) => id === address);
        if (!number) throw ReconnectNeeded('The token does not open this number. (200)');
        return { displayAddress: number.displayNumber, messagesPerSecond: number.messagesPerSecond };
      }),
    register: (phoneNumberId, pin) =>
      call('register', async () => {
        const refused = await store.transaction((objects) => register(objects, phoneNumberId, pin));
        if (refused) throw refused;
      }),
    subscribe: (account) =>
      call('subscribe', () =>
        inAccount(account, (objects, known) => objects.update('account', account, { ...known, isSubscribed: true })),
      ),
    overrideCallback: (account, { url }) =>
      call('overrideCallback', () =>
        inAccount(account, async (objects, known) => {
          if (!known.isSubscribed) throw ProviderRefused('Subscribe to the account first. (100)');
          await objects.update('account', account, { ...known, callbackUrl: url });
        }),
      ),
    readHealth: (account) => call('readHealth', () => inAccount(account, healthOf)),
  };
}

async function describeAll(
  objects: SimulatorObjects,
  opened: (objects: SimulatorObjects) => Promise<SimulatedAccount[]>,
): Promise<ProviderAccount[]> {
  const accounts = await opened(objects);
  if (accounts.length === 0) throw ProviderRefused('The provider does not know this token.');
  const described: ProviderAccount[] = [];
  for (const { id, name } of accounts) {
    const numbers = await objects.list<SimulatedNumber>('number', id, ACCOUNTS_MAX);
    described.push({
      id,
      name,
      numbers: numbers.map((each) => ({
        ...each,
        quality: 'GREEN',
        messagesPerSecond: messagesPerSecondOf(each.throughput),
      })),
    });
  }
  return described;
}

/** Counts a wrong PIN, and answers like the provider. */
async function register(objects: SimulatorObjects, phoneNumberId: string, pin: string) {
  const number = await objects.lock<SimulatedNumber>('number', phoneNumberId);
  if (!number) return ProviderRefused('There is no such number. (100)');
  if (number.mustWait) return RegistrationWait('Try again in 5 minutes. (133015)');
  if (number.tries >= PIN_TRIES_MAX) return PinTriesExceeded('Too many wrong PINs. (133008)');
  if (number.pin !== null && number.pin !== pin) {
    await objects.update('number', number.id, { ...number, tries: number.tries + 1 });
    return PinWrong('The PIN does not match. (133005)');
  }
  await objects.update('number', number.id, { ...number, pin, tries: 0, isRegistered: true });
  return null;
}

async function healthOf(objects: SimulatorObjects, account: SimulatedAccount): Promise<HealthEntity[]> {
  const numbers = await objects.list<SimulatedNumber>('number', account.id, ACCOUNTS_MAX);
  const entity = (type: string, id: string, problem: { code: string; message: string } | null): HealthEntity => ({
    type,
    id,
    canSend: problem ? 'BLOCKED' : 'AVAILABLE',
    problems: problem ? [{ ...problem, solution: null }] : [],
  });
  return [
    ...numbers.map(({ id, isRegistered }) =>
      entity('PHONE_NUMBER', id, isRegistered ? null : { code: '133010', message: 'The number is not registered.' }),
    ),
    entity('WABA', account.id, account.blocked ? { code: '131031', message: account.blocked } : null),
    entity('APP', 'simulated-app', null),
  ];
}
