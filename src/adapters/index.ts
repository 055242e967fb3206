import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ThreadPool } from '#platform/compute/thread-pool.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/db/database.ts';
import { localOnly } from '#platform/http/limits/host-guard.ts';
import { type OutboundFetch, outboundFetch, outboundStream, outboundWebFetch } from '#platform/http/outbound.ts';
import type { Extension } from '#platform/http/server/server.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import type { Adapter } from '#platform/ports/port.ts';
import { simulatorStore } from '#platform/ports/simulator-store.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { billingSimulator } from './billing-simulator/billing-simulator.ts';
import { billingPages } from './billing-simulator/pages.ts';
import { cardprocCardnet } from './cardproc-cardnet/cardproc-cardnet.ts';
import { cardprocSimulator } from './cardproc-simulator/cardproc-simulator.ts';
import { cardprocPages } from './cardproc-simulator/pages.ts';
import { chatModels } from './chat-model/chat-model.ts';
import { embeddingModels } from './chat-model/embedding-model.ts';
import { chatModelSimulator } from './chat-model-simulator/chat-model-simulator.ts';
import { embeddingModelSimulator } from './chat-model-simulator/embedding-model-simulator.ts';
import { conversionsHttp } from './conversions-http/conversions-http.ts';
import { conversionsSimulator } from './conversions-simulator/conversions-simulator.ts';
import { diskStorage } from './disk-storage/disk-storage.ts';
import { ecfDgii } from './ecf-dgii/ecf-dgii.ts';
import { ecfSimulator } from './ecf-simulator/ecf-simulator.ts';
import { fileRatesAdapter, sampleRatesAdapter } from './file-rates/file-rates.ts';
import { localMailbox, type Mailbox } from './mailbox/mailbox.ts';
import { mailboxPage } from './mailbox/mailbox-page.ts';
import { messagingGraph } from './messaging-graph/messaging-graph.ts';
import { messagingSimulator } from './messaging-simulator/messaging-simulator.ts';
import { messagingPages } from './messaging-simulator/pages.ts';
import { payprocPages } from './payproc-simulator/pages.ts';
import { payprocSimulator } from './payproc-simulator/payproc-simulator.ts';
import { storeappAHttp } from './storeapp-a/storeapp-a.ts';
import { storeappBHttp } from './storeapp-b/storeapp-b.ts';
import { ROOT as STORES_ROOT, storePages } from './storeapp-simulator/storeapp-simulator.ts';
import { systemDns } from './system-dns/system-dns.ts';
import { webPushAdapter } from './web-push/web-push.ts';

const PROVIDER_ANSWERS_WITHIN_MS = 20_000;
/** 64 vectors of 3,072 dimensions are 3 MB of text. */
const MODEL_ANSWER_BYTES_MAX = 8_000_000;

/** The dependencies of adapters. */
interface Materials {
  config: Config;
  dataDir: string;
  publicUrl: string;
  secrets: Secrets;
  database: Database;
  threads: ThreadPool;
}

/**
 * Everything outside the service that it reaches: the one list of adapters. Those with a large library are loaded only where they
 * are configured.
 */
export async function createAdapters(materials: Materials) {
  const { config, dataDir, secrets, threads } = materials;
  const simulators = createSimulators(materials);
  // A production service must never take play money for real.
  const isSimulated = config.NODE_ENV !== 'production';
  const mail = await createMail(config, dataDir);
  const call: OutboundFetch = (url, request) =>
    outboundFetch(url, { ...request, allowPrivate: config.WEBHOOK_ALLOW_PRIVATE });
  const callModel = outboundWebFetch({
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    answerBytesMax: MODEL_ANSWER_BYTES_MAX,
  });
  // The first adapter of a port is the default of an organization that has chosen none.
  const adapters: Adapter[] = [
    webPushAdapter({ secrets, contact: config.MAIL_FROM, call }),
    fileRatesAdapter({ path: resolve(dataDir, 'rates.csv') }),
    ...(isSimulated ? [sampleRatesAdapter()] : []),
    conversionsHttp(call),
    ...(await stripe(config)),
    ...(isSimulated ? simulators.adapters : []),
    cardprocCardnet({
      call,
      addresses: { test: config.CARDNET_TEST_URL, live: config.CARDNET_LIVE_URL },
      timeoutMs: PROVIDER_ANSWERS_WITHIN_MS,
    }),
    ecfDgii({ call, threads }),
    ...stores(materials, simulators.simulated.stores.clientSecret),
    systemDns(config.DNS_SERVERS),
    ...chatModels(callModel),
    embeddingModels(callModel),
    ...(isSimulated ? [chatModelSimulator(), embeddingModelSimulator()] : []),
    messagingGraph({
      call,
      stream: (url, request) => outboundStream(url, { ...request, allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }),
      apiUrl: config.MSGAPP_API_URL,
      version: config.MSGAPP_API_VERSION,
      appId: config.MSGAPP_APP_ID,
      signUp: { url: config.MSGAPP_SIGN_UP_URL, configuration: config.MSGAPP_SIGN_UP_CONFIG },
      appSecret: config.MSGAPP_APP_SECRET,
      verifyToken: config.MSGAPP_VERIFY_TOKEN,
    }),
  ];
  // The simulators' pages and the mailbox are for the person at this machine. A proxy on it would show them to everybody, so
  // production never has them.
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(config.HOST) && isSimulated;
  const simulatorPages = simulators.pages.map((page) => localOnly(page, materials.publicUrl));
  const pages: Extension[] = isLocal ? [...mail.pages.map((page) => localOnly(page)), ...simulatorPages] : [];
  return {
    adapters,
    pages,
    simulators: simulators.simulated,
    mailer: mail.mailer,
    mailbox: mail.mailbox,
    mailboxIsShown: isLocal && mail.mailbox !== null,
    storage: await createStorage(config, dataDir),
    start: (): void => {
      if (isSimulated) simulators.simulated.payproc.start();
    },
    stop: (): Promise<void> => {
      simulators.simulated.messaging.stop();
      return simulators.simulated.payproc.stop();
    },
  };
}

function createSimulators({ database, publicUrl, secrets, threads }: Materials) {
  const payproc = payprocSimulator({
    store: simulatorStore(database, 'payproc'),
    publicUrl,
    webhookSecret: secrets.pepper('payproc-simulator', 'webhook secret').toString('hex'),
  });
  const cardproc = cardprocSimulator({ store: simulatorStore(database, 'cardproc'), publicUrl });
  const billing = billingSimulator({
    store: simulatorStore(database, 'billing'),
    publicUrl,
    webhookSecret: secrets.pepper('billing-simulator', 'webhook secret').toString('hex'),
  });
  const ecf = ecfSimulator(simulatorStore(database, 'ecf'), threads);
  const messagingOptions = {
    store: simulatorStore(database, 'messaging'),
    publicUrl,
    appSecret: secrets.pepper('messaging-simulator', 'app secret').toString('hex'),
    verifyToken: secrets.pepper('messaging-simulator', 'verify token').toString('hex'),
  };
  const messaging = messagingSimulator(messagingOptions);
  const stores = {
    store: simulatorStore(database, 'stores'),
    clientSecret: secrets.pepper('stores-simulator', 'client secret').toString('hex'),
  };
  const adapters: Adapter[] = [
    payproc.adapter,
    billing.adapter,
    cardproc.adapter,
    conversionsSimulator(simulatorStore(database, 'conversions')),
    ecf.adapter,
    messaging.adapter,
  ];
  const pages = [
    payprocPages(payproc.provider),
    billingPages(billing.provider),
    cardprocPages(cardproc.provider),
    messagingPages(messagingOptions, messaging),
    storePages(stores),
  ];
  return { simulated: { payproc, billing, cardproc, ecf, messaging, stores }, adapters, pages };
}

async function stripe(config: Config): Promise<Adapter[]> {
  if (!config.STRIPE_SECRET_KEY) return [];
  const { payprocStripe } = await import('./payproc-stripe/payproc-stripe.ts');
  return [
    payprocStripe({
      secretKey: config.STRIPE_SECRET_KEY,
      webhookSecret: config.STRIPE_WEBHOOK_SECRET,
      apiUrl: config.STRIPE_API_URL,
      timeoutMs: PROVIDER_ANSWERS_WITHIN_MS,
    }),
  ];
}

/** Both kinds of stores. Without an app at the hosted one, its simulator takes its place, except in production. */
function stores({ config, publicUrl }: Materials, simulatedSecret: string): Adapter[] {
  const isSimulated = config.NODE_ENV !== 'production';
  const simulated = `${publicUrl}${STORES_ROOT}/`;
  const call: OutboundFetch = (url, request) =>
    outboundFetch(url, {
      ...request,
      // Dots in a path could lead from the simulator to other paths of this service.
      allowPrivate:
        config.WEBHOOK_ALLOW_PRIVATE || (isSimulated && URL.parse(url)?.href.startsWith(simulated) === true),
    });
  const { STOREAPP_A_CLIENT_ID: clientId, STOREAPP_A_CLIENT_SECRET: clientSecret } = config;
  const hosted =
    clientId && clientSecret
      ? [storeappAHttp({ call, clientId, clientSecret, shopUrl: 'https://{shop}' })]
      : isSimulated
        ? [
            storeappAHttp({
              call,
              clientId: 'simulated',
              clientSecret: simulatedSecret,
              shopUrl: `${simulated}a/{shop}`,
            }),
          ]
        : [];
  return [...hosted, storeappBHttp(call)];
}

interface CreatedMail {
  mailer: Mailer;
  mailbox: Mailbox | null;
  pages: Extension[];
}

/** Without a mail server, e-mails stay in a folder of this machine. */
async function createMail(config: Config, dataDir: string): Promise<CreatedMail> {
  if (config.SMTP_URL) {
    const { smtpMailer } = await import('./smtp/smtp.ts');
    return { mailer: smtpMailer(config.SMTP_URL, config.MAIL_FROM), mailbox: null, pages: [] };
  }
  const mailbox = localMailbox(resolve(dataDir, 'mailbox'));
  return { mailer: mailbox, mailbox, pages: [mailboxPage(mailbox)] };
}

async function createStorage({ STORAGE }: Config, dataDir: string): Promise<Storage> {
  if (STORAGE?.startsWith('s3:')) {
    // The SDK takes a fifth of a second to load: before the first request, and only where a bucket is configured.
    const { s3Storage } = await import('./s3-storage/s3-storage.ts');
    return s3Storage(STORAGE);
  }
  return diskStorage(STORAGE ? fileURLToPath(STORAGE) : resolve(dataDir, 'files'));
}
