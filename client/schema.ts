// Made by `npm run generate` from openapi.json.

export interface Acceptance {
  /** Of the person who accepts. */
  name: string;
  /** Of the document that they saw: refused with `version_conflict` if it has changed since. */
  version: number | string;
}

export interface Accepted {
  /** Whose page it is. */
  organization: PageBrand;
  /** The page that the visitor came from. */
  pageUrl: string;
  /** As they wrote it. */
  name: string;
  /** When it was accepted. */
  acceptedAt: string;
}

export interface Account {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As lists and reports show it; also the name of its account of the chart. */
  name: string;
  /** The branch, warehouse or point of sale that it belongs to. */
  divisionId: string | null;
  /** For accounts at a bank; searches find it. */
  bankName: string | null;
  /** As the bank writes it. */
  accountNumber: string | null;
  kind: AccountKind;
  /** ISO 4217 */
  currency: string;
  /** Its own account of the chart. */
  chartAccountId: string;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface AccountChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As lists and reports show it; also the name of its account of the chart. */
  name?: string;
  /** The branch, warehouse or point of sale that it belongs to. */
  divisionId?: string | null;
  /** For accounts at a bank; searches find it. */
  bankName?: string | null;
  /** As the bank writes it. */
  accountNumber?: string | null;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

/** `cash`: a box or drawer. `bank`: an account at a bank. `card`: card sales that the acquirer has yet to pay. `payout`: the balance at the payment processor. `other`: anything else that holds money. */
export type AccountKind = "cash" | "bank" | "card" | "payout" | "other";

/** Money into an account, or out of it for a purchase. */
export interface AccountLine {
  /** A cash box, bank account or card terminal: `GET /v1/account`. */
  accountId: string;
  /** In the currency of the account. Default: the amount due. */
  amount?: DecimalInput;
  /** How much of the document it settles, if the account has another currency. Default: at the rates of the day. */
  settles?: DecimalInput;
  /** The cash account that gives the change, in the organization’s currency. Default: this account. */
  changeAccountId?: string;
  /** Default: the kind of the account. */
  paymentMethod?: string;
  /** A number of the payment, such as of the cheque or transfer. */
  reference?: string;
}

export type AccountPage = PageInfo & { data: Account[] };

export type AccountStatementsGetAnswer = PageInfo & ({ data: ({ date: string; paymentId: string | null; documentId: string; documentKind: "invoice" | "loan"; number: number | null; fiscalNumber: string | null; reference: string | null; source: "account" | "balance" | "gift-card" | "card" | "withheld-itbis" | "withheld-isr" | "credit" | "return" | "write-off" | null; method: string | null; charge: string | null; payment: string | null; balance: string })[]; beneficiaryId: string; name: string; direction: "sale" | "purchase"; currency: string; from: string; to: string; opening: string; charged: string; paid: string; closing: string; overdue: string; prepaid: string });

export interface AccountStatementsSendByEmailAnswer {
  /** The addresses it was sent to. */
  emailsSent: string[];
  /** How many addresses these are. */
  emailCount: number;
}

export interface AccountStatementsSendByEmailBody {
  /** Default: the first of the month of `to`. */
  from?: string;
  /** Default: today. */
  to?: string;
  /** `sale`: what the contact owes. `purchase`: what we owe them, the default for one who is only a supplier. */
  direction?: "sale" | "purchase";
  /** Only documents in this currency. Default: the organization’s. */
  currency?: string;
  /** Default: those of the contact. */
  emails?: string[];
  /** A personal message in the e-mail. */
  message?: string;
}

export interface AccountTransfer {
  /** The record of the books that moved the money. */
  recordId: string;
  /** The account that the money left. */
  fromAccountId: string;
  /** The account that the money reached. */
  toAccountId: string;
  /** The day of the transfer in the books. */
  date: string;
  /** The amount that left, without the fee, in the currency of the first account. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The amount that arrived, in the currency of the second account. */
  receivedAmount: string;
  /** Of the second account. */
  receivedCurrency: string;
  /** What the transfer cost on top, in the currency of the first account. */
  fee: string;
  /** The value of what arrived, in the organization's currency. */
  baseAmount: string;
  /** The exchange gain (negative: loss) against the cost of the money, in the organization's currency. */
  exchangeDifference: string;
}

export interface AccountingRecord {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** `void`: it was deleted, and its postings reversed. */
  status: "posted" | "void";
  /** `income`, `expense`, `journal`, `commission`, or what another part of the service posted. */
  kind: string;
  /** The day on which it counts in the books. */
  date: string;
  /** What reports show of it. */
  description: string;
  /** With taxes, in `currency`. */
  amount: string;
  /** Without taxes. */
  net: string;
  /** The taxes in `amount`; empty: none. */
  taxes: ({ name: string; rate: string | null; amount: string })[];
  /** Of the account that was moved. */
  currency: string;
  /** Units of the organization’s currency for one of `currency`; null: they are the same. */
  rate: string | null;
  /** The amount in the organization’s currency. */
  baseAmount: string;
  /** The cash box or bank account that was moved; null: none, or several. */
  accountId: string | null;
  /** The account of the chart that it was for; null: none, or several. */
  chartAccountId: string | null;
  /** The branch that it counts for; null: none. */
  divisionId: string | null;
  /** The project that it counts for; null: none. */
  projectId: string | null;
  /** Who paid or was paid; null: nobody is named. */
  contactId: string | null;
  /** Of a commission: the member who earned it. */
  sellerId: string | null;
  /** How it was paid; null: not given. */
  paymentMethod: string | null;
  /** A number of another paper, such as a cheque, transfer or order. */
  reference: string | null;
  /** The files of its papers, such as the receipt. */
  attachments: string[];
  /** The kind of operation that posted it; null: entered by hand. */
  sourceKind: string | null;
  /** What posted it, such as the document; null: entered by hand. */
  sourceId: string | null;
  /** The journal entry that this one reverses. */
  reversalOf: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type AccountingReport = { type: "trial-balance"; from: string; compareFrom?: string; compareTo?: string; to: string; knownAt: string; currency: string; lines: { accountId: string; code: string; name: string; openingDebit: string; openingCredit: string; debit: string; credit: string; closingDebit: string; closingCredit: string; compared?: { openingDebit: ComparedAmount; openingCredit: ComparedAmount; debit: ComparedAmount; credit: ComparedAmount; closingDebit: ComparedAmount; closingCredit: ComparedAmount } }[]; totals: { openingDebit: string; openingCredit: string; debit: string; credit: string; closingDebit: string; closingCredit: string; compared?: { openingDebit: ComparedAmount; openingCredit: ComparedAmount; debit: ComparedAmount; credit: ComparedAmount; closingDebit: ComparedAmount; closingCredit: ComparedAmount } } } | { type: "profit-and-loss"; from: string; compareFrom?: string; compareTo?: string; to: string; knownAt: string; currency: string; income: ReportSection; expense: ReportSection; result: string; compared?: { result: ComparedAmount } } | { type: "balance-sheet"; compareTo?: string; to: string; knownAt: string; currency: string; assets: ReportSection; liabilities: ReportSection; equity: ReportSection; resultOfYear: string; resultOfEarlierYears: string; totalEquity: string; totalLiabilitiesAndEquity: string; compared?: { resultOfYear: ComparedAmount; resultOfEarlierYears: ComparedAmount; totalEquity: ComparedAmount; totalLiabilitiesAndEquity: ComparedAmount } } | { type: "cash-flow"; from: string; compareFrom?: string; compareTo?: string; to: string; knownAt: string; currency: string; openingCash: string; operating: CashFlows; investing: CashFlows; financing: CashFlows; exchangeDifference: string; netChange: string; closingCash: string; compared?: { openingCash: ComparedAmount; exchangeDifference: ComparedAmount; netChange: ComparedAmount; closingCash: ComparedAmount } };

export interface AccountsListBalanceHistoryAnswer {
  /** Before the first day. */
  openingBalance: string;
  /** One row for each interval, the oldest first. */
  data: { date: string; in: string; out: string; balance: string }[];
  /** The first day of the series. */
  from: string;
  /** The last day of the series. */
  to: string;
  /** How long each step of the series is. */
  interval: "day" | "week" | "month";
  /** A cash box, bank account or card terminal: `GET /v1/account`. */
  accountId: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
}

export type AccountsListBalancesAnswer = PageInfo & ({ data: ({ id: string; name: string; divisionId: string | null; bankName: string | null; accountNumber: string | null; kind: AccountKind; currency: string; chartAccountId: string; archived: boolean; version: number; createdAt: string; balance: string; baseBalance: string })[]; date: string | null; sum: { balance: string; currency: string } });

export interface AccountsListTotalHistoryAnswer {
  /** Before the first day. */
  openingBalance: string;
  /** One row for each interval, the oldest first. */
  data: { date: string; in: string; out: string; balance: string }[];
  /** The first day of the series. */
  from: string;
  /** The last day of the series. */
  to: string;
  /** How long each step of the series is. */
  interval: "day" | "week" | "month";
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** With `byAccount`: each account, in its own currency. */
  accounts: { openingBalance: string; data: { date: string; in: string; out: string; balance: string }[]; accountId: string; name: string; currency: string }[];
}

export interface ActivatedCard {
  /** Whose page it is. */
  organization: PageBrand;
  /** The page that the visitor came from. */
  pageUrl: string;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** For example `visa`. */
  brand: string;
  /** The last four digits. */
  last4: string;
  /** `pending`: the card must be activated before it can be charged. */
  state: "pending" | "active";
  /** Something is due that can be paid with it here. */
  canPay: boolean;
  /** For `pay-with-saved` with this card. */
  proof: string;
  /** The proof is valid until then. */
  expiresAt: string;
}

export type ActiveOrganization = MyOrganization & { permissions: string[]; now: string };

export interface AddedContactDatum {
  /** The contact that gets it. */
  beneficiaryId: string;
  kind: ContactDatumKind;
  /** A telephone number, an e-mail address, a postal address, a date (YYYY-MM-DD), or anything else. */
  value: string;
  /** home, work, birthday, anniversary, … */
  label?: string;
  /** The one to use. The first of its kind is, until another is chosen. */
  isPrimary?: boolean;
}

export interface AddedDocumentLine {
  /** The document that gets the line. */
  pendingRecordId: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** An item of the catalog. Without it: free text. */
  resourceId?: string | null;
  /** A pack or bundle that is sold as one, in place of an item: its parts leave the stock. */
  resourceListId?: string | null;
  /** Default: the name of the item or pack. */
  description?: string;
  /** Default: 1. */
  quantity?: DecimalInput;
  /** What the quantity counts, such as `lb`. Default: the unit of the item. */
  unit?: string | null;
  /** Default, on a sale: the price of the item that holds for the contact that day; of a pack its own, else the sum of its parts. */
  unitPrice?: DecimalInput;
  /** The name of a price tier. */
  priceLabel?: string | null;
  /** Either an amount or a percent of the line. */
  discount?: { amount?: DecimalInput; percent?: DecimalInput } | null;
  /** A discount that price discovery has offered for this item, in place of one by hand. It is taken once, for as long as the line names it; the price defaults to the one it was offered on. */
  discountOfferId?: string | null;
  /** At their rates of the document’s day. Default: those of the item, or what all parts of the pack have. */
  taxIds?: string[];
  /** Where the line is posted. Without it: the account of the item, else `sales` or `expenses` of the posting rules. */
  chartAccountId?: string | null;
  /** Of the units, where the item has them; of a pack or combo, those of all its parts that have them. */
  serialNumbers?: string[];
  lots?: GivenLots;
}

export interface AddedItems {
  /** What is added. */
  items: { resourceId: string; quantity?: DecimalInput }[];
}

export interface AnswerSource {
  /** The training entry. */
  trainingId: string;
  /** Where its text comes from. */
  kind: "question" | "text" | "document" | "page" | "live";
  /** The question or heading of the entry. */
  title: string;
  /** The beginning of the part that fits. */
  excerpt: string;
  /** The share of the question that it covers, or how near its meaning is, from 0 to 1. */
  score: number;
  /** The file of a `document`; otherwise null. */
  fileId: string | null;
  /** The address of a `page`; otherwise null. */
  url: string | null;
  /** The product that the live source describes. */
  resourceId: string | null;
}

export interface AnsweredContext {
  /** The context request, answered or dismissed. */
  request: ContextRequest;
  /** The entry that the answer became; null: dismissed. */
  training: Training | null;
  /** Conversations to which the answer is sent, in the background. */
  replies: number;
}

export interface ApiKey {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The purpose of the key. */
  name: string;
  /** What it may do: `area:read` or `area:write`. */
  permissions: string[];
  /** The IP addresses or ranges it works from; none: everywhere. */
  addresses: string[];
  /** The person in whose name the key acts. */
  createdBy: { userId: string; name: string };
  /** When it was created. */
  createdAt: string;
  /** Within minutes. */
  lastUsedAt: string | null;
  /** In real time; null: it works until it is revoked. */
  expiresAt: string | null;
  /** Until then the secret before the last rotation works too. */
  previousSecretExpiresAt: string | null;
  /** When it was revoked; null: it was not. */
  revokedAt: string | null;
}

export interface ApiKeyChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The purpose of the key. */
  name?: string;
  /** Each is `area:read` or `area:write`; writing includes reading. */
  permissions?: Permission[];
  /** The key works from these addresses or CIDR ranges only; an empty list means from everywhere. */
  addresses?: string[];
  /** In real time; null: it works until it is revoked. */
  expiresAt?: string | null;
}

export type ApiKeyPage = PageInfo & { data: ApiKey[] };

export type ApiKeyWithSecret = ApiKey & { secret: string };

export interface ApiKeysDeleteBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface ApiKeysRotateBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** How long the previous secret still works. */
  overlapSeconds?: number;
}

export interface AppChange {
  /** Of the installation, as read. */
  version?: number;
  /** True installs, false removes. Rows of a removed app stay and are back when it is installed again. */
  installed?: boolean;
  /** The release to install or to change to. Default: the newest. */
  release?: string;
  /** The permissions that you accept: all that the release asks for. */
  permissions?: string[];
  /** An app that is off keeps its rows; they can be read and not changed. */
  enabled?: boolean;
  /** Fields to set; null removes one. Checked by the schema of the release; an app that is on has all that are required. */
  configuration?: Record<string, unknown>;
}

export interface AppDataType {
  /** By which rows name their type: `loyaltyCard`. */
  name: string;
  /** What people see above its rows. */
  title: string;
  /** What a row is. */
  description: string;
  /** A JSON Schema of type `object`: string (`enum`, `format`), number, integer, boolean, array and object up to 4 deep, each optionally `nullable`, without `$ref` and `pattern`, up to 32,000 characters. A … */
  schema: Record<string, unknown>;
  /** Who may write rows: members with `app-data:write`, or only those who also have `apps:write`. */
  writers: "members" | "admins";
  /** Keys of one to three top-level fields: no two rows have the same values. A row that lacks one has no key. */
  unique: string[][];
}

export interface AppDataTypeInput {
  /** By which rows name their type: `loyaltyCard`. */
  name: string;
  /** What people see above its rows. */
  title: string;
  /** What a row is. */
  description?: string;
  /** A JSON Schema of type `object`: string (`enum`, `format`), number, integer, boolean, array and object up to 4 deep, each optionally `nullable`, without `$ref` and `pattern`, up to 32,000 characters. A … */
  schema: Record<string, unknown>;
  /** Who may write rows: members with `app-data:write`, or only those who also have `apps:write`. */
  writers?: "members" | "admins";
  /** Keys of one to three top-level fields: no two rows have the same values. A row that lacks one has no key. */
  unique?: string[][];
}

export interface AppInstallation {
  /** The installed release. */
  release: string;
  /** Whether it is on; if not, its rows cannot be changed. */
  enabled: boolean;
  /** Without the fields that are secret. */
  configuration: Record<string, unknown>;
  /** The secret fields that are set. Their values are never returned. */
  secretNames: string[];
  /** As accepted. */
  permissions: string[];
  /** Rows of an earlier release are being checked against this one. */
  isChecking: boolean;
  /** Rows that do not agree with this release. They stay as they are. */
  invalidRows: number;
  /** The member who installed it; null: not a member. */
  installedBy: string | null;
  /** When it was installed. */
  installedAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export interface AppPlacement {
  /** The part of the user interface. */
  place: "menu" | "dashboard" | "settings" | "contact" | "document" | "product" | "conversation";
  /** What people see there. */
  title: string;
  /** The page that is shown there. */
  url: string | null;
}

export interface AppPlacementInput {
  /** The part of the user interface. */
  place: "menu" | "dashboard" | "settings" | "contact" | "document" | "product" | "conversation";
  /** What people see there. */
  title: string;
  /** The page that is shown there. */
  url?: string | null;
}

export interface AppRelease {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** An app: `GET /v1/apps/available-apps`. */
  appId: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: string;
  /** Release notes: what is new. */
  notes: string;
  /** The types of data that the app brings. */
  dataTypes: AppDataType[];
  /** The settings of an installation. A JSON Schema of type `object`: string (`enum`, `format`), number, integer, boolean, array and object up to 4 deep, each optionally `nullable`, without `$ref` and … */
  configuration: Record<string, unknown> | null;
  /** The permissions that the app asks for. A person accepts them when the app is installed. */
  permissions: string[];
  /** The events that the app follows. */
  events: string[];
  /** Where the app shows in the user interface. */
  placements: AppPlacement[];
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export type AppReleasePage = PageInfo & { data: AppRelease[] };

export interface AppRow {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** An app: `GET /v1/apps/available-apps`. */
  appId: string;
  /** The name of a data type of the installed release. */
  type: string;
  /** The fields of the row, as its type says. */
  data: Record<string, unknown>;
  /** The secret fields that are set. Their values are never returned. */
  secretNames: string[];
  /** Whether it agrees with the installed release. */
  valid: boolean;
  /** The first field that does not. */
  problem: FieldError | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export interface AppRowChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Fields to set; null removes one. Other fields stay as they are. */
  data: Record<string, unknown>;
}

export type AppRowExplorer = PageInfo & { data: AppRow[]; columns: { field: string; title: string; type: string }[] };

export interface AppRowImport {
  /** An app: `GET /v1/apps/available-apps`. */
  appId: string;
  /** The name of a data type of the installed release. */
  type: string;
  /** The rows, at most 1,000. */
  rows: Record<string, unknown>[];
  /** A unique key of the type: a row whose key exists replaces that row, whose secrets stay if left out. Default: every row is new. */
  matchBy?: string[];
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface AppRowImportResult {
  /** How many rows were added. */
  createdCount: number;
  /** How many rows changed what was there. */
  updatedCount: number;
  /** How many rows were as the service had them already. */
  unchangedCount: number;
  /** How many rows were refused; their errors say why. */
  failedCount: number;
  /** One for each row, in the order given. */
  results: RowResult[];
}

export type AppRowPage = PageInfo & { data: AppRow[] };

/** Developed by this organization, published to all by the operator, or part of the service. */
export type AppSource = "own" | "public" | "built-in";

export interface AppWithInstallation {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Names the app in the organization that develops it. */
  key: string;
  /** What members see. */
  name: string;
  /** What the app does. */
  description: string;
  source: AppSource;
  /** The organization that develops a public app. */
  publisher: string | null;
  /** The newest release that can be installed. */
  latest: string;
  /** Null: not installed. */
  installation: AppInstallation | null;
  /** Whether a newer release can be installed. */
  isUpgradeAvailable: boolean;
}

export interface AppsConnectStoreAAnswer {
  /** Open it in the browser of the owner of the shop. */
  url: string;
}

export interface AppsDeleteRowBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

/** As the store writes it. */
export type AppsReceiveStoreABody = {};

export interface AppsRetryStoreDeliveryBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface Asset {
  /** As the register shows it. */
  name: string;
  /** A number of your own, or a licence plate; null: none. */
  code: string | null;
  /** Of the maker; null: none. */
  serialNumber: string | null;
  /** The group in which the register shows it. */
  category: string;
  /** Of the tax code (art. 287); null: none of the three. */
  taxCategory: 1 | 2 | 3 | null;
  /** Where it is. */
  location: string;
  /** Who is responsible for it. */
  custodian: string;
  /** For your own people. */
  note: string;
  /** The day on which it was bought. */
  acquiredOn: string;
  /** From this day on it is depreciated. */
  inServiceOn: string;
  /** Without recoverable taxes, in the organization’s currency. */
  cost: string;
  /** What it will still be worth: this part is not depreciated. */
  salvageValue: string;
  /** Depreciated in another system before. */
  openingDepreciation: string;
  /** The last month that `openingDepreciation` includes; null: none. */
  openingThrough: string | null;
  /** `declining`: a percent of the book value; `straight-line`: even amounts. */
  method: "straight-line" | "declining";
  /** How many months it is depreciated over. */
  lifeMonths: number;
  /** Percent of the book value, of `declining` only; null: even amounts. */
  yearlyRate: string | null;
  /** The account of the chart that has the cost. */
  assetAccountId: string;
  /** The account of the chart that has the depreciation so far. */
  accumulatedAccountId: string;
  /** The account of the chart that the depreciation is an expense of. */
  expenseAccountId: string;
  /** The branch that its postings count for; null: none. */
  divisionId: string | null;
  /** The project that its postings count for; null: none. */
  projectId: string | null;
  /** The purchase invoice with which it was bought; null: none. */
  pendingRecordId: string | null;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  state: AssetState;
  /** The organization’s: every amount is in it. */
  currency: string;
  /** What was depreciated so far. */
  accumulatedDepreciation: string;
  /** Zero after its disposal. */
  bookValue: string;
  /** The first day of the month that is depreciated next. */
  nextMonth: string | null;
  /** How it left; null: it is still there. */
  disposal: { date: string; kind: "sold" | "scrapped"; proceeds: string; depreciation: string; gain: string; recordId: string; pendingRecordId: string | null } | null;
  /** Only where one asset is read. */
  schedule?: ({ month: string; amount: string; accumulated: string; postedOn: string | null; recordId: string | null })[];
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface AssetChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As the register shows it. */
  name?: string;
  /** A number of your own, or a licence plate; null: none. */
  code?: string | null;
  /** Of the maker; null: none. */
  serialNumber?: string | null;
  /** The group in which the register shows it. */
  category?: string;
  /** Of the tax code (art. 287); null: none of the three. */
  taxCategory?: 1 | 2 | 3 | null;
  /** Where it is. */
  location?: string;
  /** Who is responsible for it. */
  custodian?: string;
  /** For your own people. */
  note?: string;
  /** The day on which it was bought. */
  acquiredOn?: string;
  /** From this day on it is depreciated. */
  inServiceOn?: string;
  /** Without recoverable taxes, in the organization’s currency. */
  cost?: DecimalInput;
  /** What it will still be worth: this part is not depreciated. */
  salvageValue?: DecimalInput;
  /** Depreciated in another system before. */
  openingDepreciation?: DecimalInput;
  /** The last month that `openingDepreciation` includes; null: none. */
  openingThrough?: string | null;
  /** `declining`: a percent of the book value; `straight-line`: even amounts. */
  method?: "straight-line" | "declining";
  /** How many months it is depreciated over. */
  lifeMonths?: number;
  /** Percent of the book value, of `declining` only; null: even amounts. */
  yearlyRate?: DecimalInput | null;
  /** The account of the chart that has the cost. */
  assetAccountId?: string;
  /** The account of the chart that has the depreciation so far. */
  accumulatedAccountId?: string;
  /** The account of the chart that the depreciation is an expense of. */
  expenseAccountId?: string;
  /** The branch that its postings count for; null: none. */
  divisionId?: string | null;
  /** The project that its postings count for; null: none. */
  projectId?: string | null;
  /** The purchase invoice with which it was bought; null: none. */
  pendingRecordId?: string | null;
}

/** `depreciated`: nothing is left to depreciate. `disposed`: sold or scrapped. */
export type AssetState = "active" | "depreciated" | "disposed";

export interface AssetSums {
  /** How many assets there are. */
  assets: number;
  /** On the day before the period. */
  costBefore: string;
  /** The cost of what was bought in the period. */
  acquired: string;
  /** The cost of what left in the period. */
  costDisposed: string;
  /** At its end. */
  cost: string;
  /** Depreciated until the day before the period. */
  depreciatedBefore: string;
  /** Posted in the period. */
  depreciated: string;
  /** The depreciation of what left in the period. */
  depreciationDisposed: string;
  /** What was depreciated until its end, without what left. */
  accumulatedDepreciation: string;
  /** The cost less the depreciation, at its end. */
  bookValue: string;
}

export interface AssignedTo {
  /** As read: of two people who take it at once, the second is refused. */
  version?: number;
  /** The member who gets it. Without `botId` either, nobody does. */
  userId?: string | null;
  /** The bot that gets it. */
  botId?: string | null;
}

export interface Assignment {
  /** Who gets a conversation that nobody has. */
  to: "nobody" | "bot" | "members";
  /** The members who take turns: the one with the fewest open conversations is next. With `to: bot`, those whom the bot hands over to. */
  userIds: string[];
  /** A conversation that is reopened goes back to the last person who had it. */
  lastAgent: boolean;
  /** A conversation with this label goes to this member, when it opens or gets the label while no person has it. */
  byLabel: { label: string; userId: string }[];
}

export interface AssignmentInput {
  /** Who gets a conversation that nobody has. */
  to?: "nobody" | "bot" | "members";
  /** The members who take turns: the one with the fewest open conversations is next. With `to: bot`, those whom the bot hands over to. */
  userIds?: string[];
  /** A conversation that is reopened goes back to the last person who had it. */
  lastAgent?: boolean;
  /** A conversation with this label goes to this member, when it opens or gets the label while no person has it. */
  byLabel?: { label: string; userId: string }[];
}

export interface AssistantCall {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As the model calls it. */
  tool: string;
  /** Of this API, as in the reference. Null: a tool of the assistant itself. */
  operation: string | null;
  /** Whether it changes data. */
  writes: boolean;
  /** Exactly what is sent: `params`, `query` and `body`. It never changes after this. */
  request: unknown;
  /** `pending`: waits for your approval until `expiresAt`. `denied`: you refused it. `withdrawn`: you wrote something else instead. */
  state: CallState;
  /** The answer of the operation; long lists are cut. */
  result: unknown;
  /** Why it failed, for programs; null: it did not. */
  errorCode: string | null;
  /** Why it failed; null: it did not. */
  error: string | null;
  /** Until when it can be approved; null: it needs no approval. */
  expiresAt: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it ended; null: it has not. */
  finishedAt: string | null;
}

export interface AssistantConversation {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What you named it, or the beginning of the first message. */
  title: string;
  /** The number of its last message. */
  lastSeq: number;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type AssistantConversationDetail = AssistantConversation & { messages: AssistantMessage[] };

export type AssistantConversationPage = PageInfo & { data: AssistantConversation[] };

export interface AssistantListToolsAnswer {
  /** The rows. */
  data: { name: string; operation: string; summary: string; permission: string; writes: boolean; asks: boolean }[];
}

export interface AssistantMessage {
  /** From 1, without gaps. */
  seq: number;
  /** Who wrote it: you or the assistant. */
  role: "user" | "assistant";
  /** What was written. */
  text: string;
  /** Why the turn ended without an answer. */
  problem: string | null;
  /** The id of the model that answered; null: your own message. */
  model: string | null;
  /** Tokens that the model read for it. */
  inputTokens: number;
  /** Tokens that the model wrote for it. */
  outputTokens: number;
  /** When it was created. */
  createdAt: string;
  /** The operations that the assistant called. */
  calls: AssistantCall[];
}

export interface AssistantTurn {
  /** A conversation (chat): `GET /v1/conversation`. */
  conversationId: string;
  /** `waiting`: calls wait for your approval (`POST /v1/automation/assistant/tool-approval`). */
  state: "done" | "waiting" | "failed";
  /** The answer; may be empty while calls wait. */
  text: string;
  /** Why there is no complete answer. */
  problem: string | null;
  /** The id of the model that answered. */
  model: string;
  /** Of this part of the turn. */
  tokens: { input: number; output: number };
  /** All calls since your last message. */
  calls: AssistantCall[];
}

/** Who gets it: a list of conversations, the contacts that match a filter, or the rows of a file. */
export interface Audience {
  /** A saved list of conversations. */
  listId?: string;
  /** Contacts, with filters as in `GET /v1/beneficiary`; empty: every current contact. */
  filter?: { search?: string; kind?: "person" | "company"; isCustomer?: boolean; isSupplier?: boolean; label?: string; sellerId?: string };
  /** A CSV or XLSX file whose first row names the columns. */
  fileId?: string;
  /** The column of the file with the telephone numbers. Default: `Teléfono`. */
  phoneColumn?: string;
  /** The column of the file with the names. */
  nameColumn?: string;
}

export interface AutoCharge {
  /** Whose page it is. */
  organization: PageBrand;
  /** The page that the visitor came from. */
  pageUrl: string;
  /** Whether invoices are charged when they fall due. */
  enabled: boolean;
  /** The card that is charged. */
  paymentMethodId: string;
}

export interface AutoChargeChange {
  /** Of `verify-code`, or of the activation of the card. */
  proof: string;
  /** The `id` of a saved card of `verify-code`. */
  paymentMethodId: string;
  /** `false` ends it. */
  enabled?: boolean | "on" | "true" | "false";
}

export type Automation = AutomationSummary & { trigger: AutomationTrigger; nodes: AutomationNode[] };

export interface AutomationCall {
  /** An automation: `GET /v1/automation`. */
  automationId: string;
  /** As the input schema of the automation says. */
  input?: Record<string, unknown>;
  /** Idempotency key without expiry: the same key starts the automation once. For example, an order number. */
  key?: string;
}

export interface AutomationChange {
  /** What members see in lists. */
  name: string;
  /** What it is for. The callers of an `api` trigger read it. */
  description?: string;
  /** More threads in an hour than this fail at once. */
  threadsPerHour?: number;
  /** What starts it. */
  trigger: AutomationTriggerInput;
  /** The first one is where a thread begins. */
  nodes: AutomationNodeInput[];
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
}

export interface AutomationCondition {
  /** A path into the data of the thread: `event.payload.total`, `input.name`, `steps.find_invoice.state`. */
  field: string;
  /** How `field` is compared with `value`; `exists` and `missing` need no value. */
  operator: "equals" | "not-equals" | "contains" | "not-contains" | "starts-with" | "greater" | "at-least" | "less" | "at-most" | "exists" | "missing";
  /** Amounts compare as decimal numbers, whether they are text or numbers. */
  value: string | number | boolean | null;
}

export interface AutomationConditionInput {
  /** A path into the data of the thread: `event.payload.total`, `input.name`, `steps.find_invoice.state`. */
  field: string;
  /** How `field` is compared with `value`; `exists` and `missing` need no value. */
  operator: "equals" | "not-equals" | "contains" | "not-contains" | "starts-with" | "greater" | "at-least" | "less" | "at-most" | "exists" | "missing";
  /** Amounts compare as decimal numbers, whether they are text or numbers. */
  value?: string | number | boolean | null;
}

export interface AutomationHappening {
  /** From 1, without gaps. */
  seq: number;
  /** What happened. */
  type: "started" | "step-done" | "step-failed" | "retry-planned" | "waiting" | "needs-review" | "resumed" | "done" | "stopped" | "failed" | "canceled";
  /** The node that it is about; null: the whole thread. */
  nodeId: string | null;
  /** Depends on `type`: the reason, the time of the next attempt … */
  details: Record<string, unknown>;
  /** When it was created. */
  createdAt: string;
}

export interface AutomationHappeningCursorPage {
  /** The rows. */
  data: AutomationHappening[];
}

export type AutomationNode = { id: string; kind: "condition"; match: "all" | "any"; conditions: AutomationCondition[]; next: string | null; otherwise: string | null } | { id: string; kind: "switch"; value: string; cases: ({ equals: string | number | boolean; next: string })[]; next: string | null } | { id: string; kind: "operation"; operation: string; params: Record<string, string>; query: Record<string, string>; body?: Record<string, unknown>; retries: number; next: string | null; onError: string | null } | { id: string; kind: "http"; method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; url: string; headers: Record<string, string>; body?: unknown; timeoutMs: number; repeatable: boolean; retries: number; next: string | null; onError: string | null } | { id: string; kind: "wait"; seconds?: number; until?: string; next: string | null } | { id: string; kind: "approval"; message: string; permission: string; seconds: number; early: boolean; next: string | null; otherwise: string | null } | { id: string; kind: "transform"; value: unknown; next: string | null; onError: string | null } | { id: string; kind: "loop"; items: string; body: string; itemsMax: number; next: string | null } | { id: string; kind: "email"; to: string; subject: string; text: string; next: string | null; onError: string | null };

export type AutomationNodeInput = { id: string; kind: "condition"; match?: "all" | "any"; conditions: AutomationConditionInput[]; next?: string | null; otherwise?: string | null } | { id: string; kind: "switch"; value: string; cases: ({ equals: string | number | boolean; next: string })[]; next?: string | null } | { id: string; kind: "operation"; operation: string; params?: Record<string, string>; query?: Record<string, string>; body?: Record<string, unknown>; retries?: number; next?: string | null; onError?: string | null } | { id: string; kind: "http"; method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; url: string; headers?: Record<string, string>; body?: unknown; timeoutMs?: number; repeatable?: boolean; retries?: number; next?: string | null; onError?: string | null } | { id: string; kind: "wait"; seconds?: number; until?: string; next?: string | null } | { id: string; kind: "approval"; message: string; permission?: string; seconds?: number; early?: boolean; next?: string | null; otherwise?: string | null } | { id: string; kind: "transform"; value: unknown; next?: string | null; onError?: string | null } | { id: string; kind: "loop"; items: string; body: string; itemsMax?: number; next?: string | null } | { id: string; kind: "email"; to: string; subject: string; text: string; next?: string | null; onError?: string | null };

export interface AutomationPlan {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** An automation: `GET /v1/automation`. */
  automationId: string;
  /** A rule of RFC 5545; null: it runs once. */
  rule: string | null;
  /** Its first time, on the clocks of `timeZone`. */
  startsLocal: string;
  /** An IANA time zone, such as `America/Santo_Domingo`. */
  timeZone: string;
  /** The `input` of each thread. */
  payload: Record<string, unknown>;
  /** Which missed times start threads. */
  missed: "skip" | "last" | "all";
  /** `done`: it has no more times. */
  state: "planned" | "done" | "canceled";
  /** When it starts the next thread; null: never. */
  nextAt: string | null;
  /** The next times, up to ten. */
  upcoming: string[];
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface AutomationPlanCursorPage {
  /** The rows. */
  data: AutomationPlan[];
}

export type AutomationPlanPage = PageInfo & { data: AutomationPlan[] };

export interface AutomationPlanSearch {
  /** Plans of this automation only. */
  automationId?: string;
  /** Plans whose payload has all these values. */
  payload: Record<string, string | number | boolean | null>;
  /** `cancel` ends the plans that are found; `move` gives those that run once another time. */
  action?: "find" | "cancel" | "move";
  /** The new time, for `move`. */
  at?: string;
}

export interface AutomationSecret {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** By which expressions name it: `{{ secrets.API_KEY }}`. */
  name: string;
  /** The hosts that HTTP nodes may send it to. */
  hosts: string[];
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type AutomationSecretPage = PageInfo & { data: AutomationSecret[] };

export interface AutomationStep {
  /** From 1, in the order in which they were made. */
  number: number;
  /** The node of the automation. */
  nodeId: string;
  /** The kind of the node. */
  kind: string;
  /** Whether it has ended, and how. */
  state: "running" | "waiting" | "done" | "failed";
  /** How often it was tried. */
  attempts: number;
  /** The input of the node, with secrets masked. */
  input: unknown;
  /** What later nodes see as `steps.<node>`. */
  output: unknown;
  /** Why it failed, for programs; null: it did not. */
  errorCode: string | null;
  /** Why it failed, for people; null: it did not. */
  error: string | null;
  /** When it was first tried. */
  startedAt: string;
  /** When it ended; null: it has not. */
  finishedAt: string | null;
}

export interface AutomationSummary {
  /** What members see in lists. */
  name: string;
  /** What it is for. The callers of an `api` trigger read it. */
  description: string;
  /** More threads in an hour than this fail at once. */
  threadsPerHour: number;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whether its trigger starts threads. */
  enabled: boolean;
  /** What starts it. */
  triggerKind: "event" | "webhook" | "api";
  /** Of trigger and nodes. Threads finish with the version that they began with. */
  currentVersion: number;
  /** It acts as this person, with no more permissions than they have. */
  publishedBy: string | null;
  /** Where requests start it, if a webhook is its trigger. Keep it secret. */
  webhookUrl: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type AutomationSummaryPage = PageInfo & { data: AutomationSummary[] };

export interface AutomationTest {
  /** The payload of the sample event, the input of a call, or the body of a request to the webhook. */
  input?: unknown;
  /** Of a webhook: the query and headers of the request. */
  request?: { query?: Record<string, string | string[]>; headers?: Record<string, string> };
}

export interface AutomationTestResult {
  /** How a thread would end. */
  state: "done" | "stopped" | "failed";
  /** In their order, up to 100. */
  steps: AutomationTestStep[];
}

export interface AutomationTestStep {
  /** The node of the automation. */
  nodeId: string;
  /** The kind of the node. */
  kind: string;
  /** The input that the node would get, with secrets masked. */
  input: unknown;
  /** Of an operation: what it would answer. Of an HTTP request: a sample, as none is sent. */
  output: unknown;
  /** Why it failed, for programs; null: it did not. */
  errorCode: string | null;
  /** Why it would fail, for people; null: it would not. */
  error: string | null;
}

export interface AutomationThread {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** An automation: `GET /v1/automation`. */
  automationId: string;
  /** The version of the automation that it runs. */
  automationVersion: number;
  /** `waiting`: at a wait node, until `dueAt`. `stopped`: a condition was not met. `needs-review`: it is not known whether a request had its effect, and a person decides. */
  state: ThreadState;
  /** What started it. */
  source: ThreadSource;
  /** The same key starts a thread once. */
  triggerKey: string;
  /** The event that started it; null: something else did. */
  eventId: string | null;
  /** The plan that started it; null: something else did. */
  scheduleId: string | null;
  /** The node that is next, or where it ended. */
  nodeId: string | null;
  /** How many steps it has made. */
  stepsMade: number;
  /** When it goes on, if it waits; null: it does not. */
  dueAt: string | null;
  /** Why it failed, for programs; null: it did not. */
  errorCode: string | null;
  /** Why it failed, for people; null: it did not. */
  error: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it began; null: it has not. */
  startedAt: string | null;
  /** When it ended; null: it has not. */
  finishedAt: string | null;
}

export type AutomationThreadPage = PageInfo & { data: AutomationThread[] };

export type AutomationTrigger = { kind: "event"; types: string[]; match: "all" | "any"; conditions: AutomationCondition[] } | { kind: "webhook"; secret: string | null } | { kind: "api"; input: Record<string, unknown> };

export type AutomationTriggerInput = { kind: "event"; types: string[]; match?: "all" | "any"; conditions?: AutomationConditionInput[] } | { kind: "webhook"; secret?: string | null } | { kind: "api"; input?: Record<string, unknown> };

export interface AutomationVersion {
  /** As `automationVersion` of threads. */
  number: number;
  /** Whether new threads run it, once the automation is enabled. */
  isCurrent: boolean;
  /** Who saved it. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** Who published it last. Null: nobody, or before this was recorded. */
  publishedBy: string | null;
  /** When it was published last; null: never, or not recorded. */
  publishedAt: string | null;
}

export type AutomationVersionPage = PageInfo & { data: AutomationVersion[] };

export interface AutomationsDescribeWebhookAnswer {
  /** Of the automation. */
  name: string;
  /** Whether requests start it. */
  enabled: boolean;
  /** A request needs the key or a signature. */
  needsSecret: boolean;
  /** The method of requests. */
  method: "POST";
  /** The most bytes that a body may have. */
  bodyBytesMax: number;
}

export interface AutomationsReceiveWebhookAnswer {
  /** The thread that was started. */
  threadId: string;
  /** Of the thread, at this moment. */
  state: ThreadState;
}

export interface AvailableApp {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Names the app in the organization that develops it. */
  key: string;
  /** What members see. */
  name: string;
  /** What the app does. */
  description: string;
  source: AppSource;
  /** The organization that develops a public app. */
  publisher: string | null;
  /** The newest release that can be installed. */
  latest: string;
  /** Null: not installed. */
  installedRelease: string | null;
  /** Whether it is installed and on. */
  enabled: boolean;
  /** When it was created. */
  createdAt: string;
}

export type AvailableAppPage = PageInfo & { data: AvailableApp[] };

export interface BeneficiariesAdded {
  /** How many rows were added. */
  createdCount: number;
  /** How many rows changed what was there. */
  updatedCount: number;
  /** How many rows were as the service had them already. */
  unchangedCount: number;
  /** How many rows were refused; their errors say why. */
  failedCount: number;
  /** One for each row, in the order given. */
  results: ({ row: number; id: string | null; outcome: RowOutcome; errors: FieldError[]; possibleDuplicates: ({ id: string; name: string; reasons: ("taxId" | "phone" | "email")[] })[] })[];
}

export interface BeneficiariesArchived {
  /** The contacts. */
  ids: string[];
  /** `false` brings them back. */
  archived?: boolean;
}

export interface BillingCheckoutAnswer {
  /** Of the visit to the page. */
  checkoutId: string;
  /** The page of the billing provider. */
  url: string;
}

export interface BillingGetSubscriptionAnswer {
  /** The plan that counts now: a subscription that is not paid gives the free one. */
  plan: "free" | "business" | "pro";
  /** The name of that plan. */
  name: string;
  /** `none`: there is no subscription. Others as the billing provider says. */
  state: "none" | "incomplete" | "trialing" | "active" | "past_due" | "unpaid" | "paused" | "canceled";
  /** How often it is paid; null: nothing is paid. */
  interval: "month" | "year" | null;
  /** Until when it is paid; null: nothing is paid. */
  periodEndsAt: string | null;
  /** It was canceled and ends with the paid time. */
  cancelsAtPeriodEnd: boolean;
  /** What the plan allows, and what is used of it. */
  entitlements: ({ name: "members" | "documentsPerMonth" | "storageBytes" | "bots"; limit: number | null; used: number | null })[];
}

export interface BillingListPaymentsAnswer {
  /** The newest first, at most 100. */
  data: ({ id: string; amount: string; currency: string; state: "open" | "paid" | "void" | "uncollectible"; createdAt: string; url: string | null })[];
}

export interface BillingListPlansAnswer {
  /** Every plan, the free one first. */
  data: ({ id: "free" | "business" | "pro"; name: string; description: string; currency: string; prices: { month: string; year: string } | null; limits: { members: number | null; documentsPerMonth: number | null; storageBytes: number | null; bots: number | null } })[];
}

export interface BillingPortalAnswer {
  /** The page of the billing provider; it works for a short time. */
  url: string;
}

/** As the provider writes it. */
export type BillingReceiveNoticeBody = { id: string };

export interface BlockedSender {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A channel (number, page, mailbox or widget): `GET /v1/channel`. */
  channelId: string;
  /** The one in which they were blocked. */
  conversationId: string;
  /** The number, address or visitor, or the writer of comments by the id of the network. */
  address: string;
  /** As the conversation had it. */
  name: string;
  /** Why, for colleagues. */
  note: string;
  /** Messages that arrived since and were not stored. */
  droppedCount: number;
  /** When the last of these arrived; null: none has. */
  lastDroppedAt: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export type BlockedSenderPage = PageInfo & { data: BlockedSender[] };

export type Blog = PageInfo & { data: { title: string; description: string; slug: string; url: string; publishedAt: string; updatedAt: string }[]; site: PublicSite };

export interface BlogAndDataReadInvoicedAnswer {
  /** When it was counted; null: not yet. */
  countedAt: string | null;
  /** By currency. */
  totals: { currency: string; organizations: number; documents: number; amount: Decimal }[];
}

export interface Board {
  /** What people see in the list of boards. */
  name: string;
  /** What the board is for. */
  description: string;
  /** `#rrggbb`; null: none. */
  colour: string | null;
  /** Labels to choose from. */
  labels: BoardLabel[];
  /** Custom fields of its tasks. */
  fields: CustomField[];
  /** Boards can be created from a template. */
  template: boolean;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** The caller’s own role; null: not a member. */
  role: "admin" | "editor" | "viewer" | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** Who sees the board, with what they may do. */
  members: ({ id: string; name: string; role: "admin" | "editor" | "viewer" })[];
  /** In their order. */
  columns: BoardColumn[];
}

export interface BoardChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What people see in the list of boards. */
  name?: string;
  /** What the board is for. */
  description?: string;
  /** `#rrggbb`; null: none. */
  colour?: string | null;
  /** Labels to choose from. */
  labels?: BoardLabel[];
  /** Custom fields of its tasks. Tasks lose the values of a field that is left out. */
  fields?: CustomFieldInput[];
  /** Boards can be created from a template. */
  template?: boolean;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
  /** All members. A person who leaves the board leaves its tasks. */
  members?: MemberInput[];
}

export interface BoardColumn {
  /** What people see above its tasks. */
  name: string;
  /** `#rrggbb`; null: none. */
  colour: string | null;
  /** Tasks that enter it are completed; tasks that leave it are open again. */
  done: boolean;
  /** The most tasks that it takes, archived ones aside. */
  limit: number | null;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A board: `GET /v1/tasks/board`. */
  boardId: string;
  /** Sorts the columns, compared as bytes. */
  position: string;
  /** How many tasks it has, archived ones aside. */
  tasks: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export interface BoardColumnCursorPage {
  /** The rows. */
  data: BoardColumn[];
}

export interface BoardLabel {
  /** What tasks are labelled with. */
  name: string;
  /** `#rrggbb` */
  colour: string;
}

export interface BoardShare {
  /** The part of the address that opens the board. */
  shareId: string;
  /** Where anybody reads the board. */
  url: string;
  /** Whether it shows the descriptions of tasks. */
  descriptions: boolean;
}

export interface BoardSummary {
  /** What people see in the list of boards. */
  name: string;
  /** What the board is for. */
  description: string;
  /** `#rrggbb`; null: none. */
  colour: string | null;
  /** Labels to choose from. */
  labels: BoardLabel[];
  /** Custom fields of its tasks. */
  fields: CustomField[];
  /** Boards can be created from a template. */
  template: boolean;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** The caller’s own role; null: not a member. */
  role: "admin" | "editor" | "viewer" | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export type BoardSummaryPage = PageInfo & { data: BoardSummary[] };

export interface BoardTask {
  /** What people see on the board. */
  title: string;
  /** What is to be done, in as many words as needed. */
  description: string;
  priority: Priority;
  /** When work on it begins; null: no date. */
  startsAt: string | null;
  /** When it must be completed; null: no date. */
  dueAt: string | null;
  /** How long before `dueAt` the assignees are reminded; null: not. Default: a day. */
  reminderMinutes: number | null;
  /** How long it is expected to take; null: no estimate. */
  estimateMinutes: number | null;
  /** Words to find it by: those that the board offers, or others. */
  labels: string[];
  /** Lists of small steps to tick off. */
  checklists: Checklist[];
  /** The values of the custom fields of the board, by their key. */
  fields: Record<string, string | number | boolean | null>;
  /** Ids of files. */
  attachments: string[];
  /** Hidden from those who have only the link of the board. */
  private: boolean;
  /** The task that it is a part of. Parts nest up to 5 deep. */
  parentId: string | null;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A board: `GET /v1/tasks/board`. */
  boardId: string;
  /** A column of the board: `GET /v1/tasks/board-column`. */
  columnId: string;
  /** Sorts the tasks of a column, compared as bytes. */
  position: string;
  /** Who does it. */
  assignees: { id: string; name: string }[];
  /** Who is notified of its changes. */
  watchers: { id: string; name: string }[];
  /** Other things that it is about. */
  links: { entityKind: string; entityId: string }[];
  /** Tasks that must be completed before. */
  dependsOn: string[];
  /** Whether a task that it depends on is still open. */
  blocked: boolean;
  /** Its parts: the tasks whose `parentId` it is. */
  subtasks: { done: number; total: number };
  /** Whether it is open and its due time has passed. */
  overdue: boolean;
  /** Whether it is done. */
  completed: boolean;
  /** When it was completed; null: it is open. */
  completedAt: string | null;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** The series that it belongs to; null: none. */
  recurrence: Recurrence | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export type BoardTaskPage = PageInfo & { data: BoardTask[] };

export interface BoardTasksCreateOccurrenceBody {
  /** Names one occurrence: its wall time, or its UTC time where the rule is hourly. */
  occurrence?: string;
}

export interface BoardsReadSharedAnswer {
  /** Of the board. */
  name: string;
  /** What the board is for. */
  description: string;
  /** `#rrggbb`; null: none. */
  colour: string | null;
  /** Who shares the board. */
  issuer: { name: string; logoUrl: string | null };
  /** An IANA time zone, such as `America/Santo_Domingo`. */
  timeZone: string;
  /** How the page shows dates. */
  dateFormat: "MM/dd/yyyy" | "dd/MM/yyyy" | "yyyy-MM-dd";
  /** The labels of the board, with their colours. */
  labels: BoardLabel[];
  /** The custom fields that are shared. */
  fields: { key: string; name: string; type: string }[];
  /** In their order. */
  columns: ({ name: string; colour: string | null; done: boolean; hasMore: boolean; tasks: ({ title: string; description: string | null; priority: "none" | "low" | "medium" | "high" | "urgent"; startsAt: string | null; dueAt: string | null; overdue: boolean; completed: boolean; labels: string[]; checklist: { done: number; total: number }; fields: Record<string, string | number | boolean | null> })[] })[];
}

export interface BoardsShareBody {
  /** Also show the descriptions of tasks. */
  descriptions?: boolean;
}

export type BookedConciliation = Conciliation & { bookedRecordIds: string[] };

export interface BookingPage {
  /** The part of the address that opens the page. */
  sharedId: string;
  /** One event, or hours with slots. */
  kind: "event" | "availability";
  /** What can be booked. */
  title: string;
  /** What visitors should know; may be empty. */
  description: string;
  /** Where it takes place; may be empty. */
  location: string;
  /** How long it lasts. */
  durationMinutes: number;
  /** The business that gives it. */
  organization: Brand;
  /** An IANA time zone, such as `America/Santo_Domingo`. */
  timeZone: string;
  /** The first day shown, in the visitor’s zone. */
  from: string;
  /** The last day shown. */
  to: string;
  /** In the visitor’s zone. */
  today: string;
  /** The last day that can be booked. */
  lastDay: string;
  /** Where none of these days has a free slot: the first later day that has one, within half a year. */
  nextFreeDate: string | null;
  /** The day that was asked for; null: none. */
  date: string | null;
  /** The slot that was asked for; null: none. */
  startTime: string | null;
  /** To be paid before a booking is confirmed; null: none. */
  deposit: { amount: string; currency: string; text: string } | null;
  /** How many hours before the start a cancellation refunds the deposit. Null: it is not refunded. */
  depositRefundHours: number | null;
  /** How long a place is held for the deposit. */
  holdMinutes: number;
  /** The form of the link, whose answers are `formData.answers`. */
  form: PublicForm | null;
  /** Every start that can be booked in these days. */
  slots: Slot[];
}

export interface BookingSubmitted {
  /** True; a refusal has false and the reason. */
  success: boolean;
  /** For the visitor, in their language. */
  message: string;
  /** `held`: until paid or confirmed; `waiting`: for a place. */
  state: "booked" | "held" | "waiting";
  /** Where the visitor sees, moves and cancels the booking. */
  url: string;
  /** Where the deposit is paid, which confirms the booking. */
  payUrl: string | null;
}

export interface Bot {
  /** What members see, and by which it presents itself. */
  name: string;
  /** How it speaks and what it must not do. Only a model reads them. */
  instructions: string;
  /** Used where the language of the customer cannot be recognised. */
  language: "es" | "en";
  /** An inactive bot answers nobody: who writes to it gets a person. */
  active: boolean;
  /** The share of a question, in percent, that a source must cover to count as an answer. */
  threshold: number;
  /** The tools that it may use: the business’s own tools (find_products, find_documents, open_invoices, make_quote, payment_page, send_document, free_slots, book_slot) and the names of approved custom … */
  tools: string[];
  /** Sent when it does not know the answer. Empty: a short text in the language of the customer. */
  unknownMessage: string;
  /** Silence before a burst of messages is answered as one. */
  waitSeconds: number;
  /** Answers in one conversation and day; then a person takes over. */
  answersPerConversation: number;
  /** Answers in all conversations of a day together. */
  answersPerDay: number;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Null: answers are the trained texts themselves, without a model. */
  model: { provider: string; name: string; url: string | null; hasKey: boolean } | null;
  /** Finds sources by their meaning as well as by their words; both rankings are fused. Null: by their words alone. */
  embedding: { provider: string; name: string; url: string | null; hasKey: boolean; problem: string | null } | null;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface BotAnswer {
  /** `unknown`: no source covers the question; in a conversation it becomes a context request. `handed-over`: the model asks for a person. `failed`: the model did not answer. */
  outcome: "answered" | "unknown" | "handed-over" | "resolved" | "failed";
  /** What it would say; null: it has no answer. */
  answer: string | null;
  /** Why it ended this way; null: nothing to explain. */
  reason: string | null;
  /** Of the question. */
  language: "es" | "en";
  /** The sources of the answer, best first. */
  sources: AnswerSource[];
  /** The tools that it called, in order. */
  toolCalls: ({ name: string; args: Record<string, unknown>; error: string | null })[];
}

export interface BotChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What members see, and by which it presents itself. */
  name?: string;
  /** How it speaks and what it must not do. Only a model reads them. */
  instructions?: string;
  /** Used where the language of the customer cannot be recognised. */
  language?: "es" | "en";
  /** An inactive bot answers nobody: who writes to it gets a person. */
  active?: boolean;
  /** The share of a question, in percent, that a source must cover to count as an answer. */
  threshold?: number;
  /** The tools that it may use: the business’s own tools (find_products, find_documents, open_invoices, make_quote, payment_page, send_document, free_slots, book_slot) and the names of approved custom … */
  tools?: string[];
  /** Sent when it does not know the answer. Empty: a short text in the language of the customer. */
  unknownMessage?: string;
  /** Silence before a burst of messages is answered as one. */
  waitSeconds?: number;
  /** Answers in one conversation and day; then a person takes over. */
  answersPerConversation?: number;
  /** Answers in all conversations of a day together. */
  answersPerDay?: number;
  /** Null: answers are the trained texts themselves, without a model. */
  model?: { provider: "openai-compatible" | "anthropic" | "test"; name: string; url?: string | null; key?: string } | null;
  /** Finds sources by their meaning as well as by their words; both rankings are fused. Null: by their words alone. */
  embedding?: { provider: "openai-compatible" | "test"; name: string; url?: string | null; key?: string } | null;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

export type BotPage = PageInfo & { data: Bot[] };

export interface BotTurn {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A bot: `GET /v1/bot`. */
  botId: string;
  /** A conversation (chat): `GET /v1/conversation`. */
  conversationId: string;
  /** `unknown`: it became a context request. `silenced`: a person took over, or the other side seems to be a program. */
  state: TurnState;
  /** Why it ended this way; null: nothing to explain. */
  reason: string | null;
  /** What the answer was taken from, best first. */
  sources: { trainingId: string; title: string; score: number }[];
  /** When it was created. */
  createdAt: string;
  /** When it ended; null: it has not. */
  finishedAt: string | null;
}

export type BotTurnPage = PageInfo & { data: BotTurn[] };

export interface BotsCountContextRequestsAnswer {
  /** Open questions of this bot. */
  count: number;
  /** Bots that have some. */
  bots: { botId: string; count: number }[];
}

export interface BotsRetryBody {
  /** A conversation (chat): `GET /v1/conversation`. */
  conversationId: string;
}

/** Boxes in which the books differ from the payment, because of documents that were written, changed or voided after it: file a rectification (rectificativa), or void the payment and pay again. Empty: … */
export type BoxChanges = { box: string; declared: string; now: string }[];

export interface Branch {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As users choose it, and as documents and reports show it. */
  name: string;
  kind: BranchKind;
  /** Your own short name for it, unique. */
  code: string | null;
  /** Printed on the documents of the branch. */
  address: string | null;
  /** Printed on the documents of the branch. */
  phone: string | null;
  /** Whether the current session works in it. */
  active: boolean;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** When its balances were last closed. */
  closedAt: string | null;
  /** Where its sales are reported as conversions; null: nowhere. */
  conversions: { provider: string; url: string | null; testEventCode: string | null; accessTokenLast4: string } | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface BranchBalances {
  /** The organization’s. */
  currency: string;
  /** The last day that counts. */
  date: string;
  /** In the organization’s currency. */
  total: string;
  /** Money accounts that hold something. */
  accounts: { accountId: string; name: string; kind: string; currency: string; balance: string; baseBalance: string }[];
  /** Branches that hold something. */
  divisions: ({ divisionId: string | null; name: string | null; total: string; accounts: { accountId: string; name: string; kind: string; currency: string; balance: string; baseBalance: string }[] })[];
}

export interface BranchChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As users choose it, and as documents and reports show it. */
  name?: string;
  kind?: BranchKind;
  /** Your own short name for it, unique. */
  code?: string | null;
  /** Printed on the documents of the branch. */
  address?: string | null;
  /** Printed on the documents of the branch. */
  phone?: string | null;
  /** Null removes it. */
  conversions?: ConversionsSettings | null;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

/** What the place is: a shop or office, a store of goods, or a till. */
export type BranchKind = "branch" | "warehouse" | "pos";

export type BranchPage = PageInfo & { data: Branch[] };

export interface BranchSpending {
  /** A branch, warehouse or till: `GET /v1/division`. */
  divisionId: string;
  /** The organization’s. */
  currency: string;
  /** How long each step is. */
  period: "day" | "week" | "month";
  /** The first day that counts. */
  from: string;
  /** The last day that counts. */
  to: string;
  /** The first day of each. Weeks begin as the setting `weekStart` says. */
  periods: string[];
  /** The sum of `amounts`. */
  total: string;
  /** One for each of `periods`. */
  amounts: string[];
  /** One for each account of expenses. */
  categories: { chartAccountId: string; code: string; name: string; total: string; amounts: string[] }[];
}

export interface BranchTransfer {
  /** The record of the books that moved it. */
  recordId: string;
  /** The account that the money was in. */
  accountId: string;
  /** The account that it is in now. */
  toAccountId: string;
  /** The branch that gave it; null: money of no branch. */
  fromDivisionId: string | null;
  /** The branch that got it; null: none. */
  toDivisionId: string | null;
  /** What was moved. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The day of the transfer in the books. */
  date: string;
  /** The text of the record in the books. */
  description: string;
  /** When it was created. */
  createdAt: string;
}

export interface BranchesActivateAnswer {
  /** The branch that the session works in now; null: none. */
  division: Branch | null;
}

export interface BranchesActivateBody {
  /** The branch to work in; null: none. */
  divisionId: string | null;
}

export interface BranchesTestConversionsAnswer {
  /** The receiver counts an event with a known id once. */
  eventId: string;
  /** The kind of event, as the receiver names it: `Purchase`, `Lead`, … */
  eventName: string;
  /** Who received it. */
  provider: string;
  /** The code that marked it as a test; null: it counted. */
  testEventCode: string | null;
  /** When it was sent. */
  sentAt: string;
  /** How many events the endpoint says it took. */
  received: number;
  /** The receiver’s own name for the call, for its support; null: none given. */
  traceId: string | null;
}

export interface BranchesTestConversionsBody {
  /** The kind of event, as the receiver names it: `Purchase`, `Lead`, … */
  eventName?: string;
  /** Whose conversion it is to be. */
  email?: string;
  /** In the organization’s currency. */
  amount?: DecimalInput;
  /** Default: that of the configuration. */
  testEventCode?: string;
}

export interface Brand {
  /** The business, as its customers know it. */
  name: string;
  /** The logo of the business; null: it has none. */
  logoUrl: string | null;
  /** Of the page, as `#rrggbb`. */
  colour: string;
}

export type Budget = BudgetSummary & { months: string[]; lines: { chartAccountId: string; code: string; name: string; kind: ChartAccountKind; amounts: string[]; total: string }[] };

export interface BudgetChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** The name that people see. */
  name?: string;
  /** For your own people, up to 5,000 characters. */
  notes?: string;
  /** Only what is posted for this branch counts. */
  divisionId?: string | null;
  /** Only what is posted for this project counts. */
  projectId?: string | null;
  /** Replaces the amounts of these accounts; others stay. */
  lines?: ({ chartAccountId: string; amounts: DecimalInput[] } | { chartAccountId: string; total: DecimalInput })[];
}

export interface BudgetFigures {
  /** The planned amount. */
  budget: string;
  /** From the ledger. */
  actual: string;
  /** The actual amount less the budget. */
  difference: string;
  /** The actual amount in percent of the budget. */
  percent: string | null;
}

export interface BudgetReport {
  /** A budget: `GET /v1/budget`. */
  budgetId: string;
  /** The name that people see. */
  name: string;
  /** The first day of the first month that is compared. */
  from: string;
  /** The last day of the last month that is compared. */
  to: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The first day of each. */
  months: string[];
  /** Accounts of income. */
  income: BudgetSection;
  /** Accounts of expense. */
  expense: BudgetSection;
  /** Income less expense. */
  result: ComparedBudget;
}

export interface BudgetSection {
  /** Accounts with a budget or a movement; a heading with everything under it. */
  lines: { accountId: string; code: string; name: string; depth: number; postable: boolean; months: BudgetFigures[]; total: BudgetFigures }[];
  /** One for each month, in order. */
  months: BudgetFigures[];
  /** All months together. */
  total: BudgetFigures;
}

export interface BudgetSummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** The name that people see. */
  name: string;
  /** For your own people, up to 5,000 characters. */
  notes: string;
  /** The first day of its first month. */
  startsOn: string;
  /** The last day of its last month. */
  endsOn: string;
  /** A branch, warehouse or till: `GET /v1/division`. */
  divisionId: string | null;
  /** A project: `GET /v1/project`. */
  projectId: string | null;
  /** The organization’s: every amount is in it. */
  currency: string;
  /** Sums of all its months. */
  totals: { income: string; expense: string; result: string };
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type BudgetSummaryPage = PageInfo & { data: BudgetSummary[] };

export interface BulkChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The kind of entity that was changed. */
  kind: BulkKind;
  /** How many rows were added. */
  createdCount: number;
  /** How many rows changed what was there. */
  updatedCount: number;
  /** How many rows were as the service had them already. */
  unchangedCount: number;
  /** How many rows were refused; their errors say why. */
  failedCount: number;
  /** The first hundred. */
  errors: { row: number; path: string; message: string }[];
  /** Who made it; null: the service. */
  userId: string | null;
  /** When it was created. */
  createdAt: string;
}

export type BulkChangePage = PageInfo & { data: BulkChange[] };

export interface BulkDocument {
  /** Only an invoice is posted to the books and paid. */
  kind?: "invoice" | "quote" | "order";
  /** `sale` to a customer, `purchase` from a supplier. */
  direction?: "sale" | "purchase";
  /** A draft has no number and posts nothing until it is issued. */
  status?: "draft" | "issued";
  /** The customer of a sale, the supplier of a purchase. */
  contactId?: string | null;
  /** As printed on the document. Default: the contact’s. */
  contactName?: string | null;
  /** Default: the contact’s. */
  contactTaxId?: string | null;
  /** Default: the contact’s, or derived from a `contactTaxId` that is not theirs. */
  contactTaxIdKind?: TaxIdKind | null;
  /** Default: today in the organization. */
  date?: string;
  /** Default: after the contact’s payment terms, else the organization’s. */
  dueOn?: string;
  fiscalType?: FiscalTypeOfDocument;
  /** The receipt of the supplier, on a purchase. */
  fiscalNumber?: string | null;
  /** The receipt that this one corrects. */
  modifiesFiscalNumber?: string | null;
  modificationCode?: GivenModificationCode;
  /** Type of expense on form 606: 01 to 11. */
  expenseType?: string | null;
  /** How it was earned, as form 607 names it: 01 to 06. */
  incomeType?: string | null;
  /** How it is paid, as the forms name it: 01 to 08. */
  paymentForm?: string | null;
  /** Default: the organization’s. */
  currency?: string;
  /** Units of the organization’s currency for one of the document’s. Default: the known rate of the day. */
  rate?: DecimalInput | null;
  /** Whether the unit prices hold the taxes already. */
  pricesIncludeTax?: boolean;
  /** Default: the active division of the session. */
  divisionId?: string | null;
  /** The project that its postings count for. */
  projectId?: string | null;
  /** A member. Default: the contact’s seller. */
  sellerId?: string | null;
  /** Its stage in the sales funnel. */
  stage?: string | null;
  /** Their order number, for example. */
  reference?: string | null;
  /** Printed below the lines. */
  notes?: string;
  /** Printed below the notes. */
  terms?: string;
  /** Ids of files of this organization: upload them with `POST /v1/files`. */
  attachments?: string[];
  /** Goods are reserved now and leave with a delivery. */
  deliverLater?: boolean;
  /** The lines, in their order. */
  elements?: NewDocumentLine[];
  /** Pays the invoice as it is created, on its `date`, by one means or several, in this order. */
  payments?: PaymentMeans[];
  /** How to handle an overpayment: refuse it, give change in cash, or keep it as balance of the contact. */
  overpayment?: "refuse" | "change" | "balance";
}

/** What was changed: whole resources, some fields of many, prices, costs or taxes. */
export type BulkKind = "resources" | "fields" | "prices" | "prices-removed" | "costs" | "taxes";

export interface BulkResult {
  /** The id of this change in the history. */
  id: string;
  /** How many rows were added. */
  createdCount: number;
  /** How many rows changed what was there. */
  updatedCount: number;
  /** How many rows were as the service had them already. */
  unchangedCount: number;
  /** How many rows were refused; their errors say why. */
  failedCount: number;
  /** One for each row, in the order given. */
  results: RowResult[];
}

export type BulkTicket = { id: string; number: number | null; fiscalNumber: string | null; error: null } | { id: null; number: null; fiscalNumber: null; error: { code: string; detail: string; errors: { path: string; code: string; message: string }[] } };

export type CallState = "pending" | "running" | "done" | "failed" | "denied" | "withdrawn" | "expired";

export interface CallableAutomation {
  /** An automation: `GET /v1/automation`. */
  automationId: string;
  /** What members named it. */
  name: string;
  /** What it is for. */
  description: string;
  /** Whether it can be called. */
  enabled: boolean;
  /** The JSON Schema of its input. */
  input: Record<string, unknown>;
}

export type CallableAutomationPage = PageInfo & { data: CallableAutomation[] };

export interface CannedAnswer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What members type to find it. */
  shortcut: string;
  /** May hold `{{contact.name}}`, `{{contact.firstName}}`, `{{contact.email}}`, `{{contact.phone}}`, `{{agent.name}}` and `{{organization.name}}`. */
  text: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface CannedAnswerChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version?: number;
  /** What members type to find it. */
  shortcut?: string;
  /** May hold `{{contact.name}}`, `{{contact.firstName}}`, `{{contact.email}}`, `{{contact.phone}}`, `{{agent.name}}` and `{{organization.name}}`. */
  text?: string;
}

export type CannedAnswerPage = PageInfo & { data: CannedAnswer[] };

export interface CaptureSession {
  /** The id at the provider. */
  sessionId: string;
  /** The page on which the contact enters the card; for one visit. */
  url: string;
  /** For the provider's own script. */
  publicKey: string | null;
}

export type CaptureStarted = CaptureSession & { organization: PageBrand; pageUrl: string };

export interface CapturedCards {
  /** Whose page it is. */
  organization: PageBrand;
  /** The page that the visitor came from. */
  pageUrl: string;
  /** The cards that wait for their activation. */
  data: ({ id: string; brand: string; last4: string; state: "pending" | "active" })[];
}

export interface CardActivation {
  /** The `id` of the card in the result of `sync`. */
  profileId: string;
  /** The code that the bank gave the card holder. */
  code: string;
}

export interface CardProcessor {
  /** `simulator` is built in; `test` and `live` are the processor. */
  environment: "simulator" | "test" | "live";
  /** Whether local cards can be saved and charged. */
  enabled: boolean;
  /** Of the account at the processor; null: not set. */
  publicKey: string | null;
  /** Whether there is a private key. */
  privateKeySet: boolean;
  /** The end of the private key, to recognize it; null: not set. */
  privateKeyLast4: string | null;
  /** How cards are charged. */
  capture: { automatic: boolean; askSecurityCode: boolean };
  /** 0 before the first change. */
  version: number;
  /** When it was last changed; null: never. */
  updatedAt: string | null;
}

export interface CardProcessorChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** `simulator` is built in; `test` and `live` are the processor. */
  environment?: "simulator" | "test" | "live";
  /** Whether local cards can be saved and charged. */
  enabled?: boolean;
  /** Of the account at the processor; null removes it. */
  publicKey?: string | null;
  /** Written, never read back. */
  privateKey?: string | null;
  /** How cards are charged. */
  capture?: { automatic?: boolean; askSecurityCode?: boolean };
}

export interface Cart {
  /** Unguessable: it opens the cart. */
  id: string;
  /** Its page. */
  url: string;
  /** The shop to which it belongs. Null: the marketplace. */
  shop: Shop | null;
  /** `ordering` and `undoing`: an order is being made, or taken back. */
  status: "open" | "ordering" | "undoing" | "ordered";
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** Changes with everything that the buyer pays. Send it back with the order. */
  revision: string;
  /** Its parts: each seller has an invoice of their own. */
  sellers: CartPart[];
  /** By currency. */
  totals: { currency: string; total: string }[];
  /** Who buys; null: not given yet. */
  buyer: CartBuyer | null;
  /** Where it is brought; null: it is collected. */
  delivery: CartDelivery | null;
  /** The chosen methods. */
  deliveryMethodIds: string[];
  /** For the sellers; may be empty. */
  notes: string;
  /** The code of a discount; null: none. */
  coupon: string | null;
  /** Whether a seller gives a discount for it. */
  couponApplies: boolean;
  /** It would apply, but has been used as often as it allows. */
  couponUsedUp: boolean;
  /** Whether everything is available at the prices that the buyer has seen. */
  canBeOrdered: boolean;
  /** Why the last order was refused. */
  refusal: { code: string; message: string; seller: string | null } | null;
  /** When it is deleted, unless it is used before. */
  expiresAt: string;
  /** When it was ordered; null: it was not. */
  orderedAt: string | null;
}

export type CartAnswer = Cart & ({ problem: "cart_changed" | "order_refused" | "cart_full" | "not_for_sale" | "delivery_required" | "not_served" | null });

export interface CartBuyer {
  /** Of the person who buys. */
  name: string;
  /** Where the sellers write. */
  email: string;
  /** Where the sellers call. */
  phone?: string;
  /** RNC or cédula, for a receipt with fiscal credit. */
  taxId?: string;
}

export interface CartChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Who buys. Needed for an order. */
  buyer?: CartBuyer;
  /** Null: it is collected at the sellers’. */
  delivery?: CartDelivery | null;
  /** One of `deliveryMethods` of each seller who has some. It replaces the earlier choice. */
  deliveryMethodIds?: string[];
  /** For the sellers. */
  notes?: string;
  /** The code of a discount. It applies at the sellers who know it. */
  coupon?: string | null;
  /** Orders everything in the cart: one invoice for each seller. */
  status?: "ordered";
  /** As read: refused with `cart_changed` if a price, a tax or the stock has changed since. */
  revision?: string;
}

export interface CartDelivery {
  /** Street and number. */
  line1: string;
  /** Building, floor, apartment. */
  line2?: string;
  /** Or municipality. */
  city: string;
  /** Decides which delivery methods serve the address. */
  province?: string;
  /** The part of the city. */
  sector?: string;
  /** For who brings it. */
  instructions?: string;
}

export interface CartForm {
  /** What the form does. */
  action: "add" | "set" | "accept" | "coupon" | "deliver" | "order";
  /** Default: the cart of the browser, or a new one. */
  cartId?: string;
  /** The organization on whose own website it is filled, with products of its shop. Default: the marketplace. */
  shopId?: string;
  /** The product, to add or set it. */
  resourceId?: string;
  quantity?: DecimalInput;
  /** The code of a discount. */
  coupon?: "" | string;
  /** Of the buyer, to order. */
  name?: "" | string;
  /** Of the buyer, to order. */
  email?: "" | string;
  /** Of the buyer. */
  phone?: "" | string;
  /** RNC or cédula, for a receipt with fiscal credit. */
  taxId?: "" | string;
  /** Street and number, where it is brought. */
  line1?: "" | string;
  /** Or municipality, where it is brought. */
  city?: "" | string;
  /** The part of the city. */
  sector?: "" | string;
  /** Decides which delivery methods serve the address. */
  province?: "" | string;
  /** The chosen delivery method of each seller, by the id of the seller. */
  methods?: Record<string, string>;
  /** For the sellers. */
  notes?: "" | string;
  /** As read: refused if a price, tax or stock has changed since. */
  revision?: string;
}

export interface CartPart {
  /** Who sells these products. */
  seller: Seller;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The products of this seller. */
  items: ({ resourceId: string; name: string; unit: string | null; imageUrl: string | null; quantity: string; unitPrice: string | null; previousPrice: string | null; discount: string; tax: string; total: string; isExtra: boolean; problem: "not_listed" | "no_price" | "out_of_stock" | "refused_by_seller" | null })[];
  /** Off all lines, before taxes. */
  discount: string;
  /** On all lines. */
  tax: string;
  /** What is paid to this seller, with taxes. */
  total: string;
  /** What the chosen method costs; of a seller without methods, what is charged once the cart has a `delivery`. `total` includes it if it is charged. In an order it is an item. */
  delivery: { name: string; price: string; isCharged: boolean } | null;
  /** To choose from while the cart is open. */
  deliveryMethods: ({ id: string; name: string; kind: "pickup" | "delivery"; details: string; branch: { name: string; address: string | null; phone: string | null } | null; zones: DeliveryZone[]; price: string; freeFrom: string | null; untilFree: string | null; isServed: boolean })[];
  /** Why the goods cannot reach the buyer yet. */
  deliveryProblem: "method_required" | "address_required" | "not_served" | null;
  /** The invoice of this seller; null: not ordered yet. */
  order: { number: string; state: "draft" | "void" | "open" | "partial" | "paid" | "past-due" | "converted"; paid: string; balance: string; payUrl: string | null; payBy: string | null; delivery: { name: string; kind: "pickup" | "delivery"; details: string; branch: { name: string; address: string | null; phone: string | null } | null } | null; deliveryState: "preparing" | "partial" | "on_its_way" | "delivered" | null; shipments: ({ date: string; receivedAt: string | null; carrier: string | null; trackingNumber: string | null; trackingUrl: string | null })[] } | null;
}

/** Investing: long-term assets, and loans to others. Financing: capital, and long-term debts. */
export interface CashFlows {
  /** By the account on the other side: `Cuentas por cobrar` is what customers paid. */
  lines: { accountId: string; code: string; name: string; inflow: string; outflow: string; net: string; compared?: { inflow: ComparedAmount; outflow: ComparedAmount; net: ComparedAmount } }[];
  /** The sum of `net`. */
  total: string;
  /** In a comparison: the same amounts in the other period. */
  compared?: { total: ComparedAmount };
}

export interface ChangedItems {
  /** New quantities. */
  items?: { resourceId: string; quantity: DecimalInput }[];
  /** Accepts the present prices of everything in the cart. */
  acceptPrices?: true;
}

export interface ChangedMember {
  /** The member. */
  userId: string;
  /** What colleagues see. */
  name: string;
  /** With which the member signs in. */
  email: string;
  /** A predefined role, or `custom` with a list of permissions. */
  role: string;
  /** All permissions of the role or of the list. */
  permissions: string[];
  /** A deactivated member has no access. */
  active: boolean;
  /** When the member joined. */
  joinedAt: string;
}

export interface ChangedOrganization {
  /** What customers and members see. */
  name: string;
  /** The registered name, on documents; null: `name` is used. */
  legalName: string | null;
  /** RNC or cédula in the Dominican Republic. */
  taxId: string | null;
  /** ISO 3166-1, default DO. */
  country: string;
  /** ISO 4217, default DOP. */
  currency: string;
  /** IANA name, for example America/Santo_Domingo */
  timeZone: string;
  /** A language tag, such as `es-DO`. */
  locale: string;
  /** Where customers reach it; on documents. */
  email: string | null;
  /** Where customers reach it; on documents. */
  phone: string | null;
  /** As it stands on documents. */
  address: string | null;
  /** As it stands on documents. */
  website: string | null;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The logo; null: it has none. */
  imageUrl: string | null;
  /** Give it to others: their organizations then appear in your referrals. */
  referralCode: string;
  /** A sandbox has a clock of its own. */
  sandbox: boolean;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was closed; null: it is in use. */
  closedAt: string | null;
  /** Doubts about the tax id, as for contacts. They block nothing, because such numbers have been issued. */
  warnings: { code: string; message: string }[];
}

export type ChangedWebhook = Webhook & { secret?: string };

export interface Channel {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What members see in lists of conversations. */
  name: string;
  /** The bot that answers first, where `assignment.to` is `bot`. */
  botId: string | null;
  /** When people answer, in the time zone of the organization. Null: always. */
  hours: { day: number; from: string; to: string }[] | null;
  /** Sent once, to a person who writes for the first time. Takes the variables of canned answers. */
  welcome: string;
  /** Sent to those who write outside the hours, at most twice a day. Takes the variables of canned answers. */
  away: string;
  /** Who gets the conversations of the channel. */
  assignment: Assignment;
  /** How many people a day diffusions may write to from this number. Null: as many as its pace allows. */
  dailyBudget: number | null;
  kind: ChannelKind;
  /** `paused`: messages are still received, but nothing is sent. */
  state: "active" | "paused";
  /** For addresses without a session: the widget and the inbound hook. */
  publicKey: string;
  /** Where messages for this channel are sent to. */
  inboundUrl: string | null;
  /** Who carries its messages: `graph`, `simulator`, `email`; null: a widget. */
  provider: string | null;
  /** The id of the number or page at the provider, or the e-mail address; null: not connected. */
  address: string | null;
  /** The id of the business account (WABA); null: none. */
  account: string | null;
  /** The number, page or address as people know it. */
  displayAddress: string;
  /** Whether it has what it needs to send. */
  isConnected: boolean;
  /** When the provider confirmed that the token opens this number or page; null: it has not, and nothing is sent. */
  verifiedAt: string | null;
  /** Why the provider does not take messages; null: it does. */
  problem: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface ChannelChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What members see in lists of conversations. */
  name?: string;
  /** The bot that answers first, where `assignment.to` is `bot`. */
  botId?: string | null;
  /** When people answer, in the time zone of the organization. Null: always. */
  hours?: { day: number; from: string; to: string }[] | null;
  /** Sent once, to a person who writes for the first time. Takes the variables of canned answers. */
  welcome?: string;
  /** Sent to those who write outside the hours, at most twice a day. Takes the variables of canned answers. */
  away?: string;
  /** Who gets the conversations of the channel. */
  assignment?: AssignmentInput;
  /** How many people a day diffusions may write to from this number. Null: as many as its pace allows. */
  dailyBudget?: number | null;
  /** Another number or page, or a new access token. */
  connection?: { provider?: "graph" | "simulator"; address?: string; account?: string; accessToken?: string; displayAddress?: string };
}

/** `msgapp`: a number of the messaging app; `social-a`: comments of a page. */
export type ChannelKind = "widget" | "msgapp" | "social-a" | "email";

export type ChannelPage = PageInfo & { data: Channel[] };

export interface ChannelStats {
  /** Messages of customers. */
  received: number;
  /** Messages to customers that the provider took. */
  sent: number;
  /** Of those sent: reached a device of the customer. */
  delivered: number;
  /** Of those delivered: the customer has opened them. */
  read: number;
  /** Messages that the provider refused or could not deliver. */
  failed: number;
  /** Conversations that are open now. */
  open: number;
  /** Of these, those whose customer waits for an answer. */
  waiting: number;
  /** Items that arrived and could not be turned into messages. */
  unhandled: number;
  /** Messages by the category of the provider’s price, from its own notices. */
  charges: { category: string; billed: number; free: number }[];
}

export interface ChannelsLinkBody {
  /** A channel of the kind `msgapp`. Default: a new one. */
  channelId?: string;
  /** Of the new channel. Default: the number’s own. */
  name?: string;
}

export interface ChannelsRegisterBody {
  /** Of the number’s two-step verification. Not stored. */
  pin: string;
}

export interface ChannelsSubscribeBody {
  /** The id of the business account at the messaging app. */
  wabaId: string;
}

export interface ChannelsSyncTemplatesAnswer {
  /** How many templates are new or differ now. */
  changed: number;
}

export interface ChannelsToggleStateBody {
  /** Left out: the other one. */
  state?: "active" | "paused";
}

export interface ChartAccount {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Unique in the chart. Accounts are listed by it. */
  code: string;
  /** As reports and the chart show it. */
  name: string;
  /** The heading above; null at the top. */
  parentId: string | null;
  /** False for a heading: it groups accounts and takes no transfers itself. */
  postable: boolean;
  kind: ChartAccountKind;
  /** ISO 4217 */
  currency: string;
  /** 0 at the top. */
  depth: number;
  /** When it was archived; null while it is in use. */
  archivedAt: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface ChartAccountBalance {
  /** The account asked for; of a heading, everything under it counts. */
  account: { id: string; code: string; name: string; kind: ChartAccountKind; postable: boolean };
  /** The first day that counts; null: from the beginning. */
  from: string | null;
  /** The last day that counts; today by default. */
  to: string;
  /** The moment whose books these are: send it back to get the same again. */
  knownAt: string;
  /** Of all amounts: the organization’s. */
  currency: string;
  /** The balance before `from`. */
  opening: string;
  /** The change from `from` to `to`; without `from`, the whole balance. */
  balance: string;
  /** `opening` and `balance` together. */
  closing: string;
  /** How many debits and credits there were in the period. */
  movements: number;
  /** In the order in which they took their shares. */
  sources: { balance: string; movements: number; dataSource: { id: string; name: string }; caught: string }[];
  /** What no source selects. */
  remainder: { balance: string; movements: number; origins: { balance: string; movements: number; recordKind: string; purpose: string }[] };
}

export interface ChartAccountChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Unique in the chart. Accounts are listed by it. */
  code?: string;
  /** As reports and the chart show it. */
  name?: string;
  /** The heading above; null at the top. */
  parentId?: string | null;
  /** False for a heading: it groups accounts and takes no transfers itself. */
  postable?: boolean;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

/** On which side it grows, and in which report it is: balance sheet, or profit and loss. */
export type ChartAccountKind = "asset" | "liability" | "equity" | "income" | "expense";

export interface ChartAccountRow {
  /** The account to change. Without it: a new one, which needs a code and a name. */
  id?: string;
  /** Unique in the chart. Accounts are listed by it. */
  code?: string;
  /** As reports and the chart show it. */
  name?: string;
  /** Default: that of the heading above. Required at the top. */
  kind?: ChartAccountKind;
  /** The heading above, which another row may add; null at the top. */
  parentCode?: string | null;
  /** Of a new account. Default: the organization’s. */
  currency?: string;
  /** Default for a new account: false if another row is under it. */
  postable?: boolean;
}

export interface ChartAccountsWritten {
  /** How many rows were added. */
  createdCount: number;
  /** How many rows changed what was there. */
  updatedCount: number;
  /** How many rows were as the service had them already. */
  unchangedCount: number;
  /** How many rows were refused; their errors say why. */
  failedCount: number;
  /** One for each row, in the order given. */
  results: RowResult[];
}

export type ChartOfAccountsListPostingRulesAnswer = PageInfo & ({ data: ({ name: "cash" | "bank" | "cardsInTransit" | "processorBalance" | "receivable" | "inventory" | "purchaseTax" | "taxWithheldFromUs" | "betweenDivisions" | "fixedAssets" | "accumulatedDepreciation" | "loansGranted" | "supplierAdvances" | "payable" | "salesTax" | "salesIsc" | "salesOtherTax" | "salesTip" | "withholdings" | "payrollPayable" | "incomeTaxPayable" | "customerBalances" | "giftCards" | "loansReceived" | "capital" | "openingBalances" | "retainedEarnings" | "sales" | "salesReturns" | "salesDiscounts" | "interestIncome" | "lateFees" | "exchangeGain" | "otherIncome" | "cashOver" | "giftCardBreakage" | "assetGain" | "unrealizedExchangeGain" | "costOfSales" | "inventoryAdjustments" | "salaries" | "commissions" | "expenses" | "depreciation" | "purchaseIsc" | "purchaseOtherTax" | "purchaseTip" | "promotions" | "bankFees" | "interestExpense" | "exchangeLoss" | "cashShort" | "rounding" | "assetLoss" | "unrealizedExchangeLoss"; account: { id: string; code: string; name: string }; kinds: ChartAccountKind[]; updatedAt: string })[] });

export interface ChartOfAccountsUpdatePostingRulesAnswer {
  /** The rules that were given, as they are now. */
  data: ({ name: "cash" | "bank" | "cardsInTransit" | "processorBalance" | "receivable" | "inventory" | "purchaseTax" | "taxWithheldFromUs" | "betweenDivisions" | "fixedAssets" | "accumulatedDepreciation" | "loansGranted" | "supplierAdvances" | "payable" | "salesTax" | "salesIsc" | "salesOtherTax" | "salesTip" | "withholdings" | "payrollPayable" | "incomeTaxPayable" | "customerBalances" | "giftCards" | "loansReceived" | "capital" | "openingBalances" | "retainedEarnings" | "sales" | "salesReturns" | "salesDiscounts" | "interestIncome" | "lateFees" | "exchangeGain" | "otherIncome" | "cashOver" | "giftCardBreakage" | "assetGain" | "unrealizedExchangeGain" | "costOfSales" | "inventoryAdjustments" | "salaries" | "commissions" | "expenses" | "depreciation" | "purchaseIsc" | "purchaseOtherTax" | "purchaseTip" | "promotions" | "bankFees" | "interestExpense" | "exchangeLoss" | "cashShort" | "rounding" | "assetLoss" | "unrealizedExchangeLoss"; account: { id: string; code: string; name: string }; kinds: ChartAccountKind[]; updatedAt: string })[];
}

export interface ChartOfAccountsUpdatePostingRulesBody {
  /** The rules to change; the others stay. */
  rules: ({ name: "cash" | "bank" | "cardsInTransit" | "processorBalance" | "receivable" | "inventory" | "purchaseTax" | "taxWithheldFromUs" | "betweenDivisions" | "fixedAssets" | "accumulatedDepreciation" | "loansGranted" | "supplierAdvances" | "payable" | "salesTax" | "salesIsc" | "salesOtherTax" | "salesTip" | "withholdings" | "payrollPayable" | "incomeTaxPayable" | "customerBalances" | "giftCards" | "loansReceived" | "capital" | "openingBalances" | "retainedEarnings" | "sales" | "salesReturns" | "salesDiscounts" | "interestIncome" | "lateFees" | "exchangeGain" | "otherIncome" | "cashOver" | "giftCardBreakage" | "assetGain" | "unrealizedExchangeGain" | "costOfSales" | "inventoryAdjustments" | "salaries" | "commissions" | "expenses" | "depreciation" | "purchaseIsc" | "purchaseOtherTax" | "purchaseTip" | "promotions" | "bankFees" | "interestExpense" | "exchangeLoss" | "cashShort" | "rounding" | "assetLoss" | "unrealizedExchangeLoss"; chartAccountId: string })[];
}

export type ChartPage = PageInfo & ({ data: ListedChartAccount[]; currency: string; date?: string; knownAt?: string; verifiedAt: string | null; checkedAt: string | null; differences: number });

export interface ChatDeleteCannedAnswerBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface ChatListUnroutedAnswer {
  /** The rows. */
  data: { id: string; provider: string; addresses: string[]; reason: string; bytes: number; receivedAt: string }[];
}

export interface ChatMessage {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A conversation (chat): `GET /v1/conversation`. */
  conversationId: string;
  /** A channel (number, page, mailbox or widget): `GET /v1/channel`. */
  channelId: string;
  /** Its place in the conversation, without gaps. */
  seq: string;
  /** `note`: only for colleagues. `event`: something that happened, such as an assignment. */
  direction: "in" | "out" | "note" | "event";
  /** As in `POST /v1/chat/message`, or for example `sticker`, `template`, `comment`. */
  type: string;
  /** The text or the caption; empty: none. */
  text: string;
  /** What else the type has: buttons, a location, a template, the facts of an event. */
  content: Record<string, unknown>;
  /** Who wrote it; `elsewhere`: the organization, in another program. */
  author: "contact" | "user" | "bot" | "system" | "elsewhere";
  /** The member who wrote it; null: nobody of the organization. */
  userId: string | null;
  /** The bot that wrote it; null: no bot. */
  botId: string | null;
  /** Its id at the provider. */
  channelMessageId: string | null;
  /** The message that it answers or reacts to; null: none. */
  replyToId: string | null;
  /** How far it is; `unconfirmed`: the provider has not said whether it was sent. */
  status: "received" | "stored" | "queued" | "sending" | "unconfirmed" | "accepted" | "sent" | "delivered" | "read" | "played" | "failed";
  /** Why it was not sent or delivered; null: it did not fail. */
  failure: { code: string; message: string } | null;
  /** Its pictures, sounds and documents. */
  media: Medium[];
  /** As the provider charges it. */
  price: { category: string; isBilled: boolean } | null;
  /** When it was said, as the provider says. */
  at: string;
  /** When it was sent, by the provider’s notice; null: no notice. */
  sentAt: string | null;
  /** When it reached the device; null: not reported. */
  deliveredAt: string | null;
  /** When the customer opened it; null: not reported. */
  readAt: string | null;
  /** When it failed; null: it did not. */
  failedAt: string | null;
  /** When its author changed it; null: never. */
  editedAt: string | null;
  /** When its author deleted it; null: never. */
  deletedAt: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface ChatMessageCursorPage {
  /** The rows of this page. */
  data: ChatMessage[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export interface ChatReceiveAnswer {
  /** How many messages arrived: 1. */
  received: number;
  /** Opens the conversation of this visitor, and no other. */
  visitorToken?: string;
  /** Of the visitor, on this channel. */
  sourceId?: string;
  /** Continues the conversation of the visitor in the messaging app. */
  continueUrl?: string;
}

/** As the provider writes it. */
export type ChatReceiveBody = {};

export interface ChatReceiveMsgappV1Answer {
  /** It was stored and will be processed. */
  received: true;
}

export interface ChatRetryUnhandledBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A channel of the same kind, for one whose own channel is gone. */
  channelId?: string;
}

export interface ChatRetryUnroutedAnswer {
  /** Webhooks that found their channel. */
  adopted: number;
}

export interface ChatUnblockSenderBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface Checklist {
  /** Shown above its items; may be empty. */
  name: string;
  /** In their order. */
  items: { text: string; done: boolean }[];
}

export interface ChecklistInput {
  /** Shown above its items; may be empty. */
  name?: string;
  /** In their order. */
  items: { text: string; done?: boolean }[];
}

export interface ClosingCloseBody {
  /** The name of the organization, to confirm. */
  name: string;
}

export interface CodeSent {
  /** Whose page it is. */
  organization: PageBrand;
  /** The page that the visitor came from. */
  pageUrl: string;
  /** For `verify-code`. */
  requestId: string;
  /** Enough to recognise the address. */
  sentTo: string;
  /** The code is valid until then. */
  expiresAt: string;
}

export interface CodeVerified {
  /** Whose page it is. */
  organization: PageBrand;
  /** The page that the visitor came from. */
  pageUrl: string;
  /** For `pay-with-saved` and `enable-auto-charge` of this page. */
  proof: string;
  /** The proof is valid until then. */
  expiresAt: string;
  /** Something is due that can be paid here. */
  canPay: boolean;
  /** The card to which invoices are charged when they fall due. */
  autoCharge: string | null;
  /** The saved cards of the contact. */
  cards: ({ id: string; provider: "payproc" | "cardproc"; brand: string; last4: string })[];
}

export interface CollectionChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What buyers see. */
  name?: string;
  /** What buyers read above its products. */
  description?: string;
  /** `all`: every listed product. `category`: those of one category. `chosen`: those in `resourceIds`. */
  kind?: "all" | "category" | "chosen";
  /** For the kind `category`. */
  category?: string | null;
  /** For the kind `chosen`. */
  resourceIds?: string[];
  /** Its place among the collections. */
  place?: number;
  /** Whether buyers see it. */
  published?: boolean;
}

export type CollectionPage = PageInfo & ({ data: PublicCollection[]; cartUrl: string | null });

export type CollectionProducts = PageInfo & ({ data: MarketProduct[]; collection: PublicCollection; asked: { search?: string; sort: string; inStock?: boolean }; cartUrl: string | null });

export interface ColumnChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What people see above its tasks. */
  name?: string;
  /** `#rrggbb`; null: none. */
  colour?: string | null;
  /** Tasks that enter it are completed; tasks that leave it are open again. */
  done?: boolean;
  /** The most tasks that it takes, archived ones aside. */
  limit?: number | null;
}

export interface ColumnMove {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: a stale one is refused. */
  version: number;
  /** In front of this one. */
  beforeId?: string;
  /** Behind this one. Without either: to the end. */
  afterId?: string;
}

export interface Comment {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** About this document (quote, order, invoice). */
  invoiceId?: string;
  /** About this division (branch). */
  divisionId?: string;
  /** About this contact (customer, supplier). */
  beneficiaryId?: string;
  /** About this recurring document. */
  recurrencyId?: string;
  /** About this product or service. */
  resourceId?: string;
  /** About this task. */
  taskId?: string;
  /** About this production order. */
  productionId?: string;
  /** About this record of the books. */
  recordId?: string;
  /** About this account (cash, bank). */
  accountId?: string;
  /** Mentions are `@` and the id of a person. */
  message: string;
  /** The author. */
  user: { id: string; name: string };
  /** The colleagues who are mentioned. */
  mentions: { id: string; name: string }[];
  /** When it was created. */
  createdAt: string;
}

export type CommentPage = PageInfo & { data: Comment[] };

export interface ComparedAmount {
  /** Of the other period. */
  amount: string;
  /** The amount of this period less that of the other. */
  difference: string;
  /** The difference in percent of the other amount; null where that is zero. */
  percent: string | null;
}

export interface ComparedBudget {
  /** One for each month, in order. */
  months: BudgetFigures[];
  /** All months together. */
  total: BudgetFigures;
}

export interface Conciliation {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A cash box, bank account or card terminal: `GET /v1/account`. */
  accountId: string;
  /** 1, 2, 3, … of its account. */
  number: number;
  /** The day up to which the records were conciliated; else that of the last of them. */
  until: string;
  /** What the person who made it noted. */
  details: string | null;
  /** Of the account: every amount is in it. */
  currency: string;
  /** What its records brought into the account. */
  totalIn: string;
  /** What its records took from it, as a positive amount. */
  totalOut: string;
  /** How many records it has. */
  recordCount: number;
  /** How many lines of the statement were found in them. */
  lineCount: number;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** Who canceled it; null: it holds, or the service did. */
  canceledBy: string | null;
  /** When it was canceled; null: it holds. */
  canceledAt: string | null;
}

export type ConciliationPage = PageInfo & { data: Conciliation[] };

export interface ConciliationsCancelLastBody {
  /** The conciliation: refused if it is not the last. */
  id?: string;
}

export type ConciliationsListOpenLinesAnswer = PageInfo & { data: StatementLine[]; currency: string; booksBalance: string; conciliatedBalance: string };

export interface ConciliationsUndoImportBody {
  /** Of the answer to the import, or of an open line. */
  importId: string;
}

export interface Confirmation {
  /** The present password. */
  password?: string;
  /** A code from `pinRequest`. */
  pin?: { requestId: string; code: string };
  /** An answer to `passkey/authenticate/start`. */
  passkey?: PasskeyAssertion;
  /** At least 8 characters, and none of the passwords that are guessed first. */
  newPassword?: string;
  /** What colleagues see. */
  name?: string;
  /** A language tag, such as `es-DO`. */
  locale?: string;
}

export interface ConnectedNumber {
  /** The id of the number at the messaging app. */
  phoneNumberId: string;
  /** As people dial it. */
  displayNumber: string;
  /** What customers see at the provider. */
  name: string;
  /** The provider’s rating of what the number sends; null: not rated. */
  quality: string | null;
  /** How fast the provider takes messages of the number: 80, or 1,000 after an upgrade of its throughput. */
  messagesPerSecond: number;
  /** Whether its PIN was accepted, so that it can send. */
  isRegistered: boolean;
  /** A channel (number, page, mailbox or widget): `GET /v1/channel`. */
  channelId: string | null;
  /** The call that this number needs next. Null: it is connected. */
  nextStep: "addWaba" | "subscribe" | "pin" | "link" | null;
}

export interface Contact {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As documents and lists show it. */
  name: string;
  /** Default: `company` with a valid RNC, else `person`. */
  kind: ContactKind;
  /** Buys from you. Default of a new contact: true. */
  isCustomer: boolean;
  /** Sells to you. Default of a new contact: false. */
  isSupplier: boolean;
  /** Filled in from the tax registry if left empty. */
  legalName: string | null;
  /** RNC, cédula, passport or foreign number; dashes do not matter. */
  taxId: string | null;
  taxIdKind: TaxIdKind | null;
  /** The fiscal receipt that their invoices get unless an invoice says another one. Default of a new contact: `fiscal-credit` with a valid RNC, else `consumer`, which the buyer cannot deduct. */
  fiscalType: "consumer" | "fiscal-credit" | "special-regime" | "government" | "export";
  /** For your own people. */
  notes: string;
  /** Your own words, to group and find them by. */
  labels: string[];
  /** They buy at the prices of this tier. */
  priceTier: string | null;
  /** The most that they may owe; null: no limit. */
  creditLimit: string | null;
  /** Days until an invoice is due. Null: those of the settings `accounting`. */
  paymentTermsDays: number | null;
  /** The member who looks after them. */
  sellerId: string | null;
  /** Whether they get planned e-mails about what they owe. Default: true. */
  paymentReminders: boolean;
  /** A supplier abroad, as form 609 declares payments to them. */
  abroad: SupplierAbroad | null;
  /** According to the tax registry at the last check. */
  taxStatus: TaxStatus;
  /** When the number was last looked up in the registry; null: never. */
  taxCheckedAt: string | null;
  /** The currency of the credit limit. */
  currency: string;
  /** Telephones, addresses and dates. */
  contactData: ContactDatum[];
  /** Doubts, for example about a check digit. They never block anything. */
  warnings: TaxWarning[];
  /** When it was archived; null while it is in use. */
  archivedAt: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface ContactBalance {
  /** ISO 4217 */
  currency: string;
  /** What is left, in this currency. */
  balance: string;
  /** Its value in the books, in the organization's currency. */
  baseBalance: string;
}

export interface ContactBalanceCashMovement {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whose balance it is. */
  beneficiaryId: string;
  /** The record of the books; a receipt names the money by it. */
  recordId: string;
  /** Negative: taken from the balance. */
  amount: string;
  /** ISO 4217 */
  currency: string;
  /** In this currency, afterwards. */
  balance: string;
}

export interface ContactBalanceMovement {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** `sale`: a balance of the customer. `purchase`: our advance at the supplier. */
  direction: "sale" | "purchase";
  /** `topup`: paid in advance. `refund`: paid back. `overpayment`: paid beyond the amount due. `payment`: used to pay a document (invoice). `return`: for returned goods. `undone`: the reversal of another … */
  kind: MovementKind;
  /** ISO 4217 */
  currency: string;
  /** Negative: taken from the balance. */
  amount: string;
  /** In this currency, afterwards. */
  balance: string;
  /** The record of the books. */
  recordId: string;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export type ContactBalancesGetAnswer = PageInfo & { data: ContactBalanceMovement[]; beneficiaryId: string; balances: ContactBalance[]; advances: ContactBalance[] };

export interface ContactByDatum {
  kind: ContactDatumKind;
  /** A telephone number, an e-mail address, a postal address, a date (YYYY-MM-DD), or anything else. */
  value: string;
  /** home, work, birthday, anniversary, … */
  label?: string;
  /** The one to use. The first of its kind is, until another is chosen. */
  isPrimary?: boolean;
  /** The contact that gets the datum. Default: who has it already, else a new one. */
  beneficiaryId?: string;
  /** The name of a new contact; by default, the value. */
  name?: string;
}

export interface ContactChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As documents and lists show it. */
  name?: string;
  /** Default: `company` with a valid RNC, else `person`. */
  kind?: ContactKind;
  /** Buys from you. Default of a new contact: true. */
  isCustomer?: boolean;
  /** Sells to you. Default of a new contact: false. */
  isSupplier?: boolean;
  /** Filled in from the tax registry if left empty. */
  legalName?: string | null;
  /** RNC, cédula, passport or foreign number; dashes do not matter. */
  taxId?: string | null;
  /** Derived from the number if left out. */
  taxIdKind?: TaxIdKind;
  /** The fiscal receipt that their invoices get unless an invoice says another one. Default of a new contact: `fiscal-credit` with a valid RNC, else `consumer`, which the buyer cannot deduct. */
  fiscalType?: "consumer" | "fiscal-credit" | "special-regime" | "government" | "export";
  /** For your own people. */
  notes?: string;
  /** Your own words, to group and find them by. */
  labels?: string[];
  /** They buy at the prices of this tier. */
  priceTier?: string | null;
  /** The most that they may owe, in the organization’s currency. A sale on credit that would exceed it is refused. Null: no limit. */
  creditLimit?: DecimalInput | null;
  /** Days until an invoice is due. Null: those of the settings `accounting`. */
  paymentTermsDays?: number | null;
  /** The member who looks after them. */
  sellerId?: string | null;
  /** Whether they get planned e-mails about what they owe. Default: true. */
  paymentReminders?: boolean;
  /** A supplier abroad, as form 609 declares payments to them. */
  abroad?: SupplierAbroadInput | null;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

export interface ContactDataFindOrCreateContactAnswer {
  /** The contact that has it now. */
  beneficiary: ContactDetail;
  /** The datum of the contact. */
  datum: ContactDatum;
  /** Nobody had it: the contact is new. */
  beneficiaryCreated: boolean;
  /** The contact did not have it before. */
  datumCreated: boolean;
}

export interface ContactDatum {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whose datum it is. */
  beneficiaryId: string;
  kind: ContactDatumKind;
  /** As it was written. */
  value: string;
  /** As it is compared: E.164, lower case, MM-DD, … */
  normalised: string;
  /** home, work, birthday, …; empty: none. */
  label: string;
  /** The one of its kind to use first. */
  isPrimary: boolean;
  /** When it was created. */
  createdAt: string;
}

export interface ContactDatumChange {
  /** The datum to change. */
  id: string;
  /** A telephone number, an e-mail address, a postal address, a date (YYYY-MM-DD), or anything else. */
  value?: string;
  /** home, work, birthday, anniversary, … */
  label?: string;
  /** The one that was primary no longer is. */
  isPrimary?: true;
}

/** What the value is; only a date is announced on its day. */
export type ContactDatumKind = "phone" | "email" | "address" | "date" | "other";

export type ContactDetail = Contact & ({ possibleDuplicates: ({ id: string; name: string; reasons: ("taxId" | "phone" | "email")[] })[]; mergedIds: string[] });

/** A person, or a company or other body. */
export type ContactKind = "person" | "company";

export interface ContactMerge {
  /** The contact that remains. */
  id: string;
  /** The contacts that are merged into it. */
  fromIds: string[];
  /** The version of the contact that remains. */
  version?: number;
}

export type ContactPage = PageInfo & { data: Contact[] };

export interface ContactRow {
  /** The contact to change. Without it: a new one, which needs a name. */
  id?: string;
  /** As read: the row fails if it has changed since. */
  version?: number;
  /** As documents and lists show it. */
  name?: string;
  /** Default: `company` with a valid RNC, else `person`. */
  kind?: ContactKind;
  /** Buys from you. Default of a new contact: true. */
  isCustomer?: boolean;
  /** Sells to you. Default of a new contact: false. */
  isSupplier?: boolean;
  /** Filled in from the tax registry if left empty. */
  legalName?: string | null;
  /** RNC, cédula, passport or foreign number; dashes do not matter. */
  taxId?: string | null;
  /** Derived from the number if left out. */
  taxIdKind?: TaxIdKind;
  /** The fiscal receipt that their invoices get unless an invoice says another one. Default of a new contact: `fiscal-credit` with a valid RNC, else `consumer`, which the buyer cannot deduct. */
  fiscalType?: "consumer" | "fiscal-credit" | "special-regime" | "government" | "export";
  /** For your own people. */
  notes?: string;
  /** Your own words, to group and find them by. */
  labels?: string[];
  /** They buy at the prices of this tier. */
  priceTier?: string | null;
  /** The most that they may owe, in the organization’s currency. A sale on credit that would exceed it is refused. Null: no limit. */
  creditLimit?: DecimalInput | null;
  /** Days until an invoice is due. Null: those of the settings `accounting`. */
  paymentTermsDays?: number | null;
  /** The member who looks after them. */
  sellerId?: string | null;
  /** Whether they get planned e-mails about what they owe. Default: true. */
  paymentReminders?: boolean;
  /** A supplier abroad, as form 609 declares payments to them. */
  abroad?: SupplierAbroadInput | null;
  /** Replaces the data of the kinds that it has. */
  contactData?: NewContactDatum[];
  /** `true` takes it out of lists; its documents stay. */
  archived?: boolean;
}

export interface ContactsArchiveManyAnswer {
  /** Without those that were so already. */
  changedCount: number;
}

export interface ContactsImportBody {
  /** An uploaded CSV or XLSX file of up to 15 MB and 20,000 rows. */
  fileId: string;
  /** Only check the file. */
  dryRun?: boolean;
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface ContextAnswer {
  /** The context request. */
  id: string;
  /** Null dismisses the question. */
  answer: string | null;
  /** Better words for the question. */
  question?: string;
  /** Send the answer to the customers who wait for it and whose conversation nobody has taken over. */
  reply?: boolean;
}

export interface ContextRequest {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A bot: `GET /v1/bot`. */
  botId: string;
  /** As the first customer asked it. */
  question: string;
  /** How often it was asked, also in other words of the same letters. */
  asked: number;
  /** Conversations that still wait for the answer. */
  waiting: number;
  /** `dismissed`: it needs no answer. */
  state: "open" | "answered" | "dismissed";
  /** The training entry that its answer became. */
  trainingId: string | null;
  /** When it was answered or dismissed; null: open. */
  answeredAt: string | null;
  /** The member who did; null: open. */
  answeredBy: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type ContextRequestPage = PageInfo & { data: ContextRequest[] };

export interface Conversation {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A channel (number, page, mailbox or widget): `GET /v1/channel`. */
  channelId: string;
  /** The kind of its channel. */
  channelKind: ChannelKind;
  /** The visitor, number, address or comment thread. */
  sourceId: string;
  /** Of the person, as they or the provider give it. */
  name: string;
  /** The contact (customer) who writes; null: not known. */
  contactId: string | null;
  /** The name of the contact; null: no contact. */
  contactName: string | null;
  /** Open, closed or snoozed. */
  state: State;
  /** When it opens again; null: it is not snoozed. */
  snoozedUntil: string | null;
  /** The person who has it. */
  userId: string | null;
  /** The bot that has it. */
  botId: string | null;
  /** The labels that members gave it. */
  labels: string[];
  /** What it is about; null: not categorized. */
  category: string | null;
  /** Of the first e-mail; empty on other channels. */
  subject: string;
  /** Messages of both sides. */
  messageCount: number;
  /** Messages of the customer that you have not seen; counted up to 100. */
  unreadCount: number;
  /** When the last message was written or arrived. */
  lastMessageAt: string;
  /** The beginning of the last message. */
  lastText: string;
  /** `in`: the customer wrote last. */
  lastDirection: "in" | "out";
  /** Since when the customer waits for an answer. */
  waitingSince: string | null;
  /** Until when anything may be sent; null: no limit. */
  windowEndsAt: string | null;
  /** Whether anything may be sent; if not, only templates. */
  isWindowOpen: boolean;
  /** How often it was opened again after it was closed. */
  reopenedCount: number;
  /** Whether its person is blocked on the channel. */
  isBlocked: boolean;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface ConversationChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** The contact (customer) who writes. */
  contactId?: string | null;
  /** Replaces all of them. A new label is made by using it. */
  labels?: string[];
  /** What it is about, in words of your own; null: none. */
  category?: string | null;
  /** Documents, bookings and other things that it is about. */
  links?: { entityKind: string; entityId: string }[];
  /** Open, closed or snoozed. */
  state?: State;
  /** With `state: snoozed`. */
  snoozedUntil?: string;
  /** Of the person who writes. */
  name?: string;
}

export interface ConversationCursorPage {
  /** The rows of this page. */
  data: Conversation[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export interface ConversationList {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What members see among the saved lists. */
  name: string;
  /** By a rule, or made by hand (`manual`). */
  kind: "rule" | "manual";
  rule: ListRule | null;
  /** How many conversations are on it now, counted up to 10,000. */
  count: number;
  /** Of these, how many are open. */
  openCount: number;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface ConversationListChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What members see among the saved lists. */
  name?: string;
  rule?: ListRule;
  /** Replaces the conversations of a list made by hand. */
  conversationIds?: string[];
  /** Conversations to put on a list made by hand. */
  add?: string[];
  /** Conversations to take off a list made by hand. */
  remove?: string[];
}

export type ConversationListPage = PageInfo & { data: ConversationList[] };

export interface ConversationListsDeleteBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface ConversationMeta {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A channel (number, page, mailbox or widget): `GET /v1/channel`. */
  channelId: string;
  /** The kind of its channel. */
  channelKind: ChannelKind;
  /** The visitor, number, address or comment thread. */
  sourceId: string;
  /** Of the person, as they or the provider give it. */
  name: string;
  /** The contact (customer) who writes; null: not known. */
  contactId: string | null;
  /** The name of the contact; null: no contact. */
  contactName: string | null;
  /** Open, closed or snoozed. */
  state: State;
  /** When it opens again; null: it is not snoozed. */
  snoozedUntil: string | null;
  /** The person who has it. */
  userId: string | null;
  /** The bot that has it. */
  botId: string | null;
  /** The labels that members gave it. */
  labels: string[];
  /** What it is about; null: not categorized. */
  category: string | null;
  /** Of the first e-mail; empty on other channels. */
  subject: string;
  /** Messages of both sides. */
  messageCount: number;
  /** Messages of the customer that you have not seen; counted up to 100. */
  unreadCount: number;
  /** When the last message was written or arrived. */
  lastMessageAt: string;
  /** The beginning of the last message. */
  lastText: string;
  /** `in`: the customer wrote last. */
  lastDirection: "in" | "out";
  /** Since when the customer waits for an answer. */
  waitingSince: string | null;
  /** Until when anything may be sent; null: no limit. */
  windowEndsAt: string | null;
  /** Whether anything may be sent; if not, only templates. */
  isWindowOpen: boolean;
  /** How often it was opened again after it was closed. */
  reopenedCount: number;
  /** Whether its person is blocked on the channel. */
  isBlocked: boolean;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** Documents, bookings and other things that it is about. */
  links: { entityKind: string; entityId: string }[];
  /** The names under which the provider knows them. */
  sources: { kind: string; value: string }[];
  /** The members who have opened it, the latest first. */
  seenBy: { userId: string; seq: string; seenAt: string }[];
  /** From each opening to its closing; the newest 20. */
  episodes: ({ number: number; openedAt: string; firstResponseAt: string | null; closedAt: string | null; rating: number | null })[];
}

export type ConversationPage = PageInfo & { data: Conversation[] };

export interface ConversationStats {
  /** Openings in the span of days. */
  opened: number;
  /** Of these, how many are closed by now. */
  closed: number;
  /** Of these, those of conversations that had been closed before. */
  reopened: number;
  /** The median. */
  firstResponseSeconds: number | null;
  /** The median. */
  resolutionSeconds: number | null;
  /** How many customers rated them. */
  ratings: number;
  /** The mean, from 1 to 5. */
  rating: number | null;
  /** Open now. */
  open: number;
  /** Open now, with a customer who waits. */
  waiting: number;
  /** By who has or had the conversation. */
  byAgent: ({ userId: string | null; botId: string | null; open: number; opened: number; closed: number; reopened: number; firstResponseSeconds: number | null; resolutionSeconds: number | null; ratings: number; rating: number | null })[];
  /** By channel, the one with the most openings first. */
  byChannel: ({ channelId: string; opened: number; closed: number; reopened: number; firstResponseSeconds: number | null; resolutionSeconds: number | null; ratings: number; rating: number | null })[];
  /** By the hour of the day of the opening. */
  byHour: ({ hour: number; opened: number; closed: number; reopened: number; firstResponseSeconds: number | null; resolutionSeconds: number | null; ratings: number; rating: number | null })[];
}

export interface ConversationsCategorizeBody {
  /** Left out: the bot chooses one that is in use. */
  category?: string;
}

export interface ConversationsCreateRatingLinkAnswer {
  /** The page on which the customer rates the conversation. */
  url: string;
}

/** Where conversions are sent: an https address that speaks the Conversions API, or the built-in simulator. */
export type ConversionsSettings = { provider: "http"; url: string; accessToken?: string; testEventCode?: string | null } | { provider: "simulator"; accessToken?: string; testEventCode?: string | null };

export interface Counts {
  /** Everybody: the sum of `queued` to `canceled`. */
  audience: number;
  /** Their turn has not come. */
  queued: number;
  /** On their way to the provider. */
  sending: number;
  /** Kept until the provider takes their template again. */
  held: number;
  /** Taken by the provider. */
  sent: number;
  /** The provider refused or could not deliver it. */
  failed: number;
  /** Left out; the log has the reason. */
  skipped: number;
  /** Left when the diffusion was canceled: they get nothing. */
  canceled: number;
  /** Of those sent. */
  delivered: number;
  /** Of those delivered. */
  read: number;
  /** Recipients who wrote within a week. */
  replied: number;
}

export type CreatedChannel = Channel & { inboundSecret: string };

export type CreatedWebhook = Webhook & { secret: string };

export interface Credit {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The invoice under the plan, or the document of the loan. */
  pendingRecordId: string;
  /** What is paid in instalments. */
  kind: "invoice" | "loan";
  /** Owed to the business, or by it. */
  direction: CreditDirection;
  /** Who owes, or to whom; null: nobody is named. */
  contactId: string | null;
  /** As printed on the document. */
  contactName: string | null;
  status: CreditStatus;
  /** The amount of the credit at its start. */
  principal: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The due date of the first unpaid instalment. */
  nextDueOn: string | null;
  /** What was given up of it. */
  writtenOff: string;
  /** When it was created. */
  createdAt: string;
  /** When it was settled or canceled; null: it is active. */
  endedAt: string | null;
  /** Its terms. */
  plan: { method: "level" | "constant-capital" | "interest-only"; annualRate: string; frequency: "daily" | "weekly" | "biweekly" | "semimonthly" | "monthly" | "bimonthly" | "quarterly" | "semiannual" | "annual"; instalments: number; startsOn: string; firstDueOn: string; endOfMonth: boolean; graceInstalments: number; dayCount: "periods" | "actual/365" | "actual/360" | "30/360"; lateFeeRate: string; lateFeeGraceDays: number };
  /** Its instalments as of today. */
  table: CreditTable;
  /** What happened to it, the oldest first; undone ones too. */
  events: CreditEvent[];
}

export interface CreditCancellation {
  /** Required if payments were made. `owed`: the instalments end and the rest of the invoice is due at once. `write-off`: the rest is written off. */
  remainder?: "owed" | "write-off";
}

/** `granted`: owed to the business. `received`: owed by it. */
export type CreditDirection = "granted" | "received";

export interface CreditEvent {
  /** 1, 2, 3, … of its credit. */
  number: number;
  /** `capital`: paid ahead. `rate`: another interest rate. `waiver`: late fees are waived. */
  kind: "payment" | "capital" | "rate" | "waiver";
  /** The day on which it counts. */
  date: string;
  /** What was paid or waived; null: a change of the rate. */
  amount: string | null;
  /** `term`: fewer instalments. `instalment`: smaller ones. Null: not capital ahead. */
  effect: "term" | "instalment" | null;
  /** The new rate in percent; null: it is none. */
  annualRate: string | null;
  /** The part of the amount for late fees. */
  lateFee: string;
  /** The part of the amount for interest. */
  interest: string;
  /** The part of the amount for capital. */
  capital: string;
  /** The account that the money is in; null: no money moved. */
  accountId: string | null;
  /** The record of the books; null: it posted none. */
  recordId: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was undone. */
  voidedAt: string | null;
}

export interface CreditPayment {
  /** The credit that was paid. */
  creditId: string;
  /** The record of the books; a receipt names the payment by it. */
  recordId: string;
  /** The day on which it counts. */
  date: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** What was paid, in the currency of the credit. */
  amount: string;
  /** The part for late fees. */
  lateFee: string;
  /** The part for interest. */
  interest: string;
  /** The part for capital. */
  capital: string;
  status: CreditStatus;
  /** What is still owed of the whole table. */
  open: { lateFee: string; interest: string; capital: string; total: string };
}

export interface CreditPlan {
  /** `level`: equal instalments. `constant-capital`: equal parts of the capital, with the interest on top. `interest-only`: the capital at the end. */
  method?: "level" | "constant-capital" | "interest-only";
  /** Percent a year, nominal. */
  annualRate?: DecimalInput;
  /** How often an instalment is due. */
  frequency?: "daily" | "weekly" | "biweekly" | "semimonthly" | "monthly" | "bimonthly" | "quarterly" | "semiannual" | "annual";
  /** How many there are. */
  instalments: number;
  /** The first day of interest. Default: today. */
  startsOn?: string;
  /** Default: one period after `startsOn`. */
  firstDueOn?: string;
  /** Instalments fall due on the last day of their month. */
  endOfMonth?: boolean;
  /** How many instalments at the beginning pay interest only. */
  graceInstalments?: number;
  /** How interest is calculated: equal periods, or by days. */
  dayCount?: "periods" | "actual/365" | "actual/360" | "30/360";
  /** Percent of the unpaid part of an instalment, charged once when it is late. */
  lateFeeRate?: DecimalInput;
  /** How many days late an instalment may be without a fee. */
  lateFeeGraceDays?: number;
}

export interface CreditRateChange {
  /** Percent a year, nominal, from that day on. */
  annualRate: DecimalInput;
  /** Default: today. */
  date?: string;
}

/** `settled`: all is paid or written off. */
export type CreditStatus = "active" | "settled" | "canceled";

export interface CreditSummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The invoice under the plan, or the document of the loan. */
  pendingRecordId: string;
  /** What is paid in instalments. */
  kind: "invoice" | "loan";
  /** Owed to the business, or by it. */
  direction: CreditDirection;
  /** Who owes, or to whom; null: nobody is named. */
  contactId: string | null;
  /** As printed on the document. */
  contactName: string | null;
  status: CreditStatus;
  /** The amount of the credit at its start. */
  principal: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The due date of the first unpaid instalment. */
  nextDueOn: string | null;
  /** What was given up of it. */
  writtenOff: string;
  /** When it was created. */
  createdAt: string;
  /** When it was settled or canceled; null: it is active. */
  endedAt: string | null;
  /** The amount owed of the whole table. */
  open: string;
  /** The part that is due. */
  due: string;
  /** The part that is past due. */
  overdue: string;
}

export interface CreditTable {
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The day whose table it is. */
  on: string;
  /** The amount of the credit at its start. */
  principal: string;
  /** Of the whole table. */
  totals: { capital: string; interest: string; lateFee: string; total: string };
  /** The amount owed of the whole table. */
  open: { lateFee: string; interest: string; capital: string; total: string };
  /** The part that is due. */
  due: { lateFee: string; interest: string; capital: string; total: string };
  /** The amount that pays the credit off on this day, without interest that has not accrued. */
  payOff: { lateFee: string; interest: string; capital: string; total: string };
  /** The allocation of each event. */
  allocations: { lateFee: string; interest: string; capital: string; total: string }[];
  /** The instalments, and capital that was paid ahead, in order. */
  rows: ({ number: number | null; kind: "instalment" | "capital"; from: string; dueOn: string; state: "paid" | "overdue" | "partial" | "open"; capital: string; interest: string; lateFee: string; waived: string; total: string; paid: string; open: string; balance: string })[];
}

export interface CreditTableRequest {
  /** An existing credit: the events are added to its own. */
  creditId?: string;
  /** The amount of a new plan. */
  amount?: DecimalInput;
  /** Default: the organization’s. */
  currency?: string;
  /** The terms of a new plan. */
  plan?: CreditPlan;
  /** In the order of their dates. */
  events?: ({ kind: "payment"; date: string; amount: DecimalInput } | { kind: "capital"; date: string; amount: DecimalInput; effect?: "term" | "instalment" } | { kind: "rate"; date: string; annualRate: DecimalInput } | { kind: "waiver"; date: string; amount: DecimalInput })[];
  /** The table on this day. Default: today, or the last event. */
  on?: string;
}

export interface CreditTotals {
  direction: CreditDirection;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** How many are active. */
  credits: number;
  /** Of the active ones. */
  principal: string;
  /** The capital that is still owed, due or not. */
  openCapital: string;
  /** The interest that is still to be paid over the whole term. */
  openInterest: string;
  /** The late fees that are still owed. */
  openLateFee: string;
  /** What is due of all that. */
  due: string;
  /** What is past due. */
  overdue: string;
  /** All payments of credits that were not canceled. */
  paid: string;
  /** The part of `paid` that was interest. */
  paidInterest: string;
  /** The part of `paid` that was late fees. */
  paidLateFee: string;
}

export type CreditsListAnswer = PageInfo & { data: CreditSummary[]; totals: CreditTotals[] };

export interface CreditsUndoLastBody {
  /** The credit whose last event is undone. */
  creditId: string;
}

export interface CurrentFiscalSequence {
  type: FiscalTypeCode;
  /** The name of the type, as the tax authority uses it. */
  name: string;
  /** The range that provides the next number. */
  current: FiscalSequence | null;
  /** The last one issued. */
  lastNumber: string | null;
  /** In all ranges of the type that can be used. */
  remaining: number;
}

export interface CurrentFiscalSequenceCursorPage {
  /** The rows. */
  data: CurrentFiscalSequence[];
}

export interface CustomField {
  /** Names the value in `fields` of a task. */
  key: string;
  /** What people see above the value. */
  name: string;
  /** Which values it takes; a `person` is a member of the board. */
  type: "text" | "number" | "date" | "boolean" | "choice" | "url" | "person";
  /** The values of a `choice`. */
  options: string[];
  /** Every new task must have a value. */
  required: boolean;
  /** Shown on the shared board; by default it is private. */
  shared: boolean;
}

export interface CustomFieldInput {
  /** Names the value in `fields` of a task. */
  key: string;
  /** What people see above the value. */
  name: string;
  /** Which values it takes; a `person` is a member of the board. */
  type: "text" | "number" | "date" | "boolean" | "choice" | "url" | "person";
  /** The values of a `choice`. */
  options?: string[];
  /** Every new task must have a value. */
  required?: boolean;
  /** Shown on the shared board; by default it is private. */
  shared?: boolean;
}

export interface CustomTool {
  /** By which bots and models know it: `check_delivery`. */
  name: string;
  /** Purpose of the tool and when to use it. The model reads this. */
  description: string;
  /** Of the request that is sent. */
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** A public https address. `{orderId}` in its path is replaced by that argument; other arguments go into the query of GET and DELETE, and into a JSON body otherwise. */
  url: string;
  /** `{{API_KEY}}` in a value is replaced by that secret when the tool is called. */
  headers: Record<string, string>;
  /** A JSON Schema of type `object`: string, number, integer, boolean, array and object up to 4 deep, without `$ref` and `pattern`, up to 16,000 characters. */
  parameters: Record<string, unknown>;
  /** How long an answer is awaited. */
  timeoutMs: number;
  /** More calls in an hour are refused. */
  callsPerHour: number;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The names of its secrets, never their values. */
  secretNames: string[];
  /** Bots call approved tools only. */
  approved: boolean;
  /** When it was approved; null: it is not. */
  approvedAt: string | null;
  /** The member who approved it; null: not approved. */
  approvedBy: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type CustomToolPage = PageInfo & { data: CustomTool[] };

export interface DataSource {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Unique; reports show it next to the amount of the source. */
  name: string;
  /** For your own people: what the source is about. */
  description: string;
  /** Transfers from or to these accounts of the chart; of a heading, everything under it. */
  accountIds: string[];
  /** Postings for these taxes. */
  taxIds: string[];
  /** Postings for these items. */
  resourceIds: string[];
  /** Postings for these contacts. */
  contactIds: string[];
  /** Postings for these divisions. */
  divisionIds: string[];
  /** Postings for these projects. */
  projectIds: string[];
  /** Postings of records of these kinds: `income`, `expense`, `payment`, … */
  recordKinds: string[];
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface DataSourceChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Unique; reports show it next to the amount of the source. */
  name?: string;
  /** For your own people: what the source is about. */
  description?: string;
  /** Transfers from or to these accounts of the chart; of a heading, everything under it. */
  accountIds?: string[];
  /** Postings for these taxes. */
  taxIds?: string[];
  /** Postings for these items. */
  resourceIds?: string[];
  /** Postings for these contacts. */
  contactIds?: string[];
  /** Postings for these divisions. */
  divisionIds?: string[];
  /** Postings for these projects. */
  projectIds?: string[];
  /** Postings of records of these kinds: `income`, `expense`, `payment`, … */
  recordKinds?: string[];
}

export interface DataSourceElement {
  /** A record of the books: `GET /v1/record/:recordId`. */
  recordId: string;
  /** What posted it: `income`, `expense`, `journal`, `payment`, … */
  recordKind: string;
  /** `void`: the record was deleted, and this transfer taken back by another. */
  recordStatus: "posted" | "void";
  /** The version of the record that posted it. */
  recordVersion: number;
  /** The kind of operation that posted the record; null: entered by hand. `invoice` is a document. */
  sourceKind: string | null;
  /** Of an `invoice`: the document (`GET /v1/record/pending/:pendingRecordId`). */
  sourceId: string | null;
  /** Of the record. */
  reference: string | null;
  /** Whether it takes an earlier transfer back. */
  takesBack: boolean;
  /** Transfers of one entry were posted together. */
  entryId: string;
  /** Its place in the entry, from 1. */
  line: number;
  /** The day on which it counts in the books. */
  date: string;
  /** When it was posted, whatever its date is. */
  postedAt: string;
  /** The text of the record when it was posted. */
  description: string;
  /** Its purpose in the record: `net`, `tax`, `payment`, … */
  purpose: string;
  /** Where the amount went. */
  debit: { id: string; code: string; name: string; ownAmount: string; currency: string };
  /** Where it came from. */
  credit: { id: string; code: string; name: string; ownAmount: string; currency: string };
  /** In the organization’s currency; never negative. */
  amount: string;
  /** ISO 4217 */
  currency: string;
  /** A branch, warehouse or till: `GET /v1/division`. */
  divisionId: string | null;
  /** A project: `GET /v1/project`. */
  projectId: string | null;
  /** A contact: `GET /v1/beneficiary`. */
  contactId: string | null;
  /** The tax that the amount is for: `GET /v1/taxes/list`. */
  taxId: string | null;
  /** The product that the amount is for, such as the cost of what was sold. */
  resourceId: string | null;
}

export type DataSourceElementPage = PageInfo & { data: DataSourceElement[] };

export type DataSourcePage = PageInfo & { data: DataSource[] };

/** A decimal number: text in answers, text or a JSON number in requests. */
export type Decimal = string;

/** A decimal number: text in answers, text or a JSON number in requests. */
export type DecimalInput = string | number;

export type Delivery = DeliverySummary & ({ lines: ({ id: string; elementId: string | null; resourceId: string | null; quantity: string; serialNumbers: string[]; received: string | null; receivedSerialNumbers: string[]; fix: "restock" | "write-off" | "accept" | null; fixedAt: string | null })[]; document: { elementId: string; ordered: string; delivered: string; canceled: string; open: string }[] });

export interface DeliveryChange {
  /** The delivery to change. */
  id: string;
  /** Given, a change made by someone else meanwhile is not overwritten. */
  version?: number;
  /** Cancels the delivery, if nothing of it was received. */
  status?: "canceled";
  /** Who received it. */
  receivedBy?: string;
  /** The quantities that arrived. A line is confirmed once. */
  lines?: { id: string; received?: DecimalInput; serialNumbers?: string[] }[];
  /** Cancels the open rest of the invoice. */
  cancelRest?: true;
  /** Who brings it. */
  carrier?: string | null;
  /** Of the carrier (guía). */
  trackingNumber?: string | null;
  /** Where the receiver follows it. */
  trackingUrl?: string | null;
  /** Printed on the note that goes with the goods. */
  notes?: string;
}

export interface DeliveryMethod {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** `pickup`: the buyer collects the goods at a branch. `delivery`: they are brought to an address. */
  kind: "pickup" | "delivery";
  /** For buyers. */
  name: string;
  /** For buyers: opening hours, or when the goods arrive. */
  details: string;
  /** The division (branch) that the goods leave; a `pickup` needs it. Null: one that has the goods. */
  divisionId: string | null;
  /** The service that is charged, with its price and taxes. Null: nothing is charged. */
  resourceId: string | null;
  /** Nothing is charged from this total of the products; null: never. */
  freeFrom: string | null;
  /** Where it delivers, for a `delivery`. Empty: everywhere. */
  zones: DeliveryZone[];
  /** Its place among the methods. */
  place: number;
  /** Of `freeFrom`. */
  currency: string;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface DeliveryMethodChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** `pickup`: the buyer collects the goods at a branch. `delivery`: they are brought to an address. */
  kind?: "pickup" | "delivery";
  /** For buyers. */
  name?: string;
  /** For buyers: opening hours, or when the goods arrive. */
  details?: string;
  /** The division (branch) that the goods leave; a `pickup` needs it. Null: one that has the goods. */
  divisionId?: string | null;
  /** The service that is charged, with its price and taxes. Null: nothing is charged. */
  resourceId?: string | null;
  /** Nothing is charged from this total of the products, with taxes and discounts. */
  freeFrom?: DecimalInput | null;
  /** Where it delivers, for a `delivery`. Empty: everywhere. */
  zones?: DeliveryZone[];
  /** Its place among the methods. */
  place?: number;
  /** Archived ones are not offered. */
  archived?: boolean;
}

export type DeliveryMethodPage = PageInfo & { data: DeliveryMethod[] };

export interface DeliveryMismatch {
  /** The id of the delivery line. */
  id: string;
  /** The delivery. */
  deliveryId: string;
  /** The number of the delivery. */
  deliveryNumber: number;
  /** Of a sale, of a purchase, or a transfer between divisions. */
  kind: "sale" | "purchase" | "transfer";
  /** The invoice; null: a transfer. */
  pendingRecordId: string | null;
  /** The line of the invoice; null: a transfer. */
  elementId: string | null;
  /** Null for a pack; the invoice line names it. */
  resourceId: string | null;
  /** Where the goods left; null: a purchase. */
  fromDivisionId: string | null;
  /** Where the goods arrive; null: a sale. */
  toDivisionId: string | null;
  /** The day on which they left. */
  date: string;
  /** Who received it; null: not given. */
  receivedBy: string | null;
  /** The quantity sent. */
  quantity: string;
  /** The quantity that arrived. */
  received: string;
  /** Negative: units are missing. */
  difference: string;
}

export interface DeliveryMismatchFix {
  /** The delivery. */
  deliveryId: string;
  /** The lines to resolve. */
  lines: ({ id: string; fix: "restock" | "write-off" | "accept" })[];
}

export type DeliveryMismatchPage = PageInfo & { data: DeliveryMismatch[] };

export type DeliveryState = "pending" | "done" | "kept";

export interface DeliverySummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** Of a sale, of a purchase, or a transfer between divisions. */
  kind: "sale" | "purchase" | "transfer";
  /** `received`: everything that was sent is confirmed. */
  status: "sent" | "received" | "canceled";
  /** 1, 2, 3, … of the organization. */
  number: number;
  /** The invoice; null: a transfer. */
  pendingRecordId: string | null;
  /** Where the goods left; null: a purchase. */
  fromDivisionId: string | null;
  /** Where the goods arrive; null: a sale. */
  toDivisionId: string | null;
  /** The day on which they left. */
  date: string;
  /** Where they go; null: not given. */
  address: string | null;
  /** Who brings them; null: not given. */
  carrier: string | null;
  /** Of the carrier (guía); null: none. */
  trackingNumber: string | null;
  /** Where the receiver follows it; null: none. */
  trackingUrl: string | null;
  /** Printed on the note that goes with the goods. */
  notes: string;
  /** Who received it; null: nobody yet. */
  receivedBy: string | null;
  /** When that was confirmed; null: not yet. */
  receivedAt: string | null;
  /** The record of the books; null: it posted none. */
  recordId: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type DeliverySummaryPage = PageInfo & { data: DeliverySummary[] };

export interface DeliveryZone {
  /** Compared without accents and case. */
  province: string;
  /** The city or municipality. Default: all of the province. */
  city?: string;
  /** Default: all sectors. */
  sector?: string;
}

export type DetailedAutomationThread = AutomationThread & ({ input: unknown; request: { query: Record<string, string | string[]>; headers: Record<string, string> } | null; steps: AutomationStep[] });

export type DetailedAutomationThreadPage = PageInfo & { data: DetailedAutomationThread[] };

export interface Diffusion {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What members see in the list of diffusions. */
  name: string;
  /** A number of the messaging app. */
  channelId: string;
  audience: Audience;
  /** With the counts of each. */
  templates: { name: string; language: string; parameters: { header: string[]; body: string[]; buttons: string[] }; share?: number; counts: Counts }[];
  /** The zone of `localStart` and `windows`. Default: that of the organization. */
  timeZone: string;
  /** When it begins, by the clocks in `timeZone`. Null: when it is started. */
  localStart: unknown | null;
  /** When messages may be sent, by the clocks in `timeZone`. Null: at any time. */
  windows: { day: number; from: string; to: string }[] | null;
  /** Of all recipients. */
  counts: Counts;
  state: DiffusionState;
  /** `localStart` as an instant; null: it has no planned time. */
  startAt: string | null;
  /** Why nothing is sent at the moment; null: it is. */
  waitingFor: "window" | "budget" | "template" | "channel" | null;
  /** When it looks again, if it waits. */
  resumeAt: string | null;
  /** Why the service paused it. */
  problem: string | null;
  /** When it was started or its time came; null: not yet. */
  startedAt: string | null;
  /** When it was done or canceled; null: it is neither. */
  finishedAt: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface DiffusionChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What members see in the list of diffusions. */
  name?: string;
  /** A number of the messaging app. */
  channelId?: string;
  audience?: Audience;
  /** One template, or two to compare: each recipient gets one of them. */
  templates?: DiffusionTemplate[];
  /** The zone of `localStart` and `windows`. Default: that of the organization. */
  timeZone?: string;
  /** When it begins, by the clocks in `timeZone`. Null: when it is started. */
  localStart?: string | null;
  /** When messages may be sent, by the clocks in `timeZone`. Null: at any time. */
  windows?: { day: number; from: string; to: string }[] | null;
  /** `pause` keeps the rest until `resume`; `cancel` sends nothing more, for good. */
  action?: "pause" | "resume" | "cancel";
}

export type DiffusionPage = PageInfo & { data: Diffusion[] };

export interface DiffusionPreview {
  /** Everybody in it, also those who are left out. */
  audience: number;
  /** Those who would get a message. */
  reach: number;
  /** Who is left out, by reason. */
  excluded: { reason: SkipReason; count: number }[];
  /** Of all messages, by the prices in the settings; null: a price is not known. */
  cost: { amount: string; currency: string } | null;
  /** With the reach and price of each. */
  templates: ({ name: string; language: string; category: string; isSendable: boolean; reach: number; price: { amount: string; currency: string } | null })[];
  /** The daily budget of the number; null: it has none. */
  budget: { perDay: number; left: number; days: number } | null;
  /** The problems that prevent sending at the moment. */
  obstacles: string[];
  /** The messages of the first few, with their values filled in. */
  sample: { name: string; address: string; text: string }[];
}

/** `preparing` writes down the recipients; `done`: none is left to send to. */
export type DiffusionState = "draft" | "scheduled" | "preparing" | "running" | "paused" | "done" | "canceled";

export interface DiffusionTemplate {
  /** The name of the template at the provider. */
  name: string;
  /** The language of the template, such as `es` or `es_MX`. */
  language: string;
  /** The values of `{{1}}`, `{{2}}` … Each may hold `{{contact.name}}`, `{{contact.firstName}}`, `{{organization.name}}` and, for a file, `{{file.Column}}`. */
  parameters?: { header?: string[]; body?: string[]; buttons?: string[] };
  /** Of two templates: the percentage of recipients who get this one. Default: 50. */
  share?: number;
}

export interface DiffusionsDeleteBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface DiffusionsDeleteOptOutBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface Discount {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Shown as the reason of the discount. */
  name: string;
  /** Only an active discount is offered. */
  active: boolean;
  /** Of the price; null: an amount. */
  percent: string | null;
  /** Per unit, for prices in `currency`; null: a percentage. */
  amount: string | null;
  /** Of the amount; null: a percentage. */
  currency: string | null;
  /** For this product only; null: for all. */
  resourceId: string | null;
  /** For the members of this list only; null: for all. */
  listId: string | null;
  /** For this contact only; null: for everyone. */
  contactId: string | null;
  /** In this branch only; null: in all. */
  divisionId: string | null;
  /** From this quantity; null: from any. */
  minimumQuantity: string | null;
  /** The first day; null: no start. */
  startsOn: string | null;
  /** The last day; null: no end. */
  endsOn: string | null;
  /** Only for buyers who give this code; null: for all. */
  coupon: string | null;
  /** For stock of which nothing has left for so many days; null: for any. */
  slowStockDays: number | null;
  /** Otherwise the discounted price is never below cost. */
  allowsBelowCost: boolean;
  /** How many documents may use the coupon; null: no limit. */
  usesMax: number | null;
  /** How many documents of one contact may use it; null: no limit. */
  usesPerContactMax: number | null;
  /** Documents that use the coupon now. */
  uses: number;
  /** Number of offers, exact up to 10,000. */
  offeredCount: number;
  /** Number of accepted offers, exact up to 10,000. */
  takenCount: number;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface DiscountChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Shown as the reason of the discount. */
  name?: string;
  /** Only an active discount is offered. Default: true. */
  active?: boolean;
  /** A percentage of the price. */
  percent?: DecimalInput | null;
  /** Or an amount per unit, for prices in this currency. */
  amount?: DecimalInput | null;
  /** The currency of the amount. Default: the organization’s. */
  currency?: string | null;
  /** For this resource. */
  resourceId?: string | null;
  /** For the members of this list. */
  listId?: string | null;
  /** For this contact. */
  contactId?: string | null;
  /** In this division (branch or till). */
  divisionId?: string | null;
  /** From this quantity. */
  minimumQuantity?: DecimalInput | null;
  /** The first day. */
  startsOn?: string | null;
  /** The last day. */
  endsOn?: string | null;
  /** Only for buyers who give this code. Case does not matter. */
  coupon?: string | null;
  /** For stock of which nothing has left for this many days. */
  slowStockDays?: number | null;
  /** Otherwise the discounted price is never below cost. */
  allowsBelowCost?: boolean;
  /** How many documents may use the coupon. A document that is voided gives its use back. */
  usesMax?: number | null;
  /** How many documents of one contact may use the coupon. Documents without a contact may not. */
  usesPerContactMax?: number | null;
}

export interface DiscountOffer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The discount. */
  ruleId: string;
  /** The name of the discount. */
  ruleName: string;
  /** What it was offered for. */
  resourceId: string;
  /** Whom it was offered to; null: nobody is named. */
  contactId: string | null;
  /** Where it was offered; null: nowhere in particular. */
  divisionId: string | null;
  /** The day of the sale. */
  offeredOn: string;
  /** How much of it. */
  quantity: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** For one unit, without the discount. */
  fullPrice: string;
  /** For one unit, with the discount. */
  unitPrice: string;
  /** Why it was given, in words for people. */
  reason: string;
  /** Who asked for the price; null: the service. */
  offeredBy: string | null;
  /** When it was offered. */
  offeredAt: string;
  /** The document that took it; null: none. */
  taken: { at: string; kind: string; id: string; quantity: string; releasedAt: string | null } | null;
}

export type DiscountOfferPage = PageInfo & { data: DiscountOffer[] };

export type DiscountPage = PageInfo & { data: Discount[] };

export interface DiscountsDeleteBody {
  /** The discount to delete. */
  id: string;
}

export interface Document {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** Only an invoice or a loan is paid. */
  kind: "invoice" | "quote" | "order" | "loan";
  /** `sale` to a customer, `purchase` from a supplier. */
  direction: "sale" | "purchase";
  /** Whether it counts: a draft posts nothing, a void document no more. */
  status: "draft" | "issued" | "void";
  /** `converted`: everything of this quote or order is in later documents. */
  state: PendingState;
  /** Of its kind and direction, without gaps; null until it is issued. */
  number: number | null;
  /** The customer of a sale, the supplier of a purchase; null: none. */
  contactId: string | null;
  /** As printed on the document. */
  contactName: string | null;
  /** The RNC or cédula, as printed on the document. */
  contactTaxId: string | null;
  /** Which kind of number that is; null: there is none. */
  contactTaxIdKind: TaxIdKind | null;
  /** The day on which it counts in the books and on the forms. */
  date: string;
  /** The last day to pay it; of a quote, to accept it. */
  dueOn: string;
  /** The kind of receipt, such as `B01` or `E31`; null: none. */
  fiscalType: string | null;
  /** The NCF or e-NCF; null: none. */
  fiscalNumber: string | null;
  /** The last day on which its sequence may be used; null: it has no end. */
  fiscalExpiresOn: string | null;
  /** The receipt that it corrects or replaces; null: none. */
  modifiesFiscalNumber: string | null;
  /** How it relates to that receipt; null: it corrects none. */
  modificationCode: number | null;
  /** Type of expense on form 606: 01 to 11; null: a sale, or not given. */
  expenseType: string | null;
  /** Type of income on form 607: 01 to 06; null: not given. */
  incomeType: string | null;
  /** How it is paid, as the forms name it: 01 to 08; null: from its payments. */
  paymentForm: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Units of the organization’s currency for one of `currency`; null: they are the same. */
  rate: string | null;
  /** Whether the unit prices hold the taxes already. */
  pricesIncludeTax: boolean;
  /** The lines as priced, before discounts. */
  subtotal: string;
  /** The discounts of all lines. */
  discount: string;
  /** Without taxes. */
  net: string;
  /** The taxes, without those that are withheld. */
  tax: string;
  /** With taxes. */
  total: string;
  /** Withheld by the payer for the tax authority. */
  withheld: string;
  /** The total less what is withheld. */
  due: string;
  /** The payments that are not void, refunds taken off. */
  paid: string;
  /** Amount still due. */
  balance: string;
  /** The total in the organization’s currency. */
  baseTotal: string;
  /** The branch or till that it belongs to; null: none. */
  divisionId: string | null;
  /** The project that its postings count for; null: none. */
  projectId: string | null;
  /** The member who sold it and earns the commission; null: nobody. */
  sellerId: string | null;
  /** Its stage in the sales funnel; null: none. */
  stage: string | null;
  /** A number of the other party, such as their order; null: none. */
  reference: string | null;
  /** Printed below the lines. */
  notes: string;
  /** Printed below the notes. */
  terms: string;
  /** How it is printed: `GET /v1/record/pending/template`; null: as the default template says. */
  templateId: string | null;
  /** Its files: `GET /v1/files`. */
  attachments: string[];
  /** Goods are reserved and leave with a delivery. */
  deliverLater: boolean;
  /** The document that this one was made from. */
  sourceId: string | null;
  /** The recurrence that made it, or that copies it; null: none. */
  recurrencyId: string | null;
  /** The cycle of the recurrence that it is; null: none. */
  cycleOn: string | null;
  /** The record that it posted. */
  recordId: string | null;
  /** When it was found past due; null: it is not. */
  pastDueAt: string | null;
  /** When nothing was due any more; null: something is. */
  paidAt: string | null;
  /** When it took its number; null: a draft. */
  issuedAt: string | null;
  /** When it was voided; null: it holds. */
  voidedAt: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** The lines, in their order. */
  elements: DocumentLine[];
  /** How the document recurs; null where it does not. */
  recurrency: Recurrency | null;
}

export interface DocumentChange {
  /** The document to change. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Issues a draft. */
  status?: "issued";
  /** The customer of a sale, the supplier of a purchase. */
  contactId?: string | null;
  /** As printed on the document. Default: the contact’s. */
  contactName?: string | null;
  /** Default: the contact’s. */
  contactTaxId?: string | null;
  /** Default: the contact’s, or derived from a `contactTaxId` that is not theirs. */
  contactTaxIdKind?: TaxIdKind | null;
  /** Default: today in the organization. */
  date?: string;
  /** Default: after the contact’s payment terms, else the organization’s. */
  dueOn?: string;
  fiscalType?: FiscalTypeOfDocument;
  /** The receipt of the supplier, on a purchase. */
  fiscalNumber?: string | null;
  /** The receipt that this one corrects. */
  modifiesFiscalNumber?: string | null;
  modificationCode?: GivenModificationCode;
  /** Type of expense on form 606: 01 to 11. */
  expenseType?: string | null;
  /** How it was earned, as form 607 names it: 01 to 06. */
  incomeType?: string | null;
  /** How it is paid, as the forms name it: 01 to 08. */
  paymentForm?: string | null;
  /** Default: the organization’s. */
  currency?: string;
  /** Units of the organization’s currency for one of the document’s. Default: the known rate of the day. */
  rate?: DecimalInput | null;
  /** Whether the unit prices hold the taxes already. */
  pricesIncludeTax?: boolean;
  /** Default: the active division of the session. */
  divisionId?: string | null;
  /** The project that its postings count for. */
  projectId?: string | null;
  /** A member. Default: the contact’s seller. */
  sellerId?: string | null;
  /** Its stage in the sales funnel. */
  stage?: string | null;
  /** Their order number, for example. */
  reference?: string | null;
  /** Printed below the lines. */
  notes?: string;
  /** Printed below the notes. */
  terms?: string;
  /** Ids of files of this organization: upload them with `POST /v1/files`. */
  attachments?: string[];
  /** Goods are reserved now and leave with a delivery. */
  deliverLater?: boolean;
  /** All lines in their new order; lines that are left out are removed. */
  elements?: ({ id?: string; resourceId?: string | null; resourceListId?: string | null; description?: string; quantity?: DecimalInput; unit?: string | null; unitPrice?: DecimalInput; priceLabel?: string | null; discount?: { amount?: DecimalInput; percent?: DecimalInput } | null; discountOfferId?: string | null; taxIds?: string[]; chartAccountId?: string | null; serialNumbers?: string[]; lots?: GivenLots })[];
  /** Left out: the recurrence stays as it is. */
  recurrency?: RecurrencyChange;
}

export interface DocumentDetail {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** Only an invoice or a loan is paid. */
  kind: "invoice" | "quote" | "order" | "loan";
  /** `sale` to a customer, `purchase` from a supplier. */
  direction: "sale" | "purchase";
  /** Whether it counts: a draft posts nothing, a void document no more. */
  status: "draft" | "issued" | "void";
  /** `converted`: everything of this quote or order is in later documents. */
  state: PendingState;
  /** Of its kind and direction, without gaps; null until it is issued. */
  number: number | null;
  /** The customer of a sale, the supplier of a purchase; null: none. */
  contactId: string | null;
  /** As printed on the document. */
  contactName: string | null;
  /** The RNC or cédula, as printed on the document. */
  contactTaxId: string | null;
  /** Which kind of number that is; null: there is none. */
  contactTaxIdKind: TaxIdKind | null;
  /** The day on which it counts in the books and on the forms. */
  date: string;
  /** The last day to pay it; of a quote, to accept it. */
  dueOn: string;
  /** The kind of receipt, such as `B01` or `E31`; null: none. */
  fiscalType: string | null;
  /** The NCF or e-NCF; null: none. */
  fiscalNumber: string | null;
  /** The last day on which its sequence may be used; null: it has no end. */
  fiscalExpiresOn: string | null;
  /** The receipt that it corrects or replaces; null: none. */
  modifiesFiscalNumber: string | null;
  /** How it relates to that receipt; null: it corrects none. */
  modificationCode: number | null;
  /** Type of expense on form 606: 01 to 11; null: a sale, or not given. */
  expenseType: string | null;
  /** Type of income on form 607: 01 to 06; null: not given. */
  incomeType: string | null;
  /** How it is paid, as the forms name it: 01 to 08; null: from its payments. */
  paymentForm: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Units of the organization’s currency for one of `currency`; null: they are the same. */
  rate: string | null;
  /** Whether the unit prices hold the taxes already. */
  pricesIncludeTax: boolean;
  /** The lines as priced, before discounts. */
  subtotal: string;
  /** The discounts of all lines. */
  discount: string;
  /** Without taxes. */
  net: string;
  /** The taxes, without those that are withheld. */
  tax: string;
  /** With taxes. */
  total: string;
  /** Withheld by the payer for the tax authority. */
  withheld: string;
  /** The total less what is withheld. */
  due: string;
  /** The payments that are not void, refunds taken off. */
  paid: string;
  /** Amount still due. */
  balance: string;
  /** The total in the organization’s currency. */
  baseTotal: string;
  /** The branch or till that it belongs to; null: none. */
  divisionId: string | null;
  /** The project that its postings count for; null: none. */
  projectId: string | null;
  /** The member who sold it and earns the commission; null: nobody. */
  sellerId: string | null;
  /** Its stage in the sales funnel; null: none. */
  stage: string | null;
  /** A number of the other party, such as their order; null: none. */
  reference: string | null;
  /** Printed below the lines. */
  notes: string;
  /** Printed below the notes. */
  terms: string;
  /** How it is printed: `GET /v1/record/pending/template`; null: as the default template says. */
  templateId: string | null;
  /** Its files: `GET /v1/files`. */
  attachments: string[];
  /** Goods are reserved and leave with a delivery. */
  deliverLater: boolean;
  /** The document that this one was made from. */
  sourceId: string | null;
  /** The recurrence that made it, or that copies it; null: none. */
  recurrencyId: string | null;
  /** The cycle of the recurrence that it is; null: none. */
  cycleOn: string | null;
  /** The record that it posted. */
  recordId: string | null;
  /** When it was found past due; null: it is not. */
  pastDueAt: string | null;
  /** When nothing was due any more; null: something is. */
  paidAt: string | null;
  /** When it took its number; null: a draft. */
  issuedAt: string | null;
  /** When it was voided; null: it holds. */
  voidedAt: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** The lines, in their order. */
  elements: DocumentLine[];
  /** The oldest first. */
  payments: Payment[];
  /** What is tied to it, so that it is found from here. */
  links: DocumentLink[];
  /** Of a sale. */
  margin: DocumentMargin | null;
  /** How the document recurs; null where it does not. */
  recurrency: Recurrency | null;
}

export interface DocumentDraftProposal {
  /** `rules`, `electronic-receipt`, or the id of a model. */
  readBy: string;
  /** The body of `POST /v1/record/pending`. */
  draft: { kind: "invoice" | "quote" | "order"; direction: "sale" | "purchase"; status: "draft"; contactId: string | null; contactName: string | null; contactTaxId: string | null; fiscalNumber: string | null; date?: string; dueOn?: string; currency?: string; pricesIncludeTax: boolean; attachments: string[]; elements: ({ resourceId: string | null; description: string; quantity: string; unitPrice?: string; taxIds?: string[] })[] };
  /** As the source says. */
  read: { total: string | null; tax: string | null };
  /** As the document would be. Null: it would be refused, and `unsure` says why. */
  preview: { net: string; tax: string; total: string; currency: string } | null;
  /** Points that a person should check. */
  unsure: { field: string; why: string; candidates: { id: string; name: string; confidence: number }[] }[];
  /** The saved draft. */
  documentId: string | null;
}

export interface DocumentItem {
  /** Null: lines of free text, grouped by their text. */
  resourceId: string | null;
  /** The text of its lines. */
  description: string;
  /** How many documents have it. */
  documents: number;
  /** In the documents of the period, before returns; so are `net`, `tax` and `total`. */
  quantity: string;
  /** Without taxes. */
  net: string;
  /** The taxes. */
  tax: string;
  /** With taxes. */
  total: string;
  /** Came back in issued returns of the period, by the dates of the returns, also of earlier documents. */
  returned: { quantity: string; net: string; tax: string; total: string };
  /** Less what came back; negative where more came back in the period. */
  afterReturns: { quantity: string; net: string; tax: string; total: string };
  /** The organization’s; documents in others are converted at their own rates. */
  currency: string;
  /** The date of the last document with the item. */
  lastOn: string;
}

export interface DocumentItemCursorPage {
  /** The rows of this page. */
  data: DocumentItem[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export interface DocumentLine {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The item of the catalog; null: free text, or a pack. */
  resourceId: string | null;
  /** The pack that is sold as one. */
  resourceListId: string | null;
  /** As printed on the document. */
  description: string;
  /** A decimal with up to six decimals. */
  quantity: string;
  /** What the quantity counts; null: not said. */
  unit: string | null;
  /** In the currency of the document; with the taxes if `pricesIncludeTax`. */
  unitPrice: string;
  /** The price tier that it was priced with; null: the usual price. */
  priceLabel: string | null;
  /** As given: an amount or a percent of the line; null: none. */
  discount: { amount: string } | { percent: string } | null;
  /** The offer that the line has taken. */
  discountOfferId: string | null;
  /** Why there is the discount, where it was offered. */
  discountReason: string | null;
  /** Where the line is posted; null: as the item or the posting rules say. */
  chartAccountId: string | null;
  /** Of the units that were sold or bought. */
  serialNumbers: string[];
  lots: LotsOfLine;
  /** Quantity times price. */
  amount: string;
  /** What the discount takes from `amount`. */
  discountAmount: string;
  /** Without taxes. */
  net: string;
  /** The taxes of the line, without those that are withheld. */
  tax: string;
  /** What the payer withholds of the line for the tax authority. */
  withheld: string;
  /** With taxes. */
  total: string;
  /** Each tax of the line. */
  taxes: DocumentLineTax[];
  /** The line that this one was made from. */
  sourceElementId: string | null;
  /** How much of it is in later documents. */
  converted: string;
}

export interface DocumentLineChange {
  /** The line to change. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** An item of the catalog. Without it: free text. */
  resourceId?: string | null;
  /** A pack or bundle that is sold as one, in place of an item: its parts leave the stock. */
  resourceListId?: string | null;
  /** Default: the name of the item or pack. */
  description?: string;
  /** Default: 1. */
  quantity?: DecimalInput;
  /** What the quantity counts, such as `lb`. Default: the unit of the item. */
  unit?: string | null;
  /** Default, on a sale: the price of the item that holds for the contact that day; of a pack its own, else the sum of its parts. */
  unitPrice?: DecimalInput;
  /** The name of a price tier. */
  priceLabel?: string | null;
  /** Either an amount or a percent of the line. */
  discount?: { amount?: DecimalInput; percent?: DecimalInput } | null;
  /** A discount that price discovery has offered for this item, in place of one by hand. It is taken once, for as long as the line names it; the price defaults to the one it was offered on. */
  discountOfferId?: string | null;
  /** At their rates of the document’s day. Default: those of the item, or what all parts of the pack have. */
  taxIds?: string[];
  /** Where the line is posted. Without it: the account of the item, else `sales` or `expenses` of the posting rules. */
  chartAccountId?: string | null;
  /** Of the units, where the item has them; of a pack or combo, those of all its parts that have them. */
  serialNumbers?: string[];
  lots?: GivenLots;
}

export interface DocumentLineTax {
  /** The tax: `GET /v1/taxes/list`. */
  taxId: string;
  /** The code of the tax. */
  code: string;
  /** As printed on the document. */
  name: string;
  /** `withheld-…`: the payer keeps it and pays it to the tax authority. */
  kind: string;
  /** Percent, as it was used. */
  rate: string;
  /** The base that the rate was applied to. */
  base: string;
  /** In the currency of the document. */
  amount: string;
}

export interface DocumentLink {
  /** What is tied to the document. */
  kind: "document" | "record" | "payment" | "credit" | "return";
  /** Of what is tied. */
  id: string;
}

export interface DocumentMargin {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The organization’s currency: every amount here is in it. */
  currency: string;
  /** Of the sale, without taxes. */
  net: string;
  /** The part of the net that came back in issued returns. */
  returned: string;
  /** Of the goods that left and did not come back, and of everything that is tied to the sale. */
  cost: string;
  /** `net` less `returned` and `cost`. */
  margin: string;
  /** Of `net` less `returned`; null where nothing is left of it. */
  marginPercent: string | null;
  /** What was tied to it; goods of the stock are in `cost` only. */
  costs: ({ id: string; elementId: string | null; costElementId: string | null; recordId: string | null; amount: string; description: string })[];
}

export interface DocumentMessage {
  /** A conversation (chat): `GET /v1/conversation`. */
  conversationId: string;
  /** A document (quote, order, invoice). */
  documentId?: string;
  /** A booking, instead of a document or with it. */
  bookingId?: string;
  /** `page`: the addresses where it is seen and paid. `pdf`: the document as a file. */
  as?: "page" | "pdf";
  /** Written above it. */
  text?: string;
}

export interface DocumentPaymentsChargeAnswer {
  /** The charge: `sourceId` of its payment. */
  id: string;
  /** `requires_action`: the contact has to confirm it at `actionUrl`. */
  status: "succeeded" | "processing" | "requires_action" | "unknown";
  /** What was charged. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Where the contact confirms the payment; null: there is nothing to confirm. */
  actionUrl: string | null;
  /** The document, with the payment if it is booked. */
  document: Document;
}

export interface DocumentPaymentsDeleteAnswer {
  /** The document afterwards. */
  document: DocumentSummary;
  /** The payment; it is void unless its refund has yet to be confirmed. */
  payment: Payment;
}

export interface DocumentPaymentsDeleteBody {
  /** The payment. */
  id: string;
}

export type DocumentPaymentsListDisputesAnswer = PageInfo & ({ data: ({ id: string; pendingRecordId: string | null; chargeId: string | null; state: "inquiry" | "open" | "under-review" | "won" | "lost"; reason: string; amount: string; currency: string; reopened: string; fromBalance: string; lost: string; evidenceDueAt: string | null; createdAt: string })[] });

export interface DocumentPaymentsPayAnswer {
  /** The document afterwards. */
  document: DocumentSummary;
  /** One for each means. */
  payments: Payment[];
  /** The change in cash. */
  change: { amount: string; currency: string }[];
  /** If `receipt` asked for it and money was paid. */
  receipt: Receipt | null;
}

export interface DocumentPaymentsPayManyAnswer {
  /** Whose documents were paid. */
  contactId: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The total, with any overpayment. */
  paid: string;
  /** Each document that was paid, with its payment. */
  documents: { document: DocumentSummary; payment: Payment }[];
  /** If `receipt` asked for it and money was paid. */
  receipt: Receipt | null;
}

export interface DocumentPaymentsSendReceiptByEmailAnswer {
  /** The addresses it was sent to. */
  emailsSent: string[];
  /** How many addresses these are. */
  emailCount: number;
}

export interface DocumentPaymentsSendReceiptByEmailBody {
  /** Default: those of the contact. */
  emails?: string[];
  /** A personal message in the e-mail. */
  message?: string;
  format?: PaperFormat;
}

export interface DocumentPaymentsVoidReceiptBody {
  /** The receipt. */
  id: string;
}

export interface DocumentReportsGetAnswer {
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The day of the balances; today by default. */
  asOf: string;
  /** Of everything that matches. */
  totals: { documents: number; net: string; tax: string; total: string; withheld: string; paid: string; balance: string; returned: { returns: number; net: string; tax: string; total: string }; afterReturns: { net: string; tax: string; total: string }; aging: { notYetDue: string; days1To30: string; days31To60: string; days61To90: string; over90Days: string } };
  /** The groups of `groupBy`; empty without it. */
  groups: ({ key: Record<string, string | null>; names: (string | null)[]; documents: number; net: string; tax: string; total: string; withheld: string; paid: string; balance: string; returned: { returns: number; net: string; tax: string; total: string }; afterReturns: { net: string; tax: string; total: string }; aging: { notYetDue: string; days1To30: string; days31To60: string; days61To90: string; over90Days: string } })[];
}

export interface DocumentReportsGetFunnelAnswer {
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Of everything that matches. */
  totals: { open: number; openTotal: string; won: number; wonTotal: string; lost: number; lostTotal: string; winRate: string | null; averageDaysToWin: string | null };
  /** By stage of the sales funnel. */
  stages: ({ stage: string | null; open: number; openTotal: string; won: number; wonTotal: string; lost: number; lostTotal: string; winRate: string | null; averageDaysToWin: string | null })[];
  /** By seller. */
  sellers: ({ sellerId: string | null; sellerName: string | null; open: number; openTotal: string; won: number; wonTotal: string; lost: number; lostTotal: string; winRate: string | null; averageDaysToWin: string | null })[];
}

export type DocumentReportsListCommissionsAnswer = PageInfo & ({ data: ({ sellerId: string; sellerName: string | null; month: string; documents: number; sales: string; percent: string; earned: string; posted: string; left: string })[]; currency: string; commissionOn: "paid" | "invoiced" });

export type DocumentReportsListPreviousItemsAnswer = PageInfo & ({ data: ({ resourceId: string | null; description: string; unit: string | null; times: number; quantity: string; lastOn: string; lastUnitPrice: string; currency: string; pendingRecordId: string })[] });

export type DocumentReportsListRecommendedItemsAnswer = PageInfo & ({ data: ({ resourceId: string; name: string; code: string | null; unit: string | null; together: number; share: string })[]; documents: number });

export interface DocumentSummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** Only an invoice or a loan is paid. */
  kind: "invoice" | "quote" | "order" | "loan";
  /** `sale` to a customer, `purchase` from a supplier. */
  direction: "sale" | "purchase";
  /** Whether it counts: a draft posts nothing, a void document no more. */
  status: "draft" | "issued" | "void";
  /** `converted`: everything of this quote or order is in later documents. */
  state: PendingState;
  /** Of its kind and direction, without gaps; null until it is issued. */
  number: number | null;
  /** The customer of a sale, the supplier of a purchase; null: none. */
  contactId: string | null;
  /** As printed on the document. */
  contactName: string | null;
  /** The RNC or cédula, as printed on the document. */
  contactTaxId: string | null;
  /** Which kind of number that is; null: there is none. */
  contactTaxIdKind: TaxIdKind | null;
  /** The day on which it counts in the books and on the forms. */
  date: string;
  /** The last day to pay it; of a quote, to accept it. */
  dueOn: string;
  /** The kind of receipt, such as `B01` or `E31`; null: none. */
  fiscalType: string | null;
  /** The NCF or e-NCF; null: none. */
  fiscalNumber: string | null;
  /** The last day on which its sequence may be used; null: it has no end. */
  fiscalExpiresOn: string | null;
  /** The receipt that it corrects or replaces; null: none. */
  modifiesFiscalNumber: string | null;
  /** How it relates to that receipt; null: it corrects none. */
  modificationCode: number | null;
  /** Type of expense on form 606: 01 to 11; null: a sale, or not given. */
  expenseType: string | null;
  /** Type of income on form 607: 01 to 06; null: not given. */
  incomeType: string | null;
  /** How it is paid, as the forms name it: 01 to 08; null: from its payments. */
  paymentForm: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Units of the organization’s currency for one of `currency`; null: they are the same. */
  rate: string | null;
  /** Whether the unit prices hold the taxes already. */
  pricesIncludeTax: boolean;
  /** The lines as priced, before discounts. */
  subtotal: string;
  /** The discounts of all lines. */
  discount: string;
  /** Without taxes. */
  net: string;
  /** The taxes, without those that are withheld. */
  tax: string;
  /** With taxes. */
  total: string;
  /** Withheld by the payer for the tax authority. */
  withheld: string;
  /** The total less what is withheld. */
  due: string;
  /** The payments that are not void, refunds taken off. */
  paid: string;
  /** Amount still due. */
  balance: string;
  /** The total in the organization’s currency. */
  baseTotal: string;
  /** The branch or till that it belongs to; null: none. */
  divisionId: string | null;
  /** The project that its postings count for; null: none. */
  projectId: string | null;
  /** The member who sold it and earns the commission; null: nobody. */
  sellerId: string | null;
  /** Its stage in the sales funnel; null: none. */
  stage: string | null;
  /** A number of the other party, such as their order; null: none. */
  reference: string | null;
  /** Printed below the lines. */
  notes: string;
  /** Printed below the notes. */
  terms: string;
  /** How it is printed: `GET /v1/record/pending/template`; null: as the default template says. */
  templateId: string | null;
  /** Its files: `GET /v1/files`. */
  attachments: string[];
  /** Goods are reserved and leave with a delivery. */
  deliverLater: boolean;
  /** The document that this one was made from. */
  sourceId: string | null;
  /** The recurrence that made it, or that copies it; null: none. */
  recurrencyId: string | null;
  /** The cycle of the recurrence that it is; null: none. */
  cycleOn: string | null;
  /** The record that it posted. */
  recordId: string | null;
  /** When it was found past due; null: it is not. */
  pastDueAt: string | null;
  /** When nothing was due any more; null: something is. */
  paidAt: string | null;
  /** When it took its number; null: a draft. */
  issuedAt: string | null;
  /** When it was voided; null: it holds. */
  voidedAt: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface DocumentSummaryCursorPage {
  /** The rows of this page. */
  data: DocumentSummary[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export type DocumentSummaryPage = PageInfo & { data: DocumentSummary[] };

export interface DocumentsAddLineTaxesBody {
  /** The line. */
  elementId: string;
  /** Taxes of `GET /v1/taxes/list`. */
  taxIds: string[];
}

export interface DocumentsCloneBody {
  /** The document to copy. */
  id: string;
  /** A draft has no number and posts nothing until it is issued. */
  status?: "draft" | "issued";
  /** The customer of a sale, the supplier of a purchase. */
  contactId?: string | null;
  /** As printed on the document. Default: the contact’s. */
  contactName?: string | null;
  /** Default: the contact’s. */
  contactTaxId?: string | null;
  /** Default: the contact’s, or derived from a `contactTaxId` that is not theirs. */
  contactTaxIdKind?: TaxIdKind | null;
  /** Default: today in the organization. */
  date?: string;
  /** Default: after the contact’s payment terms, else the organization’s. */
  dueOn?: string;
  fiscalType?: FiscalTypeOfDocument;
  /** The receipt of the supplier, on a purchase. */
  fiscalNumber?: string | null;
  /** The receipt that this one corrects. */
  modifiesFiscalNumber?: string | null;
  modificationCode?: GivenModificationCode;
  /** Type of expense on form 606: 01 to 11. */
  expenseType?: string | null;
  /** How it was earned, as form 607 names it: 01 to 06. */
  incomeType?: string | null;
  /** How it is paid, as the forms name it: 01 to 08. */
  paymentForm?: string | null;
  /** Default: the organization’s. */
  currency?: string;
  /** Units of the organization’s currency for one of the document’s. Default: the known rate of the day. */
  rate?: DecimalInput | null;
  /** Whether the unit prices hold the taxes already. */
  pricesIncludeTax?: boolean;
  /** Default: the active division of the session. */
  divisionId?: string | null;
  /** The project that its postings count for. */
  projectId?: string | null;
  /** A member. Default: the contact’s seller. */
  sellerId?: string | null;
  /** Its stage in the sales funnel. */
  stage?: string | null;
  /** Their order number, for example. */
  reference?: string | null;
  /** Printed below the lines. */
  notes?: string;
  /** Printed below the notes. */
  terms?: string;
  /** Ids of files of this organization: upload them with `POST /v1/files`. */
  attachments?: string[];
  /** Goods are reserved now and leave with a delivery. */
  deliverLater?: boolean;
}

export interface DocumentsCreateFromBody {
  /** The quote or order. */
  id: string;
  /** The kind of the new document. */
  kind?: "order" | "invoice";
  /** The lines to take. Default: all that is left of all. */
  elements?: { id: string; quantity?: DecimalInput }[];
  /** A draft has no number and posts nothing until it is issued. */
  status?: "draft" | "issued";
  /** The customer of a sale, the supplier of a purchase. */
  contactId?: string | null;
  /** As printed on the document. Default: the contact’s. */
  contactName?: string | null;
  /** Default: the contact’s. */
  contactTaxId?: string | null;
  /** Default: the contact’s, or derived from a `contactTaxId` that is not theirs. */
  contactTaxIdKind?: TaxIdKind | null;
  /** Default: today in the organization. */
  date?: string;
  /** Default: after the contact’s payment terms, else the organization’s. */
  dueOn?: string;
  fiscalType?: FiscalTypeOfDocument;
  /** The receipt of the supplier, on a purchase. */
  fiscalNumber?: string | null;
  /** The receipt that this one corrects. */
  modifiesFiscalNumber?: string | null;
  modificationCode?: GivenModificationCode;
  /** Type of expense on form 606: 01 to 11. */
  expenseType?: string | null;
  /** How it was earned, as form 607 names it: 01 to 06. */
  incomeType?: string | null;
  /** How it is paid, as the forms name it: 01 to 08. */
  paymentForm?: string | null;
  /** Default: the organization’s. */
  currency?: string;
  /** Units of the organization’s currency for one of the document’s. Default: the known rate of the day. */
  rate?: DecimalInput | null;
  /** Whether the unit prices hold the taxes already. */
  pricesIncludeTax?: boolean;
  /** Default: the active division of the session. */
  divisionId?: string | null;
  /** The project that its postings count for. */
  projectId?: string | null;
  /** A member. Default: the contact’s seller. */
  sellerId?: string | null;
  /** Its stage in the sales funnel. */
  stage?: string | null;
  /** Their order number, for example. */
  reference?: string | null;
  /** Printed below the lines. */
  notes?: string;
  /** Printed below the notes. */
  terms?: string;
  /** Ids of files of this organization: upload them with `POST /v1/files`. */
  attachments?: string[];
  /** Goods are reserved now and leave with a delivery. */
  deliverLater?: boolean;
}

export interface DocumentsCreateManyAnswer {
  /** How many were created. */
  created: number;
  /** How many were refused. */
  refused: number;
  /** One for each document, in their order. */
  results: BulkTicket[];
}

export interface DocumentsCreateManyBody {
  /** Written in this order. */
  documents: BulkDocument[];
  /** Creates the valid ones and reports the others, instead of creating none. */
  validRowsOnly?: boolean;
}

export interface DocumentsDeleteLineBody {
  /** The line to remove. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
}

export type DocumentsDeleteLineTaxesAnswer = Document | SharedDocumentsGetAnswer;

export interface DocumentsDeleteLineTaxesBody {
  /** The line. */
  elementId: string;
  /** Taxes of `GET /v1/taxes/list`. */
  taxIds: string[];
  /** The id that allows editing, of `GET /v1/record/pending/:pendingRecordId/share`. */
  shareId?: string;
}

export interface DocumentsLinkAnswer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** All that it is tied to now. */
  links: DocumentLink[];
}

export interface DocumentsLinkBody {
  /** The document. */
  id: string;
  /** What it is tied to from now on. */
  add?: DocumentLink[];
  /** What it is no longer tied to. */
  remove?: DocumentLink[];
}

export interface DocumentsLinkCostsBody {
  /** The sale. */
  id: string;
  /** The line of the sale. Default: the sale as a whole. */
  elementId?: string | null;
  /** Lines of purchases, or records. */
  costs: ({ costElementId: string; amount?: DecimalInput } | { recordId: string; amount?: DecimalInput })[];
}

export interface DocumentsListIdsAnswer {
  /** The rows of this page. */
  data: string[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export interface DocumentsUnlinkCostsBody {
  /** The sale. */
  id: string;
  /** Of `costs` in the margin of the sale. */
  costIds: string[];
}

export interface DocumentsVoidBody {
  /** The document to void. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Why its receipt is void, as the 608 has it. Default: `04`, corrected information. */
  reason?: "10" | "01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09";
}

export interface Drop {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Null: the channel that it arrived for is gone. */
  channelId: string | null;
  /** A word for programs, such as `unreadable` or `sender_unknown`. */
  reason: string;
  /** What exactly was not understood. */
  detail: string;
  /** As the provider sent it. */
  part: unknown;
  /** How often it was tried. */
  attempts: number;
  /** When it was created. */
  createdAt: string;
  /** When it became a message; null: still unhandled. */
  resolvedAt: string | null;
}

export type DropPage = PageInfo & { data: Drop[] };

export interface EcfCertificate {
  /** Whose certificate it is. */
  holder: string;
  /** The RNC or cédula in it; null: it has none. */
  holderTaxId: string | null;
  /** Who issued it. */
  issuer: string;
  /** It signs from then on. */
  validFrom: string;
  /** It signs until then. */
  validTo: string;
  /** Negative where it has expired. */
  expiresInDays: number;
}

export interface EcfCompany {
  /** The RNC or cédula of the issuer. */
  taxId: string;
  /** The legal name, as on every electronic document. */
  name: string;
  /** The name on the sign; null: none. */
  tradeName: string | null;
  /** As on every electronic document. */
  address: string;
  /** Code of the statistics office; null: not given. */
  municipality: string | null;
  /** Code of the statistics office; null: not given. */
  province: string | null;
  /** As on every electronic document; null: none. */
  phone: string | null;
  /** As on every electronic document; null: none. */
  email: string | null;
  /** As on every electronic document; null: none. */
  website: string | null;
  environment: EcfEnvironment;
  /** The certificate that signs; its key is never shown. */
  certificate: EcfCertificate;
  /** The address to register with the tax authority as the receiver of documents. */
  receiverUrl: string;
  /** What is doubtful; documents go out all the same. */
  warnings: EcfWarning[];
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

/** `waiting`: on its way to the buyer. `delivered`: the buyer sent a receipt. `refused`: the buyer’s receipt refuses it. `failed`: it did not arrive. `no-receiver`: the tax authority’s directory does not … */
export type EcfDeliveryState = "waiting" | "delivered" | "refused" | "failed" | "no-receiver";

/** `simulator` reaches nobody; the others are the three environments of the tax authority. */
export type EcfEnvironment = "simulator" | "test" | "certification" | "production";

export interface EcfMessage {
  /** As the tax authority numbers it. */
  code: string;
  /** In the words of the tax authority. */
  text: string;
}

/** `waiting`: not sent yet. `sent`: the tax authority has not decided. `accepted`, `accepted-conditionally`, `rejected`: its decision. `failed`: see `problem`. */
export type EcfState = "waiting" | "sent" | "accepted" | "accepted-conditionally" | "rejected" | "failed";

/** The type of the e-CF, as the tax authority numbers them. */
export type EcfType = "31" | "32" | "33" | "34" | "41" | "43" | "44" | "45" | "46" | "47";

export interface EcfWarning {
  /** The doubt, for programs. */
  code: string;
  /** The doubt, for people. */
  message: string;
}

export interface ElectronicInvoice {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The kind of its source: `invoice`, `return`. */
  sourceKind: string;
  /** The document or return that it was made from. */
  sourceId: string;
  /** Where it goes; null: it was not signed yet. */
  environment: EcfEnvironment | null;
  type: EcfType;
  /** The e-NCF. */
  number: string;
  /** The day of the document. */
  issuedOn: string;
  /** The RNC or cédula of the buyer; null: a consumer. */
  buyerTaxId: string | null;
  /** In pesos. */
  total: Decimal;
  /** Whether the authority gets a summary only. */
  summarised: boolean;
  /** The first six characters of the signature, printed on the document; null: not signed. */
  securityCode: string | null;
  /** The page of the tax authority behind the QR code; null: not signed. */
  qrUrl: string | null;
  /** When it was signed; null: not yet. */
  signedAt: string | null;
  state: EcfState;
  /** The number by which the tax authority follows it; null: not sent. */
  trackId: string | null;
  /** Messages of the tax authority. */
  messages: EcfMessage[];
  /** Of a rejection: whether its number is used up. */
  numberUsed: boolean | null;
  /** Why it waits or failed. */
  problem: string | null;
  /** How often it was tried since it last went forward. */
  attempts: number;
  /** When it is tried again; null: it is not. */
  nextAttemptAt: string | null;
  /** When the tax authority got it; null: not yet. */
  sentAt: string | null;
  /** When the tax authority decided; null: not yet. */
  decidedAt: string | null;
  /** The commercial answer of the buyer. */
  commercialApproval: { state: "approved" | "rejected"; reason: string | null; at: string | null } | null;
  /** Its state at the buyer. Null: it does not go there, or is not accepted yet. */
  delivery: { state: EcfDeliveryState; problem: string | null; at: string | null; signedBy: string | null } | null;
  /** When it was created. */
  createdAt: string;
}

export type ElectronicInvoicePage = PageInfo & { data: ElectronicInvoice[] };

export interface ElectronicInvoiceReceptionApproveAnswer {
  /** What happened, in Spanish. */
  mensaje: string;
}

export interface ElectronicInvoiceReceptionCreateTokenAnswer {
  /** To send as `Authorization: Bearer …` with a document. */
  token: string;
  /** Until when the token is valid. */
  expira: string;
  /** When the token was made. */
  expedido: string;
}

export interface ElectronicInvoiceReceptionCreateTokenBody {
  /** The signed document. */
  xml: string;
}

export interface ElectronicInvoicesAnnulAnswer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  environment: EcfEnvironment;
  type: EcfType;
  /** The first number of the range. */
  firstNumber: string;
  /** The last number of the range. */
  lastNumber: string;
  /** How many numbers these are. */
  count: number;
  /** `sending`: the tax authority has not answered yet, and is asked again. `unknown`: an answer was lost, and a later one refused the numbers as annulled or invalid. */
  state: "sending" | "accepted" | "refused" | "unknown";
  /** Who asked for it; null: the service. */
  annulledBy: string | null;
  /** When it was asked for. */
  annulledAt: string;
}

export type ElectronicInvoicesAnnulAnswerPage = PageInfo & { data: ElectronicInvoicesAnnulAnswer[] };

export interface ElectronicInvoicesAnnulBody {
  /** The first number of the range. */
  from: string;
  /** The last number of the range. */
  to: string;
}

export interface ElectronicInvoicesGetHealthAnswer {
  /** `not-registered`: there is no company to ask for. */
  state: "up" | "down" | "not-registered";
  environment: EcfEnvironment | null;
  /** What the environment answered; null: nothing to say. */
  detail: string | null;
  /** How long the answer took; null: none came. */
  durationMs: number | null;
  /** When it was asked. */
  checkedAt: string;
  /** What is on its way. */
  documents: { waiting: number; sent: number; failed: number };
}

export interface ElectronicInvoicesGetProviderAnswer {
  /** Whether the company can issue electronic documents. */
  registered: boolean;
  environment: EcfEnvironment | null;
  /** Who sends the documents; null: not registered. */
  provider: string | null;
  /** Those that this service reaches. */
  environments: EcfEnvironment[];
  /** The certificate that signs; null: not registered. */
  certificate: EcfCertificate | null;
  /** Where others hand in documents; null: not registered. */
  receiverUrl: string | null;
  /** What this integration can do. */
  capabilities: { types: { type: EcfType; name: string }[]; summaries: boolean; annulment: boolean; reception: boolean; commercialApproval: boolean };
  /** What is doubtful. */
  warnings: EcfWarning[];
}

export interface ElectronicInvoicesResendBody {
  /** The electronic document, of the list. */
  id: string;
}

export interface ElectronicInvoicesSignDocumentAnswer {
  /** The signed document. */
  xml: string;
  /** The first six characters of the signature. */
  securityCode: string;
  /** When it was signed. */
  signedAt: string;
}

export interface ElectronicInvoicesSignDocumentBody {
  /** The document, without a signature. */
  xml: string;
}

export interface ElectronicInvoicesStartTestSetBody {
  /** The first of the numbers that the tax authority gave for tests. */
  firstNumber?: number;
}

export interface Employee {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As the payslip shows it. */
  name: string;
  /** The cédula, or another document; null: not given. */
  taxId: string | null;
  /** The gross salary, in the organization’s currency. */
  monthlySalary: string;
  /** Additional dependants in the health insurance. */
  dependants: number;
  /** The first day of work. */
  startsOn: string;
  /** The last day of work; null: they work here. */
  endsOn: string | null;
  /** The kind of `taxId`. Null: 11 digits are a cédula, letters and digits a passport. */
  documentType: "cedula" | "passport" | "nss" | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  givenNames: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  firstSurname: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  secondSurname: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  sex: "F" | "M" | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  bornOn: string | null;
  /** The payroll of the TSS (clave nómina). Null: `payrollCode` of the settings `taxes`. */
  payrollCode: string | null;
  /** The income type of the TSS. Null: `partial-month` in the months of hiring and leaving, else `normal`. */
  incomeType: "normal" | "occasional" | "part-time" | "partial-month" | "weekly" | "sectoral" | null;
  /** The salaries before, the oldest first. */
  earlierSalaries: { until: string; monthlySalary: string }[];
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface EmployeeChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As the payslip shows it. */
  name?: string;
  /** The cédula, or another document (`documentType`). */
  taxId?: string | null;
  /** The gross salary, in the organization’s currency. */
  monthlySalary?: DecimalInput;
  /** Additional dependants in the health insurance. */
  dependants?: number;
  /** The first day of work. */
  startsOn?: string;
  /** The last day of work. */
  endsOn?: string | null;
  /** The kind of `taxId`. Null: 11 digits are a cédula, letters and digits a passport. */
  documentType?: "cedula" | "passport" | "nss" | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  givenNames?: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  firstSurname?: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  secondSurname?: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  sex?: "F" | "M" | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  bornOn?: string | null;
  /** The payroll of the TSS (clave nómina). Null: `payrollCode` of the settings `taxes`. */
  payrollCode?: string | null;
  /** The income type of the TSS. Null: `partial-month` in the months of hiring and leaving, else `normal`. */
  incomeType?: "normal" | "occasional" | "part-time" | "partial-month" | "weekly" | "sectoral" | null;
  /** The first day of the new `monthlySalary`. Default: correct the present one. */
  salaryFrom?: string;
}

export type EmployeePage = PageInfo & { data: Employee[] };

export interface Entry {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whose pay it is. */
  employeeId: string;
  /** A month: YYYY-MM. */
  period: string;
  kind: PayrollEntryKind;
  /** Of kinds of hours; null: an amount. */
  hours: string | null;
  /** Null: the payroll computes it from `hours`. */
  amount: string | null;
  /** Printed on the payslip. */
  description: string;
  /** Where it is posted; null: as the posting rules say. */
  chartAccountId: string | null;
  /** The loan that it pays; null: none. */
  creditId: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface EntryChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Instead of `amount`, for kinds of hours: the salary / 23.83 / 8 makes the amount. */
  hours?: DecimalInput;
  /** In the organization’s currency. Instead of `hours`. */
  amount?: DecimalInput;
  /** Printed on the payslip. */
  description?: string;
  /** The account that pay is debited to, or a deduction credited to. Null: `commissions` or `salaries`, `loansGranted` (`loan`, `advance`) or `payrollPayable` of the posting rules. */
  chartAccountId?: string | null;
  /** The credit (loan) of the employee that a `loan` pays with the salaries. */
  creditId?: string | null;
}

export interface EntryCursorPage {
  /** In the order given. */
  data: Entry[];
}

export type EntryPage = PageInfo & { data: Entry[] };

export interface ErrorReportsCreateAnswer {
  /** Whether it became an event of an organization. */
  recorded: boolean;
}

export interface ErrorReportsCreateBody {
  /** The name of the component or module. */
  component: string;
  /** What was caught. */
  error: { name?: string; message: string; stack?: string };
  /** The error key of an organization. */
  key?: string;
  /** Where it happened; for the log only. */
  url?: string;
}

export interface ErrorReportsCreateKeyAnswer {
  /** Send it with reports from a browser without a session. */
  key: string;
  /** When it was created. */
  createdAt: string;
}

export interface ExchangeRatesListAnswer {
  /** The organization's currency. */
  base: string;
  /** The requested day. */
  date: string;
  /** One for each currency with a rate on that day. */
  data: ({ currency: string; rate: string; date: string; source: "own" | "manual" | "published" | "sample" })[];
}

export interface ExchangeRatesReplaceBody {
  /** Default: today. */
  date?: string;
  /** The own rates of that day. */
  rates: ({ currency: string; rate: DecimalInput | null })[];
}

/** A field of the request and what is wrong with it. */
export interface FieldError {
  /** Where the field is: `body.rows[2].name`. */
  path: string;
  /** The reason, for programs. */
  code: string;
  /** The reason, for people. */
  message: string;
}

export interface File {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A file, or a folder that has files. */
  kind: "file" | "folder";
  /** With its ending, such as `.pdf`. */
  name: string;
  /** The folder it is in; null: at the top. */
  folderId: string | null;
  /** The folders it is in, from the outermost one: breadcrumbs. */
  path: { id: string; name: string }[];
  /** What it is, for colleagues. */
  description: string;
  /** Words of your own to find it by. */
  labels: string[];
  /** Everything it is attached to. */
  attachedTo: ({ entityKind: string; entityId: string; field: string | null })[];
  /** For `GET /v1/files/object`; null for a folder. */
  key: string | null;
  /** In bytes; null for a folder. */
  size: number | null;
  /** Recognised from the bytes, whatever the name says. */
  contentType: string | null;
  /** Of its bytes, in hex; null for a folder. */
  sha256: string | null;
  /** In pixels; null: not a picture. */
  width: number | null;
  /** In pixels; null: not a picture. */
  height: number | null;
  /** Of a PDF; otherwise null. */
  pages: number | null;
  /** Smaller pictures of an image, or of the first page of a PDF. */
  pictures: { size: number; key: string }[];
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export interface FileChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Unique among what is in the same folder. */
  name?: string;
  /** The folder it is in; null: at the top. */
  folderId?: string | null;
  /** What it is, for colleagues. */
  description?: string;
  /** Words of your own to find it by. */
  labels?: string[];
  /** Everything it is attached to: replaces what it was attached to before. */
  attachedTo?: { entityKind: string; entityId: string }[];
}

export interface FileCursorPage {
  /** The rows. */
  data: File[];
}

export interface FileLink {
  /** Anybody who has it can read the file. */
  url: string;
  /** Until when it works. */
  expiresAt: string;
}

export type FilePage = PageInfo & { data: File[] };

export interface FilesCreateLinkBody {
  /** Of the file or of one of its pictures. */
  key: string;
  /** How long the link works. */
  expiresInHours?: number;
}

export interface FilesDeleteBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface FilesDeleteDocumentBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface FilesUsage {
  /** What your plan allows. */
  quotaBytes: number;
  /** Equal bytes are stored and counted once. */
  usedBytes: number;
  /** Promised to uploads that are on their way. */
  reservedBytes: number;
  /** How many there are. */
  files: number;
  /** How many there are. */
  folders: number;
  /** By folder, without what is in its folders. */
  byFolder: ({ folderId: string | null; name: string | null; files: number; bytes: number })[];
  /** Attachments by kind of thing: a file that is attached to two invoices counts twice. */
  byEntityKind: { entityKind: string; files: number; bytes: number }[];
  /** By media type. */
  byType: { contentType: string; files: number; bytes: number }[];
}

export interface FiscalSequence {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  type: FiscalTypeCode;
  /** The name of the type, as the tax authority uses it. */
  name: string;
  /** Only documents of this branch or till take numbers from it; null: all others do. */
  divisionId: string | null;
  /** The first number, without type and leading zeros. */
  start: number;
  /** The last number. */
  end: number;
  /** The full number that is issued next from this range; null: none is left. */
  next: string | null;
  /** How many numbers were issued or voided. */
  used: number;
  /** How many are left. */
  remaining: number;
  /** At most `warnAt` are left. */
  isLow: boolean;
  /** The owner is notified when this many are left. */
  warnAt: number;
  /** The authorisation by the tax authority; null: not given. */
  authorizationNumber: string | null;
  /** The day of the authorisation. */
  authorizedOn: string;
  /** The last day of use; null: they do not expire. */
  expiresOn: string | null;
  /** `exhausted`: all are used. `expired`: its last day has passed. */
  status: "active" | "exhausted" | "expired" | "archived";
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface FiscalSequenceChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** The first number, without type and leading zeros. */
  start?: number;
  /** The last number. */
  end?: number;
  /** The authorisation by the tax authority. */
  authorizationNumber?: string | null;
  /** Default: today. Electronic documents with its numbers are not dated before a given day, nor before the year of the default. */
  authorizedOn?: string;
  /** The last day of use. Default: 31 December of the year after the authorisation. Consumer invoices (B02, E32), credit notes (B04, E34) and B12 never expire. */
  expiresOn?: string | null;
  /** Only documents of this division (branch or till) take numbers from it. */
  divisionId?: string | null;
  /** Notify the owner when this many are left. Default: 35 %. */
  warnAt?: number | 0;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

export type FiscalSequencePage = PageInfo & { data: FiscalSequence[] };

/** The type of receipt: `B01` on paper, `E31` electronic, and so on. */
export type FiscalTypeCode = "B01" | "B02" | "B03" | "B04" | "B11" | "B12" | "B13" | "B14" | "B15" | "B16" | "B17" | "E31" | "E32" | "E33" | "E34" | "E41" | "E43" | "E44" | "E45" | "E46" | "E47";

/** The kind of receipt. An issued invoice takes its number from the organization’s numerals of this kind. Default for an invoice: as the contact’s `fiscalType` says, that of a consumer without a contact; … */
export type FiscalTypeOfDocument = "B01" | "B02" | "B03" | "B04" | "B11" | "B12" | "B13" | "B14" | "B15" | "B16" | "B17" | "E31" | "E32" | "E33" | "E34" | "E41" | "E43" | "E44" | "E45" | "E46" | "E47" | null;

export interface FixedAssetsDepreciateAnswer {
  /** The months that were posted, the oldest first. */
  data: ({ month: string; amount: string; recordId: string | null })[];
  /** The organization’s. */
  currency: string;
  /** 120 months were posted and others may be left: call again. */
  more: boolean;
}

export interface FixedAssetsDepreciateBody {
  /** Months that end on this day or before. Default: yesterday. */
  until?: string;
}

export type FixedAssetsGetRegisterAnswer = PageInfo & ({ data: ({ id: string; name: string; code: string | null; category: string; taxCategory: 1 | 2 | 3 | null; divisionId: string | null; acquiredOn: string; disposedOn: string | null; costBefore: string; acquired: string; costDisposed: string; cost: string; depreciatedBefore: string; depreciated: string; depreciationDisposed: string; accumulatedDepreciation: string; bookValue: string })[]; from: string; to: string; currency: string; categories: { category: string; sums: AssetSums }[]; totals: AssetSums; accounts: { id: string; code: string; name: string; register: string; ledger: string; difference: string }[] });

export type FixedAssetsListAnswer = PageInfo & { data: Asset[]; totals: { cost: string; accumulatedDepreciation: string; bookValue: string } };

export type Form = FormSummary & { definition: FormDefinition };

/** By the type of the question; an object of a matrix, an address or a signature. */
export type FormAnswer = string | number | true | string[] | { resourceId: string; quantity: string }[] | Record<string, string>;

export interface FormBrand {
  /** The business, as its customers know it. */
  name: string;
  /** The logo of the business; null: it has none. */
  logoUrl: string | null;
  /** Of the page, as `#rrggbb`. */
  colour: string;
}

export interface FormChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** For you; visitors see the title. Default: the title. */
  name?: string;
  /** The draft: pages of questions, and what their answers make. */
  definition?: FormDefinition;
  /** No submission is accepted from then on. */
  closesAt?: string | null;
  /** The form is full with so many. */
  submissionsMax?: number | null;
  /** Makes the draft the version that visitors see. */
  publish?: boolean;
}

/** Tests of earlier answers. */
export interface FormCondition {
  /** Whether all tests must hold (default), or one. */
  match?: "all" | "any";
  /** What must hold. */
  tests: ({ field: FormKey; is: "answered" | "notAnswered" | "equals" | "notEquals" | "contains" | "greater" | "less"; value?: string | number | boolean })[];
}

export interface FormDefinition {
  /** One text, or one for each language. */
  title: string | { es?: string; en?: string };
  description?: FormProse;
  /** Shown one after the other. */
  pages: FormPage[];
  /** One text, or one for each language. */
  submitLabel?: string | { es?: string; en?: string };
  /** Shown after the submission. */
  thanks?: { title?: FormLabel; text?: FormProse; redirectUrl?: string };
  /** The contact, document, task or booking that a submission creates, in the same transaction. */
  makes?: FormMakes;
}

/** A question. `key` names its answer. It is asked if `showIf` holds, and required if `required` or `requireIf` does. */
export type FormField = { type: "text"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; multiline?: boolean; minLength?: number; maxLength?: number; format?: "any" | "digits" | "letters" | "url" } | { type: "number" | "money"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; min?: string; max?: string; decimals?: number } | { type: "date"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; earliest?: string | "today"; latest?: string | "today" } | { type: "time"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; earliest?: string; latest?: string } | { type: "choice"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; options: FormOption[]; multiple?: boolean; choicesMax?: number; dropdown?: boolean } | { type: "matrix"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; rows: FormOption[]; columns: FormOption[] } | { type: "rating"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; max?: number } | { type: "email" | "phone" | "address" | "signature"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition } | { type: "taxId"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; checkDigit?: boolean } | { type: "file"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; filesMax?: number; bytesMax?: number; accepts?: ("image" | "pdf" | "text" | "any")[] } | { type: "product"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; resourceIds: string[]; quantityMax?: number } | { type: "payment"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; amount?: string; min?: string; max?: string } | { type: "consent"; key: FormKey; label: FormLabel; help?: FormLabel; required?: boolean; showIf?: FormCondition; requireIf?: FormCondition; url?: string };

export interface FormFigures {
  /** The submissions that are counted. */
  submissionCount: number;
  /** By question, in the order of the form. */
  fields: ({ key: string; type: string; label: string; answered: number; counts: { value: string; label: string; count: number }[]; average: string | null; lowest: string | null; highest: string | null; total: string | null })[];
}

/** Names a question, and its answer. */
export type FormKey = string;

/** One text, or one for each language. */
export type FormLabel = string | { es?: string; en?: string };

export interface FormLink {
  /** Where the visitor opens the form. */
  url: string;
  /** The part of the address that opens it. */
  token: string;
  /** Until when it works. */
  expiresAt: string;
}

export interface FormMakes {
  /** The contact (customer) who answered, from these questions. */
  contact?: { name: FormKey; email?: FormKey; phone?: FormKey; taxId?: FormKey; address?: FormKey; labels?: string[]; updates?: boolean };
  /** A sale of the chosen products and amounts. */
  document?: { kind: "invoice" | "order" | "quote"; status: "draft" | "issued"; divisionId?: string; notes?: FormKey };
  /** A task on a board. A signed link with a `taskId` changes that task instead. */
  task?: { boardId: string; columnId?: string; title: FormKey; description?: FormKey; dueOn?: FormKey; fields?: Record<string, FormKey>; priority?: Priority; labels?: string[]; assigneeIds?: string[] };
  /** Books the time that was chosen. */
  booking?: { scheduleId: string; date: FormKey; time: FormKey };
}

export interface FormOption {
  /** The answer that is stored. */
  key: string;
  label: FormLabel;
}

export interface FormPage {
  title?: FormLabel;
  description?: FormProse;
  /** The page is skipped if this holds. */
  skipIf?: FormCondition;
  /** The form ends after this page if this holds. */
  endIf?: FormCondition;
  /** Its questions. */
  fields: FormField[];
}

/** One text, or one for each language. */
export type FormProse = string | { es?: string; en?: string };

export type FormState = "draft" | "open" | "closed" | "full";

export interface FormSubmission {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The form, from `GET /v1/forms`. */
  formId: string;
  /** The version that was answered. */
  formVersion: number;
  /** Its number in the form, from 1. */
  number: number;
  /** By the keys of the questions. */
  answers: Record<string, FormAnswer>;
  /** Ids of what it created: `beneficiaryId`, `invoiceId`, `taskId`, `bookingId`. */
  made: Record<string, string>;
  /** In which it was answered. */
  language: "es" | "en";
  /** The person who was signed in. */
  userId: string | null;
  /** When it was received. */
  submittedAt: string;
}

export type FormSubmissionDetail = FormSubmission & { formName: string; organizationName: string; lines: { key: string; label: string; text: string; fileIds: string[] }[] };

export type FormSubmissionPage = PageInfo & { data: FormSubmission[] };

export interface FormSubmitted {
  /** The stored submission. */
  submissionId: string;
  /** Its number in the form, from 1. */
  number: number;
  /** As the form has it: one text, or one for each language. */
  formTitle: string | Record<string, string>;
  /** Shown after the submission, as the form has it. */
  thanks: { title?: unknown; text?: unknown; redirectUrl?: string };
  /** Where the visitor pays; null: there is nothing to pay. */
  payUrl: string | null;
  /** The business that asked. */
  organization: FormBrand;
}

export interface FormSummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The `formId` of the public endpoints. */
  publicId: string;
  /** Where anybody fills it in. */
  url: string;
  /** For you; visitors see the title. */
  name: string;
  /** `draft`: never published. */
  state: FormState;
  /** The version that visitors see; null: never published. */
  publishedVersion: number | null;
  /** Whether the draft differs from it. */
  hasChanges: boolean;
  /** No submission is accepted from then on; null: it stays open. */
  closesAt: string | null;
  /** The form is full with so many; null: no limit. */
  submissionsMax: number | null;
  /** Submissions so far. */
  submissionCount: number;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export type FormSummaryPage = PageInfo & { data: FormSummary[] };

export interface FormUpload {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As the file was sent. */
  name: string;
  /** In bytes. */
  size: number;
  /** The media type, such as `image/jpeg`. */
  contentType: string;
}

export interface FormUploadCursorPage {
  /** The rows. */
  data: FormUpload[];
}

export interface FormsDeleteBody {
  /** Also deletes its submissions; a form with some needs it. */
  submissions?: boolean;
}

export interface FormsDeleteUploadBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Of `GET /v1/forms/:formId`, as with the upload. */
  visitor: string;
}

export interface GiftCard {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The last four characters of the code. */
  last4: string;
  origin: GiftCardOrigin;
  status: GiftCardStatus;
  /** ISO 4217 */
  currency: string;
  /** The amount on issue. */
  amount: string;
  /** What is left on it. */
  balance: string;
  /** The contact who bought or received it; null: not known. */
  beneficiaryId: string | null;
  /** The branch that issued it; null: none. */
  divisionId: string | null;
  /** For your own people. */
  note: string;
  /** The last day on which it can be used; null: it does not expire. */
  expiresOn: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface GiftCardCancellation {
  /** In the currency of the card. */
  refundAccountId?: string;
  /** The text of the record in the books. */
  reason?: string;
}

export interface GiftCardMovement {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** `return`: goods that the card had paid came back. `undone`: a payment with the card was undone, and the amount is on the card again. */
  kind: "issue" | "redeem" | "return" | "undone" | "cancel" | "expire";
  /** Negative: taken from the card. */
  amount: string;
  /** The day on which it counts in the books. */
  date: string;
  /** A record of the books: `GET /v1/record/:recordId`. */
  recordId: string;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

/** `given`: the business gave it away, as a promotion. */
export type GiftCardOrigin = "sold" | "given";

export type GiftCardPage = PageInfo & { data: GiftCard[] };

export interface GiftCardRedemption {
  /** As it was shown when the card was issued; case, spaces and hyphens do not matter. */
  code: string;
  /** In the currency of the card. Default: its whole balance. */
  amount?: DecimalInput;
  /** The contact (customer) whose balance it becomes. */
  beneficiaryId?: string;
  /** Default: the active division of the session. */
  divisionId?: string;
  /** The text of the record in the books. */
  description?: string;
}

/** `spent`: nothing is left on it. `expired`: its last day has passed. */
export type GiftCardStatus = "active" | "spent" | "canceled" | "expired";

export type GiftCardsCancelAnswer = GiftCard & ({ outcome: "refunded" | "kept" | "nothing-left"; remainder: string; recordId: string | null });

export type GiftCardsCreateAnswer = GiftCard & { code: string };

export type GiftCardsGetAnswer = GiftCard & { movements: GiftCardMovement[] };

export interface GiftCardsReconcileAnswer {
  /** The last day that counts; null: everything counts. */
  date: string | null;
  /** The organization's: of `outstanding`, `booked` and `difference`. */
  currency: string;
  /** One for each currency of cards. */
  currencies: { currency: string; issued: string; redeemed: string; canceled: string; expired: string; outstanding: string }[];
  /** The book value of the cards. */
  outstanding: string;
  /** The account of the posting rule `giftCards`. */
  chartAccountId: string;
  /** The balance of the account. */
  booked: string;
  /** `booked` less `outstanding`. */
  difference: string;
  /** There is no difference. */
  reconciled: boolean;
}

export interface GiftCardsRedeemAnswer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What was taken from the card. */
  redeemed: string;
  /** The record of the books. */
  recordId: string;
  /** Whose balance it became; null: it paid a sale. */
  beneficiaryId: string | null;
  /** The card afterwards. */
  giftCard: GiftCard;
}

export interface GivenAutomationSecret {
  /** By which expressions name it: `{{ secrets.API_KEY }}`. */
  name: string;
  /** Stored encrypted and never returned. */
  value: string;
  /** The hosts that HTTP nodes may send it to. None: it only authenticates webhooks. */
  hosts?: string[];
}

/** The lots (batches) of the goods. Goods that arrive beyond them have no lot; goods that leave beyond them leave by expiry. */
export type GivenLots = { lot: string; expiresOn?: string; quantity?: DecimalInput }[];

/** How an electronic receipt relates to the one in `modifiesFiscalNumber`. `1` voids it, `2` corrects its text, `3` corrects its amounts: only debit and credit notes. `4` replaces a paper receipt of the … */
export type GivenModificationCode = number | null;

export interface GivenRate {
  /** The first day on which it holds. */
  validFrom: string;
  /** The last day; default: until the next rate begins. */
  validUntil?: string | null;
  /** Percent of the base. */
  rate: DecimalInput;
}

export interface GivenTool {
  /** By which bots and models know it: `check_delivery`. */
  name: string;
  /** Purpose of the tool and when to use it. The model reads this. */
  description: string;
  /** Of the request that is sent. */
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** A public https address. `{orderId}` in its path is replaced by that argument; other arguments go into the query of GET and DELETE, and into a JSON body otherwise. */
  url: string;
  /** `{{API_KEY}}` in a value is replaced by that secret when the tool is called. */
  headers?: Record<string, string>;
  /** A JSON Schema of type `object`: string, number, integer, boolean, array and object up to 4 deep, without `$ref` and `pattern`, up to 16,000 characters. */
  parameters: Record<string, unknown>;
  /** How long an answer is awaited. */
  timeoutMs?: number;
  /** More calls in an hour are refused. */
  callsPerHour?: number;
  /** Stored encrypted, never returned and never shown to a model. Left out: those that it has stay. Another host needs them again. */
  secrets?: Record<string, string>;
  /** Bots call approved tools only. Every change needs it again. */
  approved?: boolean;
}

export interface Identity {
  /** A person, or an API key. */
  kind: "user" | "apiKey";
  /** The person; null: an API key. */
  user: User | null;
  /** The id of the key; null: a person. */
  apiKeyId: string | null;
  /** The last authentication of this session. */
  authenticatedAt: string | null;
  /** Recent enough for operations that need a fresh authentication. */
  fresh: boolean;
  /** Those that the caller can work in. */
  organizations: OrganizationOfUser[];
  /** The one that the session works in; null: none. */
  activeOrganizationId: string | null;
  /** In the active organization. */
  permissions: string[];
}

export interface Import {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The kind of rows: contacts, resources, … */
  kind: string;
  /** As it was sent; null: not a file. */
  fileName: string | null;
  /** `failed`: it stopped, and `errors` says why. */
  status: ImportStatus;
  /** The file is only checked: the counts say what an import would do. */
  dryRun: boolean;
  /** The rows of the file. Null: it is not read yet. */
  rowCount: number | null;
  /** How many rows were added. */
  createdCount: number;
  /** How many rows changed what was there. */
  updatedCount: number;
  /** How many rows were as the service had them already. */
  unchangedCount: number;
  /** How many rows were refused; their errors say why. */
  failedCount: number;
  /** The headings of columns that are not read. */
  ignoredColumns: string[];
  /** The first hundred, with the row and the heading of the file. */
  errors: { row?: number; column?: string; message: string }[];
  /** The person who imported it. */
  user: { id: string; name: string } | null;
  /** When it was sent. */
  startedAt: string;
  /** When it ended; null: it has not. */
  finishedAt: string | null;
}

export type ImportPage = PageInfo & { data: Import[] };

export type ImportStatus = "running" | "done" | "failed";

export interface InstalledDataType {
  /** By which rows name their type: `loyaltyCard`. */
  name: string;
  /** What people see above its rows. */
  title: string;
  /** What a row is. */
  description: string;
  /** A JSON Schema of type `object`: string (`enum`, `format`), number, integer, boolean, array and object up to 4 deep, each optionally `nullable`, without `$ref` and `pattern`, up to 32,000 characters. A … */
  schema: Record<string, unknown>;
  /** Who may write rows: members with `app-data:write`, or only those who also have `apps:write`. */
  writers: "members" | "admins";
  /** Keys of one to three top-level fields: no two rows have the same values. A row that lacks one has no key. */
  unique: string[][];
  /** How many rows of this type there are. */
  rows: number;
  /** Rows that do not agree with the installed release. */
  invalidRows: number;
  /** The installed release no longer has this type. Its rows can be read. */
  isRemoved: boolean;
}

export interface InstalledDataTypeCursorPage {
  /** The rows. */
  data: InstalledDataType[];
}

export interface Invitation {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Who invites. */
  organization: { id: string; name: string };
  /** Where the invitation was sent. */
  email: string;
  /** What the person may do: a predefined role, or `custom`. */
  role: string;
  /** Only with the role `custom`. */
  permissions: string[];
  /** What became of it. */
  status: InvitationStatus;
  /** The member who invited the person. */
  invitedBy: { userId: string; name: string };
  /** When it was created. */
  createdAt: string;
  /** By the clock of the organization. */
  expiresAt: string;
  /** When it was answered, revoked or expired. */
  settledAt: string | null;
}

export type InvitationPage = PageInfo & { data: Invitation[] };

export type InvitationStatus = "pending" | "accepted" | "declined" | "revoked" | "expired";

export type InvitationUpdate = { action: "accept"; token: string } | { action: "decline"; token: string } | { action: "change"; id: string; role?: "admin" | "accountant" | "seller" | "agent" | "viewer" | "custom"; permissions?: Permission[]; renew?: boolean };

export interface InvitationsDeleteBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface InvoiceToRead {
  /** A message, an e-mail, the text of a document. */
  text?: string;
  /** A PDF, picture, XML or text file of this organization (`POST /v1/files`). */
  fileId?: string;
  /** Default: the setting `assistant.model`. */
  model?: string;
  /** Default: `invoice`. */
  kind?: "invoice" | "quote" | "order";
  /** Default: as it was read. */
  direction?: "sale" | "purchase";
  /** Saves the draft as a document with the status `draft`: it has no number and posts nothing. */
  save?: boolean;
}

export interface Label {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The name that people see. */
  name: string;
  /** `#rrggbb`; null: none was chosen. */
  colour: string | null;
  /** The kinds of things that have had it. */
  usedFor: ("contact" | "file" | "document" | "task" | "conversation")[];
  /** When it was created. */
  createdAt: string;
}

export type LabelPage = PageInfo & { data: Label[] };

export interface LabelsUpdateBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** `#rrggbb`; null: none. */
  colour: string | null;
}

export type LandedCost = LandedCostSummary & { lines: { pendingRecordId: string; movementId: string; resourceId: string; divisionId: string; quantity: string; value: string; amount: string; unitCost: string }[] };

/** How goods share the cost: by what they were bought for, or by quantity. */
export type LandedCostBasis = "value" | "quantity";

/** `void`: it is out of the cost of the goods again. */
export type LandedCostStatus = "posted" | "void";

export interface LandedCostSummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  status: LandedCostStatus;
  /** The bill. */
  pendingRecordId: string;
  /** The day of its record. */
  date: string;
  basis: LandedCostBasis;
  /** What was added to the cost of the goods. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The record in the books. */
  recordId: string | null;
  /** For your own people. */
  notes: string;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** When it was voided; null: it holds. */
  voidedAt: string | null;
}

export type LandedCostSummaryPage = PageInfo & { data: LandedCostSummary[] };

export interface Link {
  /** What visitors see. */
  label: string;
  /** Where it leads. */
  url: string;
}

export interface LinkGiven {
  /** The schedule that it opens. */
  scheduleId: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Whether it can be used. Default: true. */
  open?: boolean;
  /** A form whose questions visitors answer when they book. */
  formId?: string | null;
  /** How long before a start it can still be booked. Default: 60. */
  leadMinutes?: number;
  /** How many days ahead can be booked. Default: 60. */
  horizonDays?: number;
  /** The changes that visitors may make to their booking through its own link. Default: `cancel_and_move`. */
  visitorsMay?: "nothing" | "cancel" | "cancel_and_move";
  /** How long before the start they may do so. Default: 120. */
  changeUntilMinutes?: number;
  /** Finds or creates a contact by the e-mail address. Default: true. */
  savesContacts?: boolean;
  /** Makes a new address; the former one opens nothing any more. */
  renew?: boolean;
}

export interface LinkSubmission {
  /** Of the booking link. */
  sharedId: string;
  /** In `timeZone`. */
  date: string;
  /** As the slot states it: `09:30`. A time that the clock shows twice has its offset: `01:30-05:00`. */
  startTime: string;
  /** The visitor’s zone, in which the date and the time are stated. */
  timeZone: string;
  /** `name`, `email`, and optionally `phone`, `notes` and `answers`. */
  formData: Record<string, unknown>;
  /** Of the form of the link: needed with uploads. */
  visitor?: string;
  /** Chosen by the sender: the same submission with the same key gets the same booking. */
  submissionKey?: string;
  /** Of the form of the link. */
  proof?: string;
  /** Waits where no place is left. */
  waitingList?: boolean | "true";
}

/** As the filters of `GET /v1/conversation`: a conversation must match all of them. */
export interface ListRule {
  /** In one of these states. */
  state?: ("open" | "closed" | "snoozed")[];
  /** On one of these channels. */
  channelId?: string[];
  /** That one of these members has. */
  userId?: string[];
  /** That one of these bots has. */
  botId?: string[];
  /** That nobody has (`true`), or somebody has (`false`). */
  unassigned?: boolean;
  /** Of one of these contacts (customers). */
  contactId?: string[];
  /** Of one of these categories. */
  category?: string[];
  /** With this label. */
  label?: string;
  /** Whose customer waits for an answer (`true`), or does not (`false`). */
  waiting?: boolean;
  /** With messages that the person who has it has not seen. */
  unread?: boolean;
}

export interface ListedChartAccount {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Unique in the chart. Accounts are listed by it. */
  code: string;
  /** As reports and the chart show it. */
  name: string;
  /** The heading above; null at the top. */
  parentId: string | null;
  /** False for a heading: it groups accounts and takes no transfers itself. */
  postable: boolean;
  kind: ChartAccountKind;
  /** ISO 4217 */
  currency: string;
  /** 0 at the top. */
  depth: number;
  /** When it was archived; null while it is in use. */
  archivedAt: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** In the organization’s currency, everything under it included. Positive on the side where the kind grows: debit for assets and expenses, credit for the others. */
  balance?: string;
  /** In the account’s own currency, where that is another. */
  ownBalance?: string;
  /** With `view=tree`: the accounts right under it, by code. */
  children?: ListedChartAccount[];
}

export type ListedDocumentLine = DocumentLine & ({ pendingRecordId: string; date: string; kind: string; direction: string; status: string; number: number | null; contactId: string | null; contactName: string | null; currency: string });

export interface ListedDocumentLineCursorPage {
  /** The rows of this page. */
  data: ListedDocumentLine[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export type ListedMethod = SavedMethod & { beneficiaryName: string };

export type ListedMethodPage = PageInfo & { data: ListedMethod[] };

export type LiveSource = "catalog" | "prices" | "hours" | "policies";

export interface Lot {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A product or service: `GET /v1/resource`. */
  resourceId: string;
  /** The product, as lists show it. */
  resource: { name: string; code: string | null; unit: string };
  /** The number of the batch, as on the goods. */
  lot: string;
  /** The last day on which it can be sold. */
  expiresOn: string | null;
  /** Its last day has passed. */
  expired: boolean;
  /** It is neither sold nor used. */
  blocked: boolean;
  /** Why it is blocked; null: it is not. */
  blockedReason: string | null;
  /** For your own people. */
  note: string | null;
  /** In stock, in all branches. */
  quantity: string;
  /** Where it is. */
  divisions: { divisionId: string; quantity: string }[];
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface LotChange {
  /** One more with each change. Send it with a change: a stale one is refused. */
  version?: number;
  /** The last day on which it can be sold; null: it does not expire. */
  expiresOn?: string | null;
  /** A blocked lot is neither sold nor used. */
  blocked?: boolean;
  /** Why it is blocked, for your own people. */
  blockedReason?: string | null;
  /** For your own people. */
  note?: string | null;
}

export type LotPage = PageInfo & { data: Lot[] };

/** The lots (batches). */
export type LotsOfLine = ({ lot: string; expiresOn?: string | null; quantity?: string })[];

export type MarketCollection = PublicCollection & ({ kind: "all" | "category" | "chosen"; category: string | null; resourceIds: string[]; place: number; published: boolean; version: number; createdAt: string; updatedAt: string });

export interface MarketProduct {
  /** The product of the seller. */
  resourceId: string;
  /** Its page. */
  url: string;
  /** Who sells it. */
  seller: Seller;
  /** Of the product. */
  name: string;
  /** Of the product; may be empty. */
  description: string;
  /** Of the product; null: none. */
  category: string | null;
  /** In which it is sold. */
  unit: string;
  /** Addresses of pictures. They are valid for at least a day. */
  images: string[];
  /** Of one unit, with taxes. */
  price: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Whether it can be bought now. */
  inStock: boolean;
}

export interface MarketReview {
  /** The product of the seller. */
  resourceId: string;
  /** Who wants to sell it. */
  seller: Seller;
  /** Of the product. */
  name: string;
  /** Of the product; may be empty. */
  description: string;
  /** Of the product; null: none. */
  category: string | null;
  /** Addresses of pictures. They are valid for at least a day. */
  images: string[];
  /** Of one unit, with taxes. Null: it has no price yet. */
  price: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The seller’s note. */
  note: string | null;
  /** When the seller asked for it. */
  requestedAt: string;
}

export type MarketReviewPage = PageInfo & { data: MarketReview[] };

export interface MarketplaceDecideReviewAnswer {
  /** The product of the seller. */
  resourceId: string;
  /** What was decided. */
  status: "approved" | "rejected";
  /** The reason, for the seller; null: none. */
  note: string | null;
}

export interface MarketplaceDecideReviewBody {
  /** An approved product is shown to buyers. */
  status: "approved" | "rejected";
  /** The reason, for the seller. */
  note?: string;
}

/** `requested`: the operator of the service has yet to decide. */
export type MarketplaceStatus = "none" | "requested" | "approved" | "rejected";

/** `part`: an amount up to what is due. `instalment`: what is due of a plan. */
export type MayPay = "whole" | "part" | "instalment";

export interface Medium {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whether the bytes were fetched from the provider. */
  state: "pending" | "stored" | "failed";
  /** The stored file; null: not fetched yet. */
  fileId: string | null;
  /** The name of the file; empty: the sender gave none. */
  name: string;
  /** The media type, such as `image/jpeg`. */
  contentType: string;
  /** Why the bytes could not be fetched. */
  problem: string | null;
  /** The bytes, once they are stored. */
  url: string;
}

export type Member = ChangedMember & ({ lastSeenAt: string | null });

/** What the assistant may do for this member. */
export interface MemberAssistantSettings {
  /** Operations that the assistant does not have, such as `payroll.*`. */
  off: string[];
  /** Operations that only read and wait for an approval nevertheless. Those that write always do. */
  ask: string[];
}

export interface MemberChange {
  /** The member who changes. */
  userId: string;
  /** False takes all access away, until it is true again. */
  active?: boolean;
  /** A predefined role, or `custom` with a list of `permissions`. */
  role?: "admin" | "accountant" | "seller" | "agent" | "viewer" | "custom";
  /** With the role `custom`, and only with it. */
  permissions?: Permission[];
}

export interface MemberInput {
  /** A member of the organization. */
  userId: string;
  /** `admin` changes the board, its columns and members; `editor` its tasks; `viewer` reads. */
  role: "admin" | "editor" | "viewer";
}

/** The user interface of this member. */
export interface MemberInterfaceSettings {
  /** `system`: as the device is set. */
  theme: "system" | "light" | "dark";
  /** Of the user interface. */
  language: "es" | "en";
}

/** How this member is notified. */
export interface MemberNotificationsSettings {
  /** Sends an e-mail when a colleague mentions the person. */
  emailOnMention: boolean;
  /** Sends a push message when a colleague mentions the person. */
  pushOnMention: boolean;
  /** `daily`: each morning one e-mail with the unread notifications that were not mailed one by one. */
  digest: "none" | "daily";
  /** `null`: the language of the organization. */
  language: "es" | "en" | null;
}

export type MemberPage = PageInfo & { data: Member[] };

/** The commission of this member as a seller. */
export interface MemberSalesSettings {
  /** Null: that of the organization. */
  commissionPercent: Decimal | null;
}

/** Every section, filled with its defaults. */
export interface MemberSettings {
  notifications: MemberNotificationsSettings;
  interface: MemberInterfaceSettings;
  sales: MemberSalesSettings;
  assistant: MemberAssistantSettings;
}

export interface MembersTransferOwnershipBody {
  /** The member who becomes the owner. */
  userId: string;
}

export interface MerchantAccount {
  /** The id at the provider. */
  accountId: string;
  /** The provider of the account. */
  adapter: string;
  /** The account can receive payments. */
  chargesEnabled: boolean;
  /** The money can be sent to the bank. */
  payoutsEnabled: boolean;
  /** The onboarding is finished; the provider may still require more. */
  detailsSubmitted: boolean;
  /** Details that the provider still requires. */
  requirements: string[];
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface MerchantAccountGetDashboardAnswer {
  /** The dashboard at the provider; null until the onboarding is finished. */
  url: string | null;
  /** The link works until then, and once; null where there is none. */
  expiresAt: string | null;
  /** The state of the account now. */
  account: MerchantAccount;
}

export interface MerchantAccountGetLinkAnswer {
  /** The page of the provider on which the merchant identifies itself. */
  url: string;
  /** The link works until then, and once. */
  expiresAt: string;
}

export interface MerchantAccountListPaymentMethodsAnswer {
  /** One for each type. */
  data: ({ type: "card" | "wallet" | "bank-transfer" | "bank-debit" | "cash" | "other"; name: string; status: "active" | "pending" })[];
}

export interface MessagePrice {
  /** In units of the currency, per message. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
}

export interface MessageTemplate {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A channel (number, page, mailbox or widget): `GET /v1/channel`. */
  channelId: string;
  /** Its name at the provider. */
  name: string;
  /** For example `es` or `es_MX`. */
  language: string;
  /** Decides the price: `UTILITY`, `MARKETING`, `AUTHENTICATION`. */
  category: string;
  /** As the provider says: `APPROVED`, `PENDING`, `REJECTED`, `PAUSED` … `SUBMITTING`: it has not answered. */
  status: string;
  /** Whether messages can be sent with it: it is approved. */
  isSendable: boolean;
  /** Why it was rejected, paused or disabled. */
  reason: string | null;
  /** The provider’s rating by what customers do with it; null: none yet. */
  quality: string | null;
  /** Counts the versions of the text. */
  edition: number;
  /** As the provider writes them. */
  components: Record<string, unknown>[];
  /** The values that it takes, by the names of its variables. */
  parameters: { header: string[]; body: string[]; buttons: number; media: "IMAGE" | "VIDEO" | "DOCUMENT" | null };
  /** Of one message, by the section `messaging` of the settings. */
  price: MessagePrice | null;
  /** When the status last changed. */
  statusAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type MessageTemplatePage = PageInfo & { data: MessageTemplate[] };

export interface MethodSetup {
  /** The id at the provider. */
  id: string;
  /** For a card form of your own; null: the provider gives none. */
  clientSecret: string | null;
  /** How far the saving is; it begins with `requires_method`. */
  status: "requires_method" | "requires_action" | "processing" | "succeeded" | "failed" | "canceled";
  /** Where the contact enters the card. */
  url: string;
}

export interface ModelsListAnswer {
  /** The rows. */
  data: ({ id: string; name: string; provider: string; can: ("chat" | "tools" | "pictures" | "documents")[]; inputPrice: string; outputPrice: string })[];
}

export type MovementKind = "topup" | "refund" | "gift-card" | "overpayment" | "payment" | "return" | "undone";

export interface MsgappAccount {
  /** The sign-up or token that opens it. */
  connectionId: string | null;
  /** `graph`, or `simulator` for trials. */
  provider: string;
  /** The id of the business account at the messaging app. */
  wabaId: string;
  /** As at the provider. */
  name: string;
  /** Whether it was added here; if not, `addWaba` is next. */
  isAdded: boolean;
  /** The provider sends its webhooks to the app. */
  isSubscribed: boolean;
  /** And to the address of this service. */
  isOverridden: boolean;
  /** The numbers of the account. */
  numbers: ConnectedNumber[];
}

export interface MsgappAccountCursorPage {
  /** The rows. */
  data: MsgappAccount[];
}

export interface MsgappHealth {
  /** The id of the business account at the messaging app. */
  wabaId: string;
  /** The worst verdict of all entities. */
  canSend: "AVAILABLE" | "LIMITED" | "BLOCKED";
  /** The entity that restricts sending most. Null: none does. */
  failing: { type: string; id: string; canSend: "AVAILABLE" | "LIMITED" | "BLOCKED"; problems: ({ code: string; message: string; solution: string | null })[] } | null;
  /** Everything that takes part in sending. */
  entities: ({ type: string; id: string; canSend: "AVAILABLE" | "LIMITED" | "BLOCKED"; problems: ({ code: string; message: string; solution: string | null })[] })[];
  /** When the provider was asked. */
  checkedAt: string;
}

export interface MsgappRegistration {
  /** The id of the number at the messaging app. */
  phoneNumberId: string;
  /** Whether its PIN was accepted, so that it can send. */
  isRegistered: boolean;
  /** When the PIN was accepted; null: not yet. */
  registeredAt: string | null;
  /** Why the last try was refused. */
  problem: { code: string; message: string } | null;
  /** Until then another try is refused without asking the provider. */
  retryAt: string | null;
}

export interface MyOrganization {
  /** What customers and members see. */
  name: string;
  /** The registered name, on documents; null: `name` is used. */
  legalName: string | null;
  /** RNC or cédula in the Dominican Republic. */
  taxId: string | null;
  /** ISO 3166-1, default DO. */
  country: string;
  /** ISO 4217, default DOP. */
  currency: string;
  /** IANA name, for example America/Santo_Domingo */
  timeZone: string;
  /** A language tag, such as `es-DO`. */
  locale: string;
  /** Where customers reach it; on documents. */
  email: string | null;
  /** Where customers reach it; on documents. */
  phone: string | null;
  /** As it stands on documents. */
  address: string | null;
  /** As it stands on documents. */
  website: string | null;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The logo; null: it has none. */
  imageUrl: string | null;
  /** Give it to others: their organizations then appear in your referrals. */
  referralCode: string;
  /** A sandbox has a clock of its own. */
  sandbox: boolean;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was closed; null: it is in use. */
  closedAt: string | null;
  /** Of the caller. */
  role: string;
}

export type MyOrganizationPage = PageInfo & { data: MyOrganization[] };

export interface NewAccount {
  /** As lists and reports show it; also the name of its account of the chart. */
  name: string;
  /** The branch, warehouse or point of sale that it belongs to. */
  divisionId?: string | null;
  /** For accounts at a bank; searches find it. */
  bankName?: string | null;
  /** As the bank writes it. */
  accountNumber?: string | null;
  kind: AccountKind;
  /** Default: the organization's. It cannot change later. */
  currency?: string;
  /** The current balance; negative if it is owed. */
  openingBalance?: DecimalInput;
  /** Default: today. */
  openingDate?: string;
  /** The price of one unit of the account's currency in the organization's. */
  openingRate?: DecimalInput;
}

export interface NewAccountTransfer {
  /** The account that the money leaves: `GET /v1/account`. */
  fromAccountId: string;
  /** The account that the money reaches. */
  toAccountId: string;
  /** The amount that leaves, without the fee, in the currency of the first account. */
  amount: DecimalInput;
  /** The amount that arrives, in the currency of the second account. */
  receivedAmount?: DecimalInput;
  /** The price of one unit of the first currency in the second. Default: the rate of the day. */
  rate?: DecimalInput;
  /** Taken from the first account on top, in its currency. */
  fee?: DecimalInput;
  /** Default: today. */
  date?: string;
  /** The text of the record in the books. */
  description?: string;
  /** The bank’s or your own number of the transfer. */
  reference?: string;
  /** Default: the division of the account that has one, else the active division of the session. */
  divisionId?: string | null;
}

export interface NewApiKey {
  /** The purpose of the key. */
  name: string;
  /** Each is `area:read` or `area:write`; writing includes reading. */
  permissions: Permission[];
  /** The key works from these addresses or CIDR ranges only; an empty list means from everywhere. */
  addresses?: string[];
  /** In real time; null: it works until it is revoked. */
  expiresAt?: string | null;
}

export interface NewAppRow {
  /** An app: `GET /v1/apps/available-apps`. */
  appId: string;
  /** The name of a data type of the installed release. */
  type: string;
  /** The fields of the row, as its type says. */
  data: Record<string, unknown>;
}

export interface NewAsset {
  /** As the register shows it. */
  name: string;
  /** A number of your own, or a licence plate. */
  code?: string | null;
  /** Of the maker; null: none. */
  serialNumber?: string | null;
  /** Default: the name of the tax category. */
  category?: string;
  /** Of the tax code (art. 287): 1 buildings, 5 %; 2 light vehicles, computers and office equipment, 25 %; 3 others, 15 %. Presets the life (240, 48 or 80 months) or the rate. */
  taxCategory?: 1 | 2 | 3 | null;
  /** Where it is. */
  location?: string;
  /** Who is responsible for it. */
  custodian?: string;
  /** For your own people. */
  note?: string;
  /** The day on which it was bought. */
  acquiredOn: string;
  /** From this day on it is depreciated. Default: `acquiredOn`. */
  inServiceOn?: string;
  /** Without recoverable taxes, in the organization’s currency. */
  cost: DecimalInput;
  /** What it will still be worth. Land is not depreciated: its cost. */
  salvageValue?: DecimalInput;
  /** Depreciated in another system before. */
  openingDepreciation?: DecimalInput;
  /** The last month that `openingDepreciation` includes. Default: the month before this one. */
  openingThrough?: string | null;
  /** Default: `straight-line`. `declining`: `yearlyRate` percent of the book value at the start of each fiscal year, and even amounts once they are more. */
  method?: "straight-line" | "declining";
  /** How many months it is depreciated over. */
  lifeMonths?: number;
  /** Default: that of the tax category, or twice the even rate. */
  yearlyRate?: DecimalInput | null;
  /** Has the cost. Default: the posting rule `fixedAssets`. */
  assetAccountId?: string;
  /** Default: the posting rule `accumulatedDepreciation`. */
  accumulatedAccountId?: string;
  /** Default: the posting rule `depreciation`. */
  expenseAccountId?: string;
  /** The branch that its postings count for; null: none. */
  divisionId?: string | null;
  /** The project that its postings count for; null: none. */
  projectId?: string | null;
  /** The issued purchase invoice with which it was bought. */
  pendingRecordId?: string | null;
}

export interface NewAssistantConversation {
  /** Default: the beginning of the first message. */
  title?: string;
}

export interface NewAssistantTurn {
  /** One of yours. Left out: begins a new conversation. */
  conversationId?: string;
  /** What you ask or order, in your own words. */
  message: string;
  /** For this turn. Default: the setting `assistant.model`. */
  model?: string;
}

export interface NewAutomation {
  /** What members see in lists. */
  name: string;
  /** What it is for. The callers of an `api` trigger read it. */
  description?: string;
  /** More threads in an hour than this fail at once. */
  threadsPerHour?: number;
  /** What starts it. */
  trigger: AutomationTriggerInput;
  /** The first one is where a thread begins. */
  nodes: AutomationNodeInput[];
  /** Enables it at once, published by you. */
  enabled?: boolean;
}

export interface NewAutomationPlan {
  /** An automation: `GET /v1/automation`. */
  automationId: string;
  /** Once, at this time. */
  at?: string;
  /** By a rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`, from `startsLocal` on. */
  rule?: string;
  /** The first time of a rule, on the clocks of `timeZone`. */
  startsLocal?: string;
  /** Default: the one of the organization. A time that clocks skip is shifted forward. */
  timeZone?: string;
  /** The `input` of each thread. */
  payload?: Record<string, unknown>;
  /** Times that passed while the service was down: none, the last, or all of them up to 20. */
  missed?: "skip" | "last" | "all";
}

export interface NewBalancePayment {
  /** The document. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Default: the amount due, or the balance if it is less. */
  amount?: DecimalInput;
  /** Default: today. */
  date?: string;
  /** Default: the division (branch or till) of the account, else of the document unless it is archived. */
  divisionId?: string | null;
  /** Also issues the numbered receipt of the payments, as `POST /v1/record/pending/payment/receipt` does. */
  receipt?: boolean;
}

export interface NewBeneficiaries {
  /** A row with an `id` changes that contact, one without adds one. */
  beneficiaries: ContactRow[];
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface NewBlockedSender {
  /** A conversation (chat): `GET /v1/conversation`. */
  conversationId: string;
  /** In a thread of comments: one of the person. Left out: the first comment of the thread. */
  messageId?: string;
  /** Why, for colleagues. */
  note?: string;
}

export interface NewBoard {
  /** What people see in the list of boards. */
  name: string;
  /** What the board is for. */
  description?: string;
  /** `#rrggbb`; null: none. */
  colour?: string | null;
  /** Labels to choose from. */
  labels?: BoardLabel[];
  /** Custom fields of its tasks. Tasks lose the values of a field that is left out. */
  fields?: CustomFieldInput[];
  /** Boards can be created from a template. */
  template?: boolean;
  /** The caller becomes an admin in any case. */
  members?: MemberInput[];
  /** Left out: three columns, of which the last completes tasks. */
  columns?: ({ name: string; colour?: string | null; done?: boolean; limit?: number | null })[];
  /** Copies columns, labels, custom fields and tasks of this template, without people and dates. */
  templateId?: string;
}

export interface NewBot {
  /** What members see, and by which it presents itself. */
  name: string;
  /** How it speaks and what it must not do. Only a model reads them. */
  instructions?: string;
  /** Used where the language of the customer cannot be recognised. */
  language?: "es" | "en";
  /** An inactive bot answers nobody: who writes to it gets a person. */
  active?: boolean;
  /** The share of a question, in percent, that a source must cover to count as an answer. */
  threshold?: number;
  /** The tools that it may use: the business’s own tools (find_products, find_documents, open_invoices, make_quote, payment_page, send_document, free_slots, book_slot) and the names of approved custom … */
  tools?: string[];
  /** Sent when it does not know the answer. Empty: a short text in the language of the customer. */
  unknownMessage?: string;
  /** Silence before a burst of messages is answered as one. */
  waitSeconds?: number;
  /** Answers in one conversation and day; then a person takes over. */
  answersPerConversation?: number;
  /** Answers in all conversations of a day together. */
  answersPerDay?: number;
  /** Null: answers are the trained texts themselves, without a model. */
  model?: { provider: "openai-compatible" | "anthropic" | "test"; name: string; url?: string | null; key?: string } | null;
  /** Finds sources by their meaning as well as by their words; both rankings are fused. Null: by their words alone. */
  embedding?: { provider: "openai-compatible" | "test"; name: string; url?: string | null; key?: string } | null;
}

export interface NewBranch {
  /** As users choose it, and as documents and reports show it. */
  name: string;
  kind?: BranchKind;
  /** Your own short name for it, unique. */
  code?: string | null;
  /** Printed on the documents of the branch. */
  address?: string | null;
  /** Printed on the documents of the branch. */
  phone?: string | null;
  /** Where its sales are reported as conversions; null: nowhere. */
  conversions?: ConversionsSettings | null;
}

export interface NewBranchTransfer {
  /** The account that the money is in. */
  accountId: string;
  /** Default: the same account. */
  toAccountId?: string;
  /** The branch that gives it; null: money of no branch. */
  fromDivisionId: string | null;
  /** The branch that gets it; null: none. */
  toDivisionId: string | null;
  /** In the currency of the account. */
  amount: DecimalInput;
  /** Default: today. */
  date?: string;
  /** The text of the record in the books. */
  description?: string;
}

export interface NewBudget {
  /** The name that people see. */
  name: string;
  /** For your own people, up to 5,000 characters. */
  notes?: string;
  /** Only what is posted for this branch counts. */
  divisionId?: string | null;
  /** Only what is posted for this project counts. */
  projectId?: string | null;
  /** What is planned for each account. */
  lines?: ({ chartAccountId: string; amounts: DecimalInput[] } | { chartAccountId: string; total: DecimalInput })[];
  /** A day of its first month. Default: the start of the current fiscal year. */
  startsOn?: string;
  /** A day of its last month. Default: a year in all; at most 24 months. */
  endsOn?: string;
  /** Copies income and expense of earlier months. `lines` replaces those of its accounts. */
  fromActuals?: { startsOn?: string; factor?: DecimalInput };
}

export interface NewCannedAnswer {
  /** What members type to find it. */
  shortcut: string;
  /** May hold `{{contact.name}}`, `{{contact.firstName}}`, `{{contact.email}}`, `{{contact.phone}}`, `{{agent.name}}` and `{{organization.name}}`. */
  text: string;
}

export interface NewCapitalPayment {
  /** The credit: `GET /v1/record/pending/credit/resume`. */
  creditId: string;
  /** The account that receives or pays the money, in the currency of the credit or of the organization. */
  accountId: string;
  /** Default: today. Not before the last event of the credit. */
  date?: string;
  /** Default: the kind of the account. */
  paymentMethod?: string;
  /** A number of the payment, such as of the cheque or transfer. */
  reference?: string;
  /** Default: the amount that pays the credit off today. */
  amount?: DecimalInput;
  /** `term`: fewer instalments of the same size. `instalment`: the same number of smaller instalments. */
  effect?: "term" | "instalment";
}

export interface NewCart {
  /** What it begins with. Default: nothing. */
  items?: { resourceId: string; quantity?: DecimalInput }[];
  /** The organization on whose own website it is filled, with products of its shop. Default: the marketplace. */
  shopId?: string;
}

export interface NewChannel {
  /** What members see in lists of conversations. */
  name: string;
  /** The bot that answers first, where `assignment.to` is `bot`. */
  botId?: string | null;
  /** When people answer, in the time zone of the organization. Null: always. */
  hours?: { day: number; from: string; to: string }[] | null;
  /** Sent once, to a person who writes for the first time. Takes the variables of canned answers. */
  welcome?: string;
  /** Sent to those who write outside the hours, at most twice a day. Takes the variables of canned answers. */
  away?: string;
  /** Who gets the conversations of the channel. */
  assignment?: AssignmentInput;
  /** How many people a day diffusions may write to from this number. Null: as many as its pace allows. */
  dailyBudget?: number | null;
  kind: ChannelKind;
  /** For `msgapp` and `social-a`: the number or page. */
  connection?: { provider?: "graph" | "simulator"; address?: string; account?: string; accessToken?: string; displayAddress?: string };
  /** For `email`: the address that customers write to. */
  email?: string;
}

export interface NewChartAccount {
  /** Unique in the chart. Accounts are listed by it. */
  code: string;
  /** As reports and the chart show it. */
  name: string;
  /** Default: that of the heading above. Required at the top. */
  kind?: ChartAccountKind;
  /** The heading above; null at the top. */
  parentId?: string | null;
  /** Default: the organization’s. It cannot change later. */
  currency?: string;
  /** False for a heading: it groups accounts and takes no transfers itself. */
  postable?: boolean;
}

export interface NewChartAccounts {
  /** Headings and the accounts under them, in any order. */
  accounts: ChartAccountRow[];
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface NewCollection {
  /** What buyers see. */
  name: string;
  /** What buyers read above its products. */
  description?: string;
  /** `all`: every listed product. `category`: those of one category. `chosen`: those in `resourceIds`. */
  kind?: "all" | "category" | "chosen";
  /** For the kind `category`. */
  category?: string | null;
  /** For the kind `chosen`. */
  resourceIds?: string[];
  /** Its place among the collections. */
  place?: number;
  /** Whether buyers see it. */
  published?: boolean;
}

export interface NewColumn {
  /** A board: `GET /v1/tasks/board`. */
  boardId: string;
  /** What people see above its tasks. */
  name: string;
  /** `#rrggbb`; null: none. */
  colour?: string | null;
  /** Tasks that enter it are completed; tasks that leave it are open again. */
  done?: boolean;
  /** The most tasks that it takes, archived ones aside. */
  limit?: number | null;
  /** In front of this one. */
  beforeId?: string;
  /** Behind this one. Without either: to the end. */
  afterId?: string;
}

export interface NewComment {
  /** Mention colleagues by `@` and their id. */
  message: string;
  /** About this document (quote, order, invoice). */
  invoiceId?: string;
  /** About this division (branch). */
  divisionId?: string;
  /** About this contact (customer, supplier). */
  beneficiaryId?: string;
  /** About this recurring document. */
  recurrencyId?: string;
  /** About this product or service. */
  resourceId?: string;
  /** About this task. */
  taskId?: string;
  /** About this production order. */
  productionId?: string;
  /** About this record of the books. */
  recordId?: string;
  /** About this account (cash, bank). */
  accountId?: string;
}

export interface NewCommission {
  /** Default: today in the organization. */
  date?: string;
  /** What the reports show; for example what was bought. */
  description?: string;
  /** A number on paper, for example. */
  reference?: string | null;
  /** Default: the division of the account, else the active division of the session. */
  divisionId?: string | null;
  /** The project that it counts for. */
  projectId?: string | null;
  /** Who paid or was paid. */
  contactId?: string | null;
  /** Ids of files of this organization: upload them with `POST /v1/files`. */
  attachments?: string[];
  /** In the organization’s currency. */
  amount: DecimalInput;
  /** A member of the organization. */
  sellerId: string;
}

export interface NewConciliation {
  /** Every open record up to this day. */
  until?: string;
  /** These records; together with `until`, also these. */
  recordIds?: string[];
  /** Which lines of the statement are which records. Both sides must have the same sum, or a `difference`. */
  matches?: { lineIds: string[]; recordIds?: string[]; payments?: { documentId: string; amount?: DecimalInput; settles?: DecimalInput }[]; difference?: { chartAccountId: string; description?: string; rate?: DecimalInput } }[];
  /** The closing balance of the statement: refused if the conciliated records have another sum. */
  statementBalance?: DecimalInput;
  /** A note for your own people. */
  details?: string;
}

export interface NewContact {
  /** As documents and lists show it. */
  name: string;
  /** Default: `company` with a valid RNC, else `person`. */
  kind?: ContactKind;
  /** Buys from you. Default of a new contact: true. */
  isCustomer?: boolean;
  /** Sells to you. Default of a new contact: false. */
  isSupplier?: boolean;
  /** Filled in from the tax registry if left empty. */
  legalName?: string | null;
  /** RNC, cédula, passport or foreign number; dashes do not matter. */
  taxId?: string | null;
  /** Derived from the number if left out. */
  taxIdKind?: TaxIdKind;
  /** The fiscal receipt that their invoices get unless an invoice says another one. Default of a new contact: `fiscal-credit` with a valid RNC, else `consumer`, which the buyer cannot deduct. */
  fiscalType?: "consumer" | "fiscal-credit" | "special-regime" | "government" | "export";
  /** For your own people. */
  notes?: string;
  /** Your own words, to group and find them by. */
  labels?: string[];
  /** They buy at the prices of this tier. */
  priceTier?: string | null;
  /** The most that they may owe, in the organization’s currency. A sale on credit that would exceed it is refused. Null: no limit. */
  creditLimit?: DecimalInput | null;
  /** Days until an invoice is due. Null: those of the settings `accounting`. */
  paymentTermsDays?: number | null;
  /** The member who looks after them. */
  sellerId?: string | null;
  /** Whether they get planned e-mails about what they owe. Default: true. */
  paymentReminders?: boolean;
  /** A supplier abroad, as form 609 declares payments to them. */
  abroad?: SupplierAbroadInput | null;
  /** Telephones, addresses and dates. */
  contactData?: NewContactDatum[];
}

export interface NewContactBalanceMovement {
  /** Whose balance it is: `GET /v1/beneficiary`. */
  beneficiaryId: string;
  /** `purchase`: our advance at a supplier. */
  direction?: "sale" | "purchase";
  /** The account that receives or pays the money. The balance is in its currency. */
  accountId: string;
  /** In the currency of the account. */
  amount: DecimalInput;
  /** How it was paid: your own word, such as `cash` or `transfer`. */
  paymentMethod?: string;
  /** Default: today. */
  date?: string;
  /** The text of the record in the books. */
  description?: string;
  /** A number of the payment, such as of the transfer. */
  reference?: string;
  /** Default: the division of the account, else the active division of the session. */
  divisionId?: string | null;
}

export interface NewContactDatum {
  kind: ContactDatumKind;
  /** A telephone number, an e-mail address, a postal address, a date (YYYY-MM-DD), or anything else. */
  value: string;
  /** home, work, birthday, anniversary, … */
  label?: string;
  /** The one to use. The first of its kind is, until another is chosen. */
  isPrimary?: boolean;
}

export interface NewConversation {
  /** A channel (number, page, mailbox or widget): `GET /v1/channel`. */
  channelId: string;
  /** The number, with its country code if it is foreign, or the e-mail address. Left out: that of the contact. */
  sourceId?: string;
  /** Of the person who writes. */
  name?: string;
  /** The contact (customer) who writes. */
  contactId?: string | null;
  /** Replaces all of them. A new label is made by using it. */
  labels?: string[];
  /** What it is about, in words of your own; null: none. */
  category?: string | null;
  /** Documents, bookings and other things that it is about. */
  links?: { entityKind: string; entityId: string }[];
}

export interface NewConversationList {
  /** What members see among the saved lists. */
  name: string;
  /** Left out: the list is made by hand. */
  rule?: ListRule;
  /** Replaces the conversations of a list made by hand. */
  conversationIds?: string[];
}

export interface NewCredit {
  /** An invoice that is issued and not yet paid in full. */
  pendingRecordId: string;
  /** How the balance of the invoice is paid. */
  plan: CreditPlan;
}

export interface NewCreditPayment {
  /** The credit: `GET /v1/record/pending/credit/resume`. */
  creditId: string;
  /** The account that receives or pays the money, in the currency of the credit or of the organization. */
  accountId: string;
  /** Default: today. Not before the last event of the credit. */
  date?: string;
  /** Default: the kind of the account. */
  paymentMethod?: string;
  /** A number of the payment, such as of the cheque or transfer. */
  reference?: string;
  /** Default: the amount due, else the next instalment. */
  amount?: DecimalInput;
  /** Waives the late fees owed before the payment is allocated. */
  waiveLateFees?: boolean;
}

export interface NewDataSource {
  /** Unique; reports show it next to the amount of the source. */
  name: string;
  /** For your own people: what the source is about. */
  description?: string;
  /** Transfers from or to these accounts of the chart; of a heading, everything under it. */
  accountIds?: string[];
  /** Postings for these taxes. */
  taxIds?: string[];
  /** Postings for these items. */
  resourceIds?: string[];
  /** Postings for these contacts. */
  contactIds?: string[];
  /** Postings for these divisions. */
  divisionIds?: string[];
  /** Postings for these projects. */
  projectIds?: string[];
  /** Postings of records of these kinds: `income`, `expense`, `payment`, … */
  recordKinds?: string[];
}

export interface NewDelivery {
  /** An invoice that is delivered later. Without it: a transfer. */
  pendingRecordId?: string;
  /** Where the goods leave. Default: the division of the invoice. */
  fromDivisionId?: string;
  /** Where the goods of a transfer or a purchase arrive. */
  toDivisionId?: string;
  /** Default: today in the organization. */
  date?: string;
  /** Default: the address of an online order. */
  address?: string | null;
  /** Who brings it. */
  carrier?: string | null;
  /** Of the carrier (guía). */
  trackingNumber?: string | null;
  /** Where the receiver follows it. */
  trackingUrl?: string | null;
  /** Printed on the note that goes with the goods. */
  notes?: string;
  /** Cancels the rest of the invoice that is open after this delivery. */
  cancelRest?: boolean;
  /** Lines of an invoice by `elementId`, by default all open ones, none to only cancel; of a transfer by `resourceId`. */
  lines?: { elementId?: string; resourceId?: string; quantity?: DecimalInput; serialNumbers?: string[]; lots?: GivenLots }[];
}

export interface NewDeliveryMethod {
  /** `pickup`: the buyer collects the goods at a branch. `delivery`: they are brought to an address. */
  kind: "pickup" | "delivery";
  /** For buyers. */
  name: string;
  /** For buyers: opening hours, or when the goods arrive. */
  details?: string;
  /** The division (branch) that the goods leave; a `pickup` needs it. Null: one that has the goods. */
  divisionId?: string | null;
  /** The service that is charged, with its price and taxes. Null: nothing is charged. */
  resourceId?: string | null;
  /** Nothing is charged from this total of the products, with taxes and discounts. */
  freeFrom?: DecimalInput | null;
  /** Where it delivers, for a `delivery`. Empty: everywhere. */
  zones?: DeliveryZone[];
  /** Its place among the methods. */
  place?: number;
}

export interface NewDiffusion {
  /** What members see in the list of diffusions. */
  name: string;
  /** A number of the messaging app. */
  channelId: string;
  audience: Audience;
  /** One template, or two to compare: each recipient gets one of them. */
  templates: DiffusionTemplate[];
  /** The zone of `localStart` and `windows`. Default: that of the organization. */
  timeZone?: string;
  /** When it begins, by the clocks in `timeZone`. Null: when it is started. */
  localStart?: string | null;
  /** When messages may be sent, by the clocks in `timeZone`. Null: at any time. */
  windows?: { day: number; from: string; to: string }[] | null;
}

export interface NewDiscount {
  /** Shown as the reason of the discount. */
  name: string;
  /** Only an active discount is offered. Default: true. */
  active?: boolean;
  /** A percentage of the price. */
  percent?: DecimalInput | null;
  /** Or an amount per unit, for prices in this currency. */
  amount?: DecimalInput | null;
  /** The currency of the amount. Default: the organization’s. */
  currency?: string | null;
  /** For this resource. */
  resourceId?: string | null;
  /** For the members of this list. */
  listId?: string | null;
  /** For this contact. */
  contactId?: string | null;
  /** In this division (branch or till). */
  divisionId?: string | null;
  /** From this quantity. */
  minimumQuantity?: DecimalInput | null;
  /** The first day. */
  startsOn?: string | null;
  /** The last day. */
  endsOn?: string | null;
  /** Only for buyers who give this code. Case does not matter. */
  coupon?: string | null;
  /** For stock of which nothing has left for this many days. */
  slowStockDays?: number | null;
  /** Otherwise the discounted price is never below cost. */
  allowsBelowCost?: boolean;
  /** How many documents may use the coupon. A document that is voided gives its use back. */
  usesMax?: number | null;
  /** How many documents of one contact may use the coupon. Documents without a contact may not. */
  usesPerContactMax?: number | null;
}

export interface NewDisposal {
  /** Sold, or thrown away. */
  kind: "sold" | "scrapped";
  /** Its last day. Default: today. */
  date?: string;
  /** In the organization’s currency, without taxes. Default: the net of the invoice less that of other assets sold with it, else nothing. */
  proceeds?: DecimalInput;
  /** The money account that took the proceeds. */
  accountId?: string;
  /** Another account to debit with the proceeds. Of an invoice: the one to which its line was posted, by default that of its lines. */
  chartAccountId?: string;
  /** The issued sales invoice; it has posted the money already. */
  pendingRecordId?: string;
}

export interface NewDocument {
  /** Only an invoice is posted to the books and paid. */
  kind?: "invoice" | "quote" | "order";
  /** `sale` to a customer, `purchase` from a supplier. */
  direction?: "sale" | "purchase";
  /** A draft has no number and posts nothing until it is issued. */
  status?: "draft" | "issued";
  /** The customer of a sale, the supplier of a purchase. */
  contactId?: string | null;
  /** As printed on the document. Default: the contact’s. */
  contactName?: string | null;
  /** Default: the contact’s. */
  contactTaxId?: string | null;
  /** Default: the contact’s, or derived from a `contactTaxId` that is not theirs. */
  contactTaxIdKind?: TaxIdKind | null;
  /** Default: today in the organization. */
  date?: string;
  /** Default: after the contact’s payment terms, else the organization’s. */
  dueOn?: string;
  fiscalType?: FiscalTypeOfDocument;
  /** The receipt of the supplier, on a purchase. */
  fiscalNumber?: string | null;
  /** The receipt that this one corrects. */
  modifiesFiscalNumber?: string | null;
  modificationCode?: GivenModificationCode;
  /** Type of expense on form 606: 01 to 11. */
  expenseType?: string | null;
  /** How it was earned, as form 607 names it: 01 to 06. */
  incomeType?: string | null;
  /** How it is paid, as the forms name it: 01 to 08. */
  paymentForm?: string | null;
  /** Default: the organization’s. */
  currency?: string;
  /** Units of the organization’s currency for one of the document’s. Default: the known rate of the day. */
  rate?: DecimalInput | null;
  /** Whether the unit prices hold the taxes already. */
  pricesIncludeTax?: boolean;
  /** Default: the active division of the session. */
  divisionId?: string | null;
  /** The project that its postings count for. */
  projectId?: string | null;
  /** A member. Default: the contact’s seller. */
  sellerId?: string | null;
  /** Its stage in the sales funnel. */
  stage?: string | null;
  /** Their order number, for example. */
  reference?: string | null;
  /** Printed below the lines. */
  notes?: string;
  /** Printed below the notes. */
  terms?: string;
  /** Ids of files of this organization: upload them with `POST /v1/files`. */
  attachments?: string[];
  /** Goods are reserved now and leave with a delivery. */
  deliverLater?: boolean;
  /** The lines, in their order. */
  elements?: NewDocumentLine[];
  /** Left out: it does not recur. */
  recurrency?: NewRecurrency;
  /** Pays the invoice as it is created, on its `date`, by one means or several, in this order. */
  payments?: PaymentMeans[];
  /** How to handle an overpayment: refuse it, give change in cash, or keep it as balance of the contact. */
  overpayment?: "refuse" | "change" | "balance";
}

export interface NewDocumentCharge {
  /** The document. */
  id: string;
  /** Of the saved methods of its contact. */
  paymentMethodId: string;
  /** Default: the amount due. */
  amount?: DecimalInput;
  /** The contact is not present: a payment that needs their confirmation is declined. */
  offSession?: boolean;
  /** Where the bank sends the contact back to. */
  returnUrl?: string;
}

export interface NewDocumentLine {
  /** An item of the catalog. Without it: free text. */
  resourceId?: string | null;
  /** A pack or bundle that is sold as one, in place of an item: its parts leave the stock. */
  resourceListId?: string | null;
  /** Default: the name of the item or pack. */
  description?: string;
  /** Default: 1. */
  quantity?: DecimalInput;
  /** What the quantity counts, such as `lb`. Default: the unit of the item. */
  unit?: string | null;
  /** Default, on a sale: the price of the item that holds for the contact that day; of a pack its own, else the sum of its parts. */
  unitPrice?: DecimalInput;
  /** The name of a price tier. */
  priceLabel?: string | null;
  /** Either an amount or a percent of the line. */
  discount?: { amount?: DecimalInput; percent?: DecimalInput } | null;
  /** A discount that price discovery has offered for this item, in place of one by hand. It is taken once, for as long as the line names it; the price defaults to the one it was offered on. */
  discountOfferId?: string | null;
  /** At their rates of the document’s day. Default: those of the item, or what all parts of the pack have. */
  taxIds?: string[];
  /** Where the line is posted. Without it: the account of the item, else `sales` or `expenses` of the posting rules. */
  chartAccountId?: string | null;
  /** Of the units, where the item has them; of a pack or combo, those of all its parts that have them. */
  serialNumbers?: string[];
  lots?: GivenLots;
}

export interface NewEcfCompany {
  /** The RNC or cédula of the issuer; dashes do not matter. */
  taxId: string;
  /** The legal name, as on every electronic document. */
  name: string;
  /** The name on the sign; null: none. */
  tradeName?: string | null;
  /** As on every electronic document. */
  address: string;
  /** Code of the statistics office. */
  municipality?: string | null;
  /** Code of the statistics office. */
  province?: string | null;
  /** As on every electronic document; null: none. */
  phone?: string | null;
  /** As on every electronic document; null: none. */
  email?: string | null;
  /** As on every electronic document; null: none. */
  website?: string | null;
  environment: EcfEnvironment;
  /** A .p12 file. */
  certificate?: string;
  /** Of the .p12 file. */
  password?: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
}

export interface NewEmployee {
  /** As the payslip shows it. */
  name: string;
  /** The cédula, or another document (`documentType`). */
  taxId?: string | null;
  /** The gross salary, in the organization’s currency. */
  monthlySalary: DecimalInput;
  /** Additional dependants in the health insurance. */
  dependants?: number;
  /** The first day of work. */
  startsOn?: string;
  /** The last day of work. */
  endsOn?: string | null;
  /** The kind of `taxId`. Null: 11 digits are a cédula, letters and digits a passport. */
  documentType?: "cedula" | "passport" | "nss" | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  givenNames?: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  firstSurname?: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  secondSurname?: string | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  sex?: "F" | "M" | null;
  /** For the TSS, of employees without a cédula; null: not given. */
  bornOn?: string | null;
  /** The payroll of the TSS (clave nómina). Null: `payrollCode` of the settings `taxes`. */
  payrollCode?: string | null;
  /** The income type of the TSS. Null: `partial-month` in the months of hiring and leaving, else `normal`. */
  incomeType?: "normal" | "occasional" | "part-time" | "partial-month" | "weekly" | "sectoral" | null;
}

export interface NewEntry {
  /** Whose pay it is: `GET /v1/taxes/rrhh/employees`. */
  employeeId: string;
  /** A month: YYYY-MM. */
  period: string;
  kind: PayrollEntryKind;
  /** Instead of `amount`, for kinds of hours: the salary / 23.83 / 8 makes the amount. */
  hours?: DecimalInput;
  /** In the organization’s currency. Instead of `hours`. */
  amount?: DecimalInput;
  /** Printed on the payslip. */
  description?: string;
  /** The account that pay is debited to, or a deduction credited to. Null: `commissions` or `salaries`, `loansGranted` (`loan`, `advance`) or `payrollPayable` of the posting rules. */
  chartAccountId?: string | null;
  /** The credit (loan) of the employee that a `loan` pays with the salaries. */
  creditId?: string | null;
}

export interface NewFiscalSequence {
  type: FiscalTypeCode;
  /** The first number, without type and leading zeros. */
  start: number;
  /** The last number. */
  end: number;
  /** The next number to issue. Default: the first. */
  next?: number;
  /** The authorisation by the tax authority. */
  authorizationNumber?: string | null;
  /** Default: today. Electronic documents with its numbers are not dated before a given day, nor before the year of the default. */
  authorizedOn?: string;
  /** The last day of use. Default: 31 December of the year after the authorisation. Consumer invoices (B02, E32), credit notes (B04, E34) and B12 never expire. */
  expiresOn?: string | null;
  /** Only documents of this division (branch or till) take numbers from it. */
  divisionId?: string | null;
  /** Notify the owner when this many are left. Default: 35 %. */
  warnAt?: number | 0;
}

export interface NewFolder {
  /** Unique among what is in the same folder. */
  name: string;
  /** The folder it is in; null: at the top. */
  folderId?: string | null;
  /** What it is, for colleagues. */
  description?: string;
  /** Words of your own to find it by. */
  labels?: string[];
}

export interface NewForm {
  /** For you; visitors see the title. Default: the title. */
  name?: string;
  /** The draft: pages of questions, and what their answers make. */
  definition: FormDefinition;
  /** No submission is accepted from then on. */
  closesAt?: string | null;
  /** The form is full with so many. */
  submissionsMax?: number | null;
  /** Makes the draft the version that visitors see. */
  publish?: boolean;
}

export interface NewFormLink {
  /** By the keys of the questions. Unknown keys and hidden questions are dropped. */
  answers?: Record<string, unknown>;
  /** Whether the visitor cannot change these answers. */
  locked?: boolean;
  /** The contact whom the submission updates. */
  contactId?: string;
  /** The task that the submission changes. The form must make tasks. */
  taskId?: string;
  /** How long the link works. */
  expiresInDays?: number;
}

export interface NewFormSubmission {
  /** By the keys of the questions. Unknown keys and hidden questions are dropped. */
  answers?: Record<string, unknown>;
  /** Chosen by the sender: sent again, it gets the first answer. */
  submissionKey: string;
  /** Of `GET /v1/forms/:formId`. Needed with files and with `proof`. */
  visitor?: string;
  /** Makes SHA-256 of `visitor:submissionKey:proof` begin with `proofBits` zero bits. Without it a stranger may submit ten times an hour. */
  proof?: string;
  /** The token of a signed link. */
  prefill?: string;
  /** Of the visitor, for e-mails and what is made. Default: Spanish. */
  language?: "es" | "en";
  /** Must be empty: only programs fill it in. */
  website?: string;
}

export interface NewGiftCard {
  /** What is on the card at first. */
  amount: DecimalInput;
  /** The account that received the money. The card has its currency. */
  accountId?: string;
  /** Instead of `accountId`: the business gives the card away. */
  given?: true;
  /** Of a card that is given away. Default: the organization's. */
  currency?: string;
  /** The contact (customer) who bought or received it. */
  beneficiaryId?: string;
  /** Default: the division of the account, else the active division of the session. */
  divisionId?: string;
  /** How it was paid: your own word, such as `cash`. */
  paymentMethod?: string;
  /** A number of the payment, such as of the transfer. */
  reference?: string;
  /** The last day on which it can be used. Default: it does not expire. */
  expiresOn?: string;
  /** For your own people. */
  note?: string;
}

export interface NewIntent {
  /** Default: the first choice of the page, or `part` with an amount. */
  what?: MayPay;
  /** Of a part; other choices have their own amount. */
  amount?: DecimalInput;
  /** Chosen by you for each payment: a repetition with the same key is the same payment. */
  paymentKey?: string;
  /** Saves the card for the contact of the page. */
  saveMethod?: boolean | "on" | "true" | "false";
}

export interface NewInvitation {
  /** Where the invitation is sent. */
  email: string;
  /** A predefined role, or `custom` with a list of `permissions`. */
  role: "admin" | "accountant" | "seller" | "agent" | "viewer" | "custom";
  /** With the role `custom`, and only with it. */
  permissions?: Permission[];
}

export interface NewLandedCost {
  /** The bill with the costs: of the carrier, the customs or the insurer. It may be one of the purchases. */
  pendingRecordId: string;
  /** The purchases whose goods it brought. */
  purchases: string[];
  /** In the organization’s currency. Default: what the bill says without taxes, goods and fixed assets, less what was added before. */
  amount?: DecimalInput;
  /** Goods share the cost by what they were bought for, or by quantity. */
  basis?: LandedCostBasis;
  /** For your own people. */
  notes?: string;
}

export interface NewLoan {
  /** Cash that the business lends, or that it borrows. */
  direction?: CreditDirection;
  /** Who borrows, or lends. */
  contactId: string;
  /** The account that pays or receives the money. The loan is in its currency. */
  accountId: string;
  /** The capital, in the currency of the account. */
  amount: DecimalInput;
  /** Default: today. */
  date?: string;
  /** Default: the division of the account, else the active division of the session. */
  divisionId?: string | null;
  /** The project that its postings count for. */
  projectId?: string | null;
  /** A number of the payment, such as of the cheque or transfer. */
  reference?: string;
  /** Printed on the document. */
  notes?: string;
  /** How it is paid back. */
  plan: CreditPlan;
}

export interface NewMessage {
  /** Where it is written, unless `channelId` and `sourceId` say so. */
  conversationId?: string;
  /** With `sourceId`, instead of `conversationId`. */
  channelId?: string;
  /** The number, address or visitor on that channel. */
  sourceId?: string;
  /** Decides which of the other fields are needed. */
  type?: "text" | "image" | "video" | "audio" | "document" | "location" | "reaction" | "interactive";
  /** The text, or the caption of a picture or document. */
  text?: string;
  /** Only for colleagues: it never leaves. */
  note?: boolean;
  /** The file to send, for pictures, sounds and documents. */
  fileId?: string;
  /** The message that it answers; for a reaction, the one it is on. */
  replyToId?: string;
  /** For a reaction; empty takes it back. */
  emoji?: string;
  /** Answers to choose from; for `interactive`, instead of `list`. */
  buttons?: { payload: string; title: string }[];
  /** Up to 10 choices behind a button; for `interactive`. */
  list?: { button: string; rows: { payload: string; title: string; description?: string }[] };
  /** For the type `location`. */
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  /** A canned answer instead of `text`, with its variables filled in. */
  cannedAnswerId?: string;
}

export interface NewOptOut {
  /** The number, with its country code if it is foreign. Or give `conversationId`. */
  phone?: string;
  /** Whose number it is. Or give `phone`. */
  conversationId?: string;
  /** Why, for colleagues. */
  note?: string;
}

export interface NewOrganization {
  /** What customers and members see. */
  name: string;
  /** The registered name, on documents; null: `name` is used. */
  legalName?: string | null;
  /** RNC or cédula in the Dominican Republic. */
  taxId?: string | null;
  /** ISO 3166-1, default DO. */
  country?: string;
  /** ISO 4217, default DOP. */
  currency?: string;
  /** IANA name, for example America/Santo_Domingo */
  timeZone?: string;
  /** A language tag, such as `es-DO`. */
  locale?: string;
  /** Where customers reach it; on documents. */
  email?: string | null;
  /** Where customers reach it; on documents. */
  phone?: string | null;
  /** As it stands on documents. */
  address?: string | null;
  /** As it stands on documents. */
  website?: string | null;
  /** True makes one for tests, with a clock of its own. */
  sandbox?: boolean;
  /** The code of the organization that recommended the service. */
  referralCode?: string;
}

export interface NewOutsideCalendar {
  /** Of a calendar in the iCalendar format (`.ics`): https, or `webcal:` as calendars show it. */
  url: string;
  /** Default: the site. */
  name?: string;
  /** Who is busy then. Default: the caller. */
  userId?: string;
}

export interface NewPartnerApplication {
  /** Of the person who applies. */
  name: string;
  /** Where the answer is sent. */
  email: string;
  /** For which the person works. */
  company?: string;
  /** Where the person can be called. */
  phone?: string;
  /** ISO 3166-1, such as `DO`. */
  country?: string;
  /** Of the company. */
  website?: string;
  /** What the person wants to say. */
  message?: string;
}

export interface NewPasskey {
  /** A secret that only the client that started can finish with. It works once, for five minutes. */
  challengeId: string;
  /** Its name in the list. */
  name?: string;
  response: PasskeyRegistration;
}

export interface NewPayment {
  /** The document. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** One or several means, in this order. */
  payments: PaymentMeans[];
  /** How to handle an overpayment: refuse it, give change in cash, or keep it as balance of the contact. */
  overpayment?: "refuse" | "change" | "balance";
  /** Default: today. */
  date?: string;
  /** Default: the division (branch or till) of the account, else of the document unless it is archived. */
  divisionId?: string | null;
  /** Also issues the numbered receipt of the payments, as `POST /v1/record/pending/payment/receipt` does. */
  receipt?: boolean;
}

export interface NewPayments {
  /** Whose documents are paid. */
  contactId: string;
  /** Only documents in its currency are paid. */
  accountId: string;
  /** `sale`: the contact pays. `purchase`: the business pays. */
  direction?: "sale" | "purchase";
  /** Allocated to the documents that fell due first. Instead of `documents`. */
  amount?: DecimalInput;
  /** The documents to pay, and how much of each. Instead of `amount`. */
  documents?: { id: string; amount?: DecimalInput }[];
  /** How to handle an overpayment. */
  overpayment?: "refuse" | "balance";
  /** How it was paid; the 607 classes it by words such as `cash` and `transfer`. */
  paymentMethod?: string;
  /** A number of the payment, such as of the cheque or transfer. */
  reference?: string;
  /** Default: today. */
  date?: string;
  /** Default: the division (branch or till) of the account, else of the document unless it is archived. */
  divisionId?: string | null;
  /** Also issues the numbered receipt of the payments, as `POST /v1/record/pending/payment/receipt` does. */
  receipt?: boolean;
}

export interface NewPrice {
  /** What the price is of. */
  resourceId: string;
  /** The price tier: `general` is for everyone. */
  label?: string;
  /** For one unit. */
  amount: DecimalInput;
  /** Default: the organization’s currency. */
  currency?: string;
  /** The price applies from this quantity. */
  minimumQuantity?: DecimalInput;
  /** The first day on which it applies. Null: no start. */
  validFrom?: string | null;
  /** The last day on which it applies. Null: no end. */
  validTo?: string | null;
  /** It applies in this division (branch or till) only. */
  divisionId?: string | null;
  /** It applies to this contact only. */
  contactId?: string | null;
}

export interface NewProduct {
  /** As documents, lists and searches show it. */
  name: string;
  /** It cannot be changed later. */
  kind?: ProductKind;
  /** Unique in the organization; case does not matter. */
  code?: string | null;
  /** Each is unique in the organization; the first is the one that is printed. */
  barcodes?: string[];
  /** For buyers: shops and catalogs show it. */
  description?: string;
  /** The unit of measure. Default: `defaultUnit` of the settings. */
  unit?: string;
  /** Your own word, to group them by; null: none. */
  category?: string | null;
  /** Free attributes by name: colour, size, brand. */
  attributes?: Record<string, string | number | boolean>;
  /** Ids of files of this organization, or addresses of pictures elsewhere. */
  images?: string[];
  /** The cost of one unit, in the organization’s currency. Null: unknown. */
  cost?: DecimalInput | null;
  /** Default: yes for goods and raw materials. Services and combos have no stock. */
  tracksStock?: boolean;
  /** Whether each unit has its own serial number. */
  tracksSerials?: boolean;
  /** Whether it is kept by lots (batches). */
  tracksLots?: boolean;
  /** Whether more can be sold than is in stock. Null: as in the settings of the organization. */
  allowsNegativeStock?: boolean | null;
  /** Stock below it raises an alert, unless a division has its own minimum. */
  minStockAlert?: DecimalInput | null;
  /** The contact that it is ordered from. */
  supplierId?: string | null;
  /** The size of a pack. */
  purchaseMultiple?: DecimalInput | null;
  /** Days until an order arrives. */
  leadTimeDays?: number | null;
  /** Null: the account of the posting rules. */
  salesChartAccountId?: string | null;
  /** Null: the account of the posting rules. */
  expenseChartAccountId?: string | null;
  /** Taxes of sales and purchases: `GET /v1/taxes/list`. */
  taxIds?: string[];
  /** The parts of a combo: selling it moves them. */
  parts?: { resourceId: string; quantity: DecimalInput }[];
  /** Its prices; more can be added later. */
  prices?: ({ label?: string; amount: DecimalInput; currency?: string; minimumQuantity?: DecimalInput; validFrom?: string | null; validTo?: string | null; divisionId?: string | null; contactId?: string | null })[];
}

export interface NewProductList {
  /** As documents and shops show it. */
  name: string;
  type: ProductListType;
  /** For buyers: shops show it. */
  description?: string;
  /** The price of a pack or bundle. Null: the sum of its parts. */
  price?: DecimalInput | null;
  /** The currency of the price. Default: the organization’s. */
  currency?: string;
  /** Members by hand, with their quantities in a pack or bundle. */
  members?: { resourceId: string; quantity?: DecimalInput }[];
  /** Members by rule, for a collection only. */
  rule?: ProductListRule;
}

export interface NewProduction {
  /** The product. */
  resourceId: string;
  /** The division (branch or till) of the parts and the product. */
  divisionId: string;
  /** The planned quantity. */
  quantity: DecimalInput;
  /** A recipe that differs from the latest becomes its next version. Without it: the latest. */
  recipe?: { yields?: DecimalInput; parts: { resourceId: string; quantity: DecimalInput; waste?: DecimalInput }[]; labourCost?: DecimalInput; note?: string | null };
  /** The day on which it is to be made, for your own planning. */
  plannedOn?: string | null;
  /** For your own people. */
  note?: string | null;
}

export interface NewProject {
  /** As reports show it next to its amounts. */
  name: string;
  /** For your own people: what the project is about. */
  description?: string;
  /** The most it may cost, in the organization’s currency. */
  budget?: DecimalInput | null;
  /** For your own planning: records of other days count as well. */
  startsOn?: string | null;
  /** For your own planning: records of later days count as well. */
  endsOn?: string | null;
}

export interface NewReceipt {
  /** `recordId` of the payments or of the top-up, in the order of the receipt. */
  recordIds: string[];
}

export type NewRecord = { kind: "income"; date?: string; description?: string; reference?: string | null; divisionId?: string | null; projectId?: string | null; contactId?: string | null; attachments?: string[]; amount: DecimalInput; net?: DecimalInput; rate?: DecimalInput | null; taxes?: ({ name: string; rate?: DecimalInput | null; amount: DecimalInput })[]; accountId?: string | null; chartAccountId?: string | null; paymentMethod?: string | null } | { kind: "expense"; date?: string; description?: string; reference?: string | null; divisionId?: string | null; projectId?: string | null; contactId?: string | null; attachments?: string[]; amount: DecimalInput; net?: DecimalInput; rate?: DecimalInput | null; taxes?: ({ name: string; rate?: DecimalInput | null; amount: DecimalInput })[]; accountId?: string | null; chartAccountId?: string | null; paymentMethod?: string | null } | { kind: "journal"; date?: string; description?: string; reference?: string | null; divisionId?: string | null; projectId?: string | null; contactId?: string | null; attachments?: string[]; lines: { chartAccountId: string; debit?: DecimalInput; credit?: DecimalInput; ownAmount?: DecimalInput }[] };

/** The document recurs by this rule: each cycle is a copy of it. An issued document is the cycle of its own date; a draft is only a template. */
export interface NewRecurrency {
  /** The unit of `interval`. */
  frequency: "daily" | "weekly" | "monthly" | "yearly";
  /** 2 is every second day, week, month or year. */
  interval?: number;
  /** `MO` to `SU` of each week; of each month `1MO` is the first Monday and `-1FR` the last Friday. */
  weekdays?: string[] | null;
  /** Days of each month; -1 is the last one. Without days: the day of `startsOn`. */
  monthDays?: number[] | null;
  /** For a 31st or 29 February that does not exist: use the last day of the month, or skip the cycle. */
  missingDays?: "last-day" | "skip";
  /** Where a cycle’s day begins. Default: the organization’s. */
  timeZone?: string;
  /** No cycle comes before. Default: the date of the document. */
  startsOn?: string;
  /** The last day on which there can be a cycle. */
  endsOn?: string | null;
  /** How many cycles there are, instead of `endsOn`. */
  cycles?: number | null;
}

export interface NewRegistration {
  /** Of the person who is booked. */
  name: string;
  /** E-mails and reminders go to it. */
  email?: string | null;
  /** Of the person; null: not known. */
  phone?: string | null;
  /** What the person or a colleague adds. */
  notes?: string;
  /** The contact (customer) who is booked. */
  contactId?: string | null;
  /** In which e-mails state the time. Default: that of the schedule. */
  timeZone?: string;
  /** Of e-mails. Default: that of the organization’s documents. */
  language?: "es" | "en";
  /** One of the starts of an availability; an event has its own. */
  startsAt?: string;
  /** The person or resource who gives it. Default: as the schedule assigns. */
  hostId?: string;
  /** Also where the schedule has no start. Two bookings at one time are never possible. */
  outsideHours?: boolean;
  /** Holds the place for so long instead of booking it. The person gets an e-mail when it is confirmed. */
  holdMinutes?: number;
  /** Waits where no place is left. */
  waitingList?: boolean;
}

export interface NewRelease {
  /** Names the app in its organization: `loyalty-cards`. */
  key: string;
  /** What members see. */
  name: string;
  /** What the app does. */
  description?: string;
  /** Semantic version, without a suffix: `1.4.0`. */
  version: string;
  /** Release notes. */
  notes?: string;
  /** The types of data that the app brings. */
  dataTypes?: AppDataTypeInput[];
  /** The settings of an installation. A JSON Schema of type `object`: string (`enum`, `format`), number, integer, boolean, array and object up to 4 deep, each optionally `nullable`, without `$ref` and … */
  configuration?: Record<string, unknown> | null;
  /** The permissions that the app asks for. A person accepts them when the app is installed. */
  permissions?: string[];
  /** The events that the app follows. */
  events?: string[];
  /** Where the app shows in the user interface. */
  placements?: AppPlacementInput[];
}

export interface NewReplenishment {
  /** Rows of the list. */
  rows?: { resourceId: string; divisionId: string; quantity?: DecimalInput; supplierId?: string; unitPrice?: DecimalInput }[];
  /** All rows of the list with these filters. `{}`: the whole list. */
  filter?: { divisionId?: string; supplierId?: string; category?: string; listId?: string; search?: string; outOfStock?: boolean };
  /** Of each order. */
  notes?: string;
}

export interface NewReturn {
  /** The invoice. */
  pendingRecordId: string;
  /** A draft posts, moves and reserves nothing until it is issued. */
  status?: "draft" | "issued";
  /** Default: today in the organization. */
  date?: string;
  /** The reason, printed on the credit note. */
  reason?: string;
  /** Printed on the credit note. */
  notes?: string;
  /** The division that the goods enter or leave. Default: that of the invoice. */
  divisionId?: string;
  /** The number of the supplier’s credit note, for a purchase. */
  fiscalNumber?: string;
  /** Where money that was paid already goes to or comes from. Without it a customer has it in advance, and a supplier keeps it for us. */
  refund?: { toCard?: boolean; accountId?: string; paymentMethod?: string };
  /** Default: everything that was not returned before. */
  lines?: ({ elementId: string; quantity?: DecimalInput; disposition?: "restock" | "scrap" | "undelivered"; reason?: string; serialNumbers?: string[]; lots?: GivenLots })[];
}

export interface NewRevaluation {
  /** The last day of a month, as a rule. Not in the future. */
  date: string;
  /** Instead of the rates of that day. */
  rates?: { currency: string; rate: DecimalInput }[];
  /** Default: everything. */
  only?: RevaluedKind[];
}

export interface NewReversal {
  /** The day of the entry, or later. */
  date: string;
  /** Default: that of the entry. */
  description?: string;
}

export interface NewRichDocument {
  /** Required unless a template gives it. */
  title?: string;
  /** Default: `note`, and `contract` for one that is made from a template. */
  kind?: RichDocumentKind;
  /** Words of your own to find it by. */
  labels?: string[];
  content?: RichText;
  /** The content as Markdown instead. `{{contact.name}}` is a field of a template; HTML stays text. */
  markdown?: string;
  /** Takes the content of this template, with its fields filled in. */
  templateId?: string;
  /** Fills `contact.name`, `contact.taxId`, `contact.email` and the like. */
  contactId?: string;
  /** Fills `document.number`, `document.total` and the like. */
  invoiceId?: string;
  /** Fills fields by their names, before anything else does. */
  values?: Record<string, string>;
}

export interface NewSchedule {
  /** An `event` has one time; an `availability` hours with slots. */
  kind: "event" | "availability";
  /** What can be booked, as visitors see it. */
  title: string;
  /** What visitors should know. */
  description?: string;
  /** Where it takes place. */
  location?: string;
  /** Where it takes place online. */
  url?: string | null;
  /** The task that it belongs to. */
  taskId?: string | null;
  /** The zone of its hours. Default: the organization’s. */
  timeZone?: string;
  /** Of an event. */
  startsAt?: string | null;
  /** Of an event: at most 14 days after it starts. */
  endsAt?: string | null;
  /** Of an availability: its hours by weekday, in its zone. */
  weekly?: WeeklyWindow[];
  /** Dates with other hours, or closed. */
  exceptions?: ScheduleException[];
  /** Of an availability: how long one booking lasts. */
  durationMinutes?: number;
  /** The distance between starts. Default: the duration with its buffers. */
  stepMinutes?: number | null;
  /** Kept free before; buffers of neighbours add up. */
  bufferBeforeMinutes?: number;
  /** Kept free after. */
  bufferAfterMinutes?: number;
  /** On the holidays of the settings `bookings`. Default: true. */
  closedOnHolidays?: boolean;
  /** Places at one time. Default: 1, of an event 100. */
  capacity?: number;
  /** Who gives a booking, of several hosts: the first who is free, the free one who has waited longest, or all of them. An event needs all. */
  assignment?: "any" | "round_robin" | "together";
  /** Members who give it. */
  userIds?: string[];
  /** Products or services that it needs: a room, a chair, a machine. */
  resourceIds?: string[];
  /** Whether people can wait for a place where all are taken. */
  waitingList?: boolean;
  /** To be paid online before a booking by the link is confirmed, in the organization’s currency. */
  deposit?: DecimalInput | null;
  /** How many hours before the start a visitor who cancels gets the deposit back, on the card that paid it. Null (default): never. A cancellation by staff refunds it at any time, unless they decide … */
  depositRefundHours?: number | null;
  /** How long a place is held for the deposit. Default: 30. */
  holdMinutes?: number;
}

export interface NewSearchConfig {
  /** An app: `GET /v1/apps/available-apps`. */
  appId: string;
  /** The data type that is searched. */
  type: string;
  /** What members see. */
  name: string;
  /** The text fields that are searched. */
  fields: { field: string; weight?: number }[];
  /** The fields that can be filtered. */
  filters?: string[];
}

export interface NewSentReport {
  form: ReportForm;
  /** A month: YYYY-MM. */
  period: string;
  /** Default: today. */
  sentOn?: string;
  /** The number with which the tax authority confirmed it. */
  confirmation?: string;
}

export interface NewSharedPage {
  /** `document`: one document (invoice, quote, order, loan). `contact`: everything that a contact owes. `amount`: an amount that becomes balance of the contact. `card`: a card to be saved. Default: by the … */
  kind?: PageKind;
  /** The document, of a page of the kind `document`. */
  pendingRecordId?: string;
  /** The contact (customer), of every other kind. */
  contactId?: string;
  /** Of a page of the kind `amount`. */
  amount?: DecimalInput;
  /** Default: the currency of the organization. */
  currency?: string;
  /** Purpose of the amount. */
  description?: string;
  /** A message to the visitor. */
  message?: string;
  /** The page answers 410 from then on. Default: never. */
  expiresAt?: string;
  /** The amounts that a visitor may pay. Default: the whole amount, and the next instalment of a document that has a plan. */
  mayPay?: MayPay[];
}

export interface NewStatement {
  /** How the file is written. `csv` needs `csv`. */
  format: "csv" | "ofx" | "camt.053" | "mt940";
  /** The file as text. */
  content?: string;
  /** Or its bytes, in base64. */
  contentBase64?: string;
  /** Only to recognize the import later. */
  fileName?: string;
  /** Maps the columns of the file. */
  csv?: { delimiter?: "," | ";" | "\t" | "|"; skipRows?: number; header?: boolean; dateFormat?: "yyyy-MM-dd" | "dd/MM/yyyy" | "MM/dd/yyyy" | "yyyyMMdd"; decimalSeparator?: "." | ","; columns: { date: string | number; description?: string | number; reference?: string | number; id?: string | number; amount?: string | number; debit?: string | number; credit?: string | number } };
}

export type NewStockMovement = { type: "IN"; resourceId: string; divisionId: string; quantity: DecimalInput; serialNumbers?: string[]; lots?: GivenLots; note?: string | null; chartAccountId?: string; value?: DecimalInput; unitCost?: DecimalInput; date?: string } | { type: "OUT"; resourceId: string; divisionId: string; quantity: DecimalInput; serialNumbers?: string[]; lots?: GivenLots; note?: string | null; chartAccountId?: string; departure?: "sold" | "returned" | "used" | "scrapped"; date?: string } | { type: "TRANSFER"; resourceId: string; divisionId: string; quantity: DecimalInput; serialNumbers?: string[]; lots?: GivenLots; note?: string | null; toDivisionId: string; date?: string };

export interface NewStockMovements {
  /** Default: today in the organization. Never in the future. */
  date?: string;
  /** At most 1,000, in this order. */
  records: ({ type: "IN"; resourceId: string; divisionId: string; quantity: DecimalInput; serialNumbers?: string[]; lots?: GivenLots; note?: string | null; chartAccountId?: string; value?: DecimalInput; unitCost?: DecimalInput } | { type: "OUT"; resourceId: string; divisionId: string; quantity: DecimalInput; serialNumbers?: string[]; lots?: GivenLots; note?: string | null; chartAccountId?: string; departure?: "sold" | "returned" | "used" | "scrapped" } | { type: "TRANSFER"; resourceId: string; divisionId: string; quantity: DecimalInput; serialNumbers?: string[]; lots?: GivenLots; note?: string | null; toDivisionId: string })[];
}

export type NewSubscription = { channel: "web-push"; endpoint: string; keys: { p256dh: string; auth: string } } | { channel: "email" };

export interface NewTask {
  /** What people see on the board. */
  title: string;
  /** What is to be done, in as many words as needed. */
  description?: string;
  priority?: Priority;
  /** When work on it begins; null: no date. */
  startsAt?: string | null;
  /** When it must be completed; null: no date. */
  dueAt?: string | null;
  /** How long before `dueAt` the assignees are reminded; null: not. Default: a day. */
  reminderMinutes?: number | null;
  /** How long it is expected to take; null: no estimate. */
  estimateMinutes?: number | null;
  /** Words to find it by: those that the board offers, or others. */
  labels?: string[];
  /** Lists of small steps to tick off. */
  checklists?: ChecklistInput[];
  /** Custom fields of the board. Null removes a value; what is left out stays. */
  fields?: Record<string, string | number | boolean | null>;
  /** Ids of files. */
  attachments?: string[];
  /** Hidden from those who have only the link of the board. */
  private?: boolean;
  /** The task that it is a part of. Parts nest up to 5 deep. */
  parentId?: string | null;
  /** Members of the board. */
  assigneeIds?: string[];
  /** Members of the board who are notified of changes. */
  watcherIds?: string[];
  /** Other things that it is about. */
  links?: { entityKind: string; entityId: string }[];
  /** Tasks that must be completed before. No task waits for itself. */
  dependsOn?: string[];
  /** With its first column, where `columnId` is left out. */
  boardId?: string;
  /** A column of the board: `GET /v1/tasks/board-column`. */
  columnId?: string;
  /** In front of this one. */
  beforeId?: string;
  /** Behind this one. Without either: to the end. */
  afterId?: string;
  /** Makes it the first of a series. */
  recurrence?: RecurrenceInput;
}

export interface NewTax {
  /** As printed on documents. */
  name: string;
  /** Its code in filings: for ITBIS the e-CF indicator, which distinguishes zero rate (3) from exempt (4); for withheld income tax its type in the 606; for other taxes their e-CF code. */
  fiscalCode?: string | null;
  /** The ledger account it is posted to. Default: the posting rule of its kind. */
  chartAccountId?: string | null;
  /** By the day from which they hold. */
  rates: GivenRate[];
  /** The share of ITBIS on purchases that the IT-1 deducts: `full`, `proportional` to the taxed sales of the month (art. 349), or `none`, which makes it a cost. */
  credit?: "full" | "proportional" | "none";
  /** Unique; lines of documents show it. */
  code: string;
  kind: TaxKind;
}

export interface NewTemplate {
  /** With the language it names the template at the provider. */
  name: string;
  /** For example `es` or `es_MX`. */
  language: string;
  /** Decides the price and when it may be sent. */
  category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
  /** Above the body: a text or a file. */
  header?: { text?: string; examples?: string[]; fileId?: string };
  /** The text itself; needed unless the category is `AUTHENTICATION`. */
  body?: { text: string; examples?: string[] };
  /** A line below the body, without variables. */
  footer?: string;
  /** Below the text, at most 10. */
  buttons?: ({ type: "QUICK_REPLY"; text: string } | { type: "URL"; text: string; url: string; example?: string } | { type: "PHONE_NUMBER"; text: string; phoneNumber: string } | { type: "COPY_CODE"; example: string })[];
  /** For `AUTHENTICATION`: the provider writes the text around the one-time code. */
  code?: { buttonText?: string; recommendsSecrecy?: boolean; expiresInMinutes?: number };
}

export interface NewTemplateMessage {
  /** A conversation (chat): `GET /v1/conversation`. */
  conversationId: string;
  /** The name of the template at the provider. */
  name: string;
  /** The language of the template, such as `es` or `es_MX`. */
  language: string;
  /** The values of `{{1}}`, `{{2}}` … in each part, and of the buttons that take one. */
  parameters?: { header?: string[]; body?: string[]; buttons?: string[] };
  /** The file of a header that is a picture, video or document. */
  headerFileId?: string;
}

export type NewTraining = { botId: string; approved?: boolean; kind: "question"; title: string; content: string } | { botId: string; approved?: boolean; kind: "text"; title: string; content: string } | { botId: string; approved?: boolean; kind: "document"; title: string; fileId: string } | { botId: string; approved?: boolean; kind: "page"; title: string; url: string } | { botId: string; approved?: boolean; kind: "live"; source: LiveSource };

export interface NewVisit {
  /** Of an earlier session; left out: a new visitor. */
  visitorToken?: string;
  /** A short JWT (HS256) that the organization signed with the channel’s secret. */
  identity?: string;
}

export interface NewWebhook {
  /** Where events are sent with POST: a public https address. */
  url: string;
  /** What the webhook is for. */
  description?: string;
  /** Exact event types, or a whole group such as `comment:*`. Empty: every event. */
  eventTypes?: string[];
  /** How many deliveries are open at once. With 1 they are sent one after the other, oldest first. */
  parallelism?: number;
}

export interface NewcomerAcceptance {
  /** From the e-mail. */
  token: string;
  /** What colleagues see of a person who is new here. */
  name?: string;
  /** A browser session as a cookie, or a raw token in the answer. */
  wants?: "cookie" | "token";
}

export interface NextFiscalNumber {
  type: FiscalTypeCode;
  /** The name of the type, as the tax authority uses it. */
  name: string;
  /** Null: there is none, and `unavailable` says why. */
  number: string | null;
  /** The range that it comes from; null: there is none. */
  numeralsId: string | null;
  /** The last day of use; null: none, or it does not expire. */
  expiresOn: string | null;
  /** `missing`: no range. `exhausted`: all used. `expired`: what is left can no longer be used. */
  unavailable: "missing" | "exhausted" | "expired" | null;
}

export interface NextFiscalNumberCursorPage {
  /** The rows. */
  data: NextFiscalNumber[];
}

export interface Notification {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What happened, as the settings `notifications` name it. */
  kind: string;
  /** One line, in the language of the person. */
  title: string;
  /** More about it; may be empty. */
  body: string;
  /** The ids of the things that it is about. */
  data: Record<string, string>;
  /** When it was created. */
  createdAt: string;
  /** When the person marked it as read; null: unread. */
  readAt: string | null;
}

export type NotificationsListAnswer = PageInfo & { data: Notification[]; unreadCount: number; webPushKey: string };

export interface NotificationsRead {
  /** The notifications to mark. Instead of `all`. */
  ids?: string[];
  /** Marks all of them. Instead of `ids`. */
  all?: true;
  /** False marks them as unread. */
  read?: boolean;
}

export interface NotificationsUpdateAnswer {
  /** How many were not marked so before. */
  changedCount: number;
  /** Of all kinds; up to 10,000. */
  unreadCount: number;
}

export interface NumbersToVoid {
  /** The range: `GET /v1/taxes/numerals`. */
  numeralsId: string;
  /** The next number of the range; refused if it has been taken meanwhile. */
  from: number;
  /** The last number. */
  to: number;
  reason: VoidReasonCode;
  /** Default: today. */
  date?: string;
}

export interface Occurrence {
  /** Names one occurrence: its wall time, or its UTC time where the rule is hourly. */
  occurrence: string;
  /** The instant. A wall time that a change of clocks leaves out is shifted forward. */
  at: string;
}

export interface OccurrenceCursorPage {
  /** The rows. */
  data: Occurrence[];
}

export interface OptOut {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The number that gets no diffusions. */
  address: string;
  /** The person wrote STOP or BAJA, a member noted it, or the provider said so. */
  source: "keyword" | "manual" | "provider";
  /** The conversation that it came from; null: none. */
  conversationId: string | null;
  /** Why, for colleagues. */
  note: string;
  /** When it was created. */
  createdAt: string;
}

export type OptOutPage = PageInfo & { data: OptOut[] };

/** The fiscal year, payment terms, exchange rates and the locked period. */
export interface OrganizationAccountingSettings {
  /** The first month; 1 is January. */
  fiscalYearStartMonth: number;
  /** Days until a new document is due. */
  paymentTermsDays: number;
  /** Published exchange rates that are older in days are not used: a document then needs its own rate. Null: no limit. */
  rateMaxAgeDays: number | null;
  /** Records dated on or before it cannot change. */
  lockDate: string | null;
}

/** What the assistant may do, and its model. */
export interface OrganizationAssistantSettings {
  /** The id of a model in `GET /v1/ai/models`. Any other than `built-in` is sent what you write and what tools return. */
  model: string;
  /** Of one person. 0 turns the assistant off. */
  turnsPerDay: number;
  /** Operations that the assistant does not have, such as `payroll.*`. */
  off: string[];
  /** Operations that only read and wait for an approval nevertheless. Those that write always do. */
  ask: string[];
}

/** When schedules are closed. */
export interface OrganizationBookingsSettings {
  /** Days on which schedules are closed: a date, or month and day for every year. */
  holidays: string[];
}

export interface OrganizationChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What customers and members see. */
  name?: string;
  /** The registered name, on documents; null: `name` is used. */
  legalName?: string | null;
  /** RNC or cédula in the Dominican Republic. */
  taxId?: string | null;
  /** ISO 3166-1, default DO. */
  country?: string;
  /** ISO 4217, default DOP. */
  currency?: string;
  /** IANA name, for example America/Santo_Domingo */
  timeZone?: string;
  /** A language tag, such as `es-DO`. */
  locale?: string;
  /** Where customers reach it; on documents. */
  email?: string | null;
  /** Where customers reach it; on documents. */
  phone?: string | null;
  /** As it stands on documents. */
  address?: string | null;
  /** As it stands on documents. */
  website?: string | null;
  /** Null removes it. */
  image?: OrganizationImage | null;
}

export interface OrganizationExport {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** `expired`: its ZIP was deleted. */
  status: "running" | "done" | "failed" | "expired";
  /** The size of the ZIP. */
  bytes: number | null;
  /** Rows of all tables in it; null: not known yet. */
  rows: number | null;
  /** Stored files in it. */
  files: number | null;
  /** The owner who asked for it. */
  userId: string;
  /** When it was created. */
  createdAt: string;
  /** When it ended; null: it has not. */
  finishedAt: string | null;
  /** Until when it can be downloaded. */
  expiresAt: string | null;
}

export type OrganizationExportPage = PageInfo & { data: OrganizationExport[] };

/** How numbers, dates and texts are written in documents and e-mails. */
export interface OrganizationGeneralSettings {
  /** The language of documents, e-mails, notifications and exports. */
  language: "es" | "en";
  /** Dates in documents, e-mails and hosted pages. Exports keep real dates, which each spreadsheet shows its own way. */
  dateFormat: "dd/MM/yyyy" | "MM/dd/yyyy" | "yyyy-MM-dd";
  /** Times of day in e-mails. */
  timeFormat: "12h" | "24h";
  /** The first day of the weeks in reports that group by week. */
  weekStart: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** Numbers in documents, e-mails and hosted pages; thousands are grouped by the other sign. */
  decimalSeparator: "." | ",";
}

export interface OrganizationImage {
  /** A PNG, JPEG, WebP, AVIF or GIF, in base64. */
  base64: string;
  /** If given, it must match the image. */
  contentType?: "image/png" | "image/jpeg" | "image/webp" | "image/avif" | "image/gif";
}

/** How invoices are paid online. */
export interface OrganizationInvoicingSettings {
  /** Whether invoices can be paid on the page of the payment processor, once the merchant account is open. */
  onlinePayment: boolean;
}

/** How orders of the marketplace and the website are sold and delivered. */
export interface OrganizationMarketplaceSettings {
  /** The division (branch) that sells on the marketplace and on the website. Null: one that has the goods. */
  divisionId: string | null;
  /** The service that is charged once for an order that is delivered, unless there are delivery methods. Null: delivery is free. */
  deliveryResourceId: string | null;
  /** Days after which an order that nobody has paid is canceled and its goods are released. Null: never. */
  unpaidDays: number | null;
}

/** What messages cost at the provider. */
export interface OrganizationMessagingSettings {
  /** ISO 4217 */
  priceCurrency: string;
  /** The provider’s price of one marketing message. */
  marketingPrice: string;
  /** The provider’s price of one utility message. */
  utilityPrice: string;
  /** The provider’s price of one authentication message. */
  authenticationPrice: string;
}

/** Which notifications are also sent by e-mail. */
export interface OrganizationNotificationsSettings {
  /** `all`, or the kinds that are mailed. */
  mailedKinds: "all" | string[];
}

export interface OrganizationOfUser {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What members see. */
  name: string;
  /** Of the person: a predefined role, or `custom`. */
  role: string;
  /** Whether it is for tests, with a clock of its own. */
  sandbox: boolean;
}

/** What payment pages show besides cards. */
export interface OrganizationPaymentPagesSettings {
  /** Whether payment pages show the bank accounts of the organization that have a number, for transfers. */
  bankTransfer: boolean;
  /** Instructions for payers after a transfer, shown with the bank accounts. */
  transferInstructions: string;
}

/** E-mails about invoices that are owed. */
export interface OrganizationPaymentRemindersSettings {
  /** Whether contacts get e-mails about the invoices that they owe. */
  enabled: boolean;
  /** Days after the due date of an invoice on which its contact gets an e-mail. Negative: before it. */
  days: number[];
  /** Added to every e-mail. */
  message: string;
}

/** Texts for customers, which bots read when somebody asks. */
export interface OrganizationPoliciesSettings {
  /** Returns, exchanges and warranty. */
  returns: string;
  /** Delivery: where to, when, and what it costs. */
  delivery: string;
  /** How customers can pay. */
  payment: string;
  /** How customer data is used. */
  privacy: string;
}

/** How stock is kept and valued. */
export interface OrganizationResourcesSettings {
  /** Whether more can leave than is there. */
  allowNegativeStock: boolean;
  /** How the cost of what leaves is found: the average, or first in, first out. */
  valuation: "average" | "fifo";
  /** The unit of a new product. */
  defaultUnit: string;
  /** The owner is notified so many days before a lot expires. Null: never. */
  expiryWarningDays: number | null;
}

/** The commissions of sellers. */
export interface OrganizationSalesSettings {
  /** Of the sales of each seller, without taxes. A new rate holds from the current month on. */
  commissionPercent: Decimal;
  /** Earned when the customer pays, or when the invoice is issued. */
  commissionOn: "paid" | "invoiced";
}

/** Every section, filled with its defaults. */
export interface OrganizationSettings {
  notifications: OrganizationNotificationsSettings;
  general: OrganizationGeneralSettings;
  accounting: OrganizationAccountingSettings;
  resources: OrganizationResourcesSettings;
  tasks: OrganizationTasksSettings;
  sales: OrganizationSalesSettings;
  invoicing: OrganizationInvoicingSettings;
  paymentPages: OrganizationPaymentPagesSettings;
  paymentReminders: OrganizationPaymentRemindersSettings;
  taxes: OrganizationTaxesSettings;
  bookings: OrganizationBookingsSettings;
  messaging: OrganizationMessagingSettings;
  policies: OrganizationPoliciesSettings;
  marketplace: OrganizationMarketplaceSettings;
  website: OrganizationWebsiteSettings;
  assistant: OrganizationAssistantSettings;
}

/** When the team works. */
export interface OrganizationTasksSettings {
  /** The days on which people work. */
  workingDays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
  /** When people work on these days. */
  workingHours: { start: string; end: string };
}

/** How the organization files taxes and payroll. */
export interface OrganizationTaxesSettings {
  /** The surcharge of the risk class for work risk insurance, as on the notice of the TSS. Default: the lowest. */
  workRiskPercent: string | null;
  /** The payroll of the TSS (clave nómina) of employees without their own. */
  payrollCode: string;
  /** Whether electronic invoices are in the 607 and 608 too, although the tax authority has them already. */
  reportElectronicSales: boolean;
  /** Days before a form or payment is due on which the owner is notified. Null: never. */
  dueReminderDays: number | null;
}

/** The website: what visitors see and can do. */
export interface OrganizationWebsiteSettings {
  /** Whether visitors can open the website. */
  published: boolean;
  /** Empty: the name of the organization. */
  title: string;
  /** For search engines, and below the title. */
  description: string;
  /** Of the pages, as `#rrggbb`. Null: the standard one. */
  colour: string | null;
  /** The document of the page that opens first. */
  homePageId: string | null;
  /** Pages and addresses, in order. */
  menu: { label: string; pageId?: string; url?: string }[];
  /** Collections of products that the website shows. */
  collectionIds: string[];
  /** Names of attributes of products that visitors may see, such as `talla`. All others stay internal. */
  attributes: string[];
  /** Whether visitors can buy the products of the collections. Orders follow the settings `marketplace`. */
  sells: boolean;
  /** The web widget on which visitors can chat. */
  chatChannelId: string | null;
  /** Whether pages show the address, telephone and e-mail of the organization. */
  showsContact: boolean;
  /** Forms that the website links to. */
  formIds: string[];
  /** Schedules whose booking pages the website links to. */
  scheduleIds: string[];
}

export interface OrganizationsActivateBody {
  /** One of your organizations, in which the session works from now on. */
  organizationId: string;
}

export type OrganizationsListReferralsAnswer = PageInfo & { data: { name: string; createdAt: string }[] };

export interface OutsideCalendar {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Who is busy at its times. */
  userId: string;
  /** What members see in the list of calendars. */
  name: string;
  /** The host of the address; the address itself is a key and is not shown. */
  site: string;
  /** Whether its times could be read. */
  state: "pending" | "read" | "failed";
  /** Why it could not be read last time. The times read before stay. */
  problem: string | null;
  /** When it was last read; null: not yet. */
  readAt: string | null;
  /** When it is read again. */
  nextReadAt: string;
  /** When it was created. */
  createdAt: string;
}

export type OutsideCalendarPage = PageInfo & { data: OutsideCalendar[] };

export interface OwnPaymentMethodsCreateSetupIntentAnswer {
  /** The id at the provider. */
  id: string;
  /** For a card form of your own; null: the provider gives none. */
  clientSecret: string | null;
  /** How far the saving is; it begins with `requires_method`. */
  status: "requires_method" | "requires_action" | "processing" | "succeeded" | "failed" | "canceled";
  /** Where the person enters the card. */
  url: string;
}

export interface OwnPaymentMethodsCreateSetupIntentBody {
  /** Where the person returns to. Default: this service. */
  returnUrl?: string;
}

export interface OwnPaymentMethodsListAnswer {
  /** The newest first, at most 100. */
  data: ({ id: string; type: "card" | "wallet" | "bank-transfer" | "bank-debit" | "cash" | "other"; card: { brand: string; last4: string; expiresOn: string } | null; createdAt: string })[];
}

export interface PageBrand {
  /** The name that people see. */
  name: string;
  /** Null: the organization has none. */
  logoUrl: string | null;
  /** As `#rrggbb`. */
  colour: string;
}

export interface PageChange {
  /** Default: made from the title. */
  slug?: string;
  /** For search engines and feeds. */
  description?: string;
  /** True publishes the present version of the document, also over an earlier one. False hides the page. */
  published?: boolean;
  /** Whether anyone who has the preview link can read the present version. False ends the link. */
  preview?: boolean;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
}

export interface PageInfo {
  /** The number of this page, from 1. */
  page: number;
  /** How many rows a page has at most. */
  itemsPerPage: number;
  /** Exact up to 10,000. */
  total: number;
  /** There are more rows than `total` says. */
  totalIsLowerBound?: true;
  /** Whether another page follows. */
  hasMore: boolean;
  /** Send it as `cursor` to go on from here. */
  nextCursor?: string | null;
}

export interface PageIntent {
  /** Whose page it is. */
  organization: PageBrand;
  /** The page that the visitor came from. */
  pageUrl: string;
  /** Send it as `payment` to see how far it is. */
  paymentId: string;
  /** What is to be paid. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** How far the payment is. */
  status: PaymentStatus;
  /** Where the card is entered: a page of the processor. Null: nothing is left to do. */
  url: string | null;
}

/** `document`: one document. `contact`: all that a contact owes. `amount`: a given amount. `card`: to save a card. */
export type PageKind = "document" | "contact" | "amount" | "card";

export interface PagePayment {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** `open`: the payer has not finished on the page of the processor. `disputed`: their bank took the money back. */
  status: PaymentStatus;
  /** What was to be paid. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Why the bank refused the last attempt. */
  declineReason: string | null;
  /** When it was created. */
  createdAt: string;
}

export type PageSetup = MethodSetup & { organization: PageBrand; pageUrl: string };

export interface PaidEntry {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  kind: PayrollEntryKind;
  /** Of kinds of hours; null: an amount. */
  hours: string | null;
  /** Printed on the payslip. */
  description: string;
  /** What it adds to the pay, or keeps back of it. */
  amount: string;
}

/** A US letter page, or a receipt roll of 80 mm. */
export type PaperFormat = "letter" | "receipt";

export interface PartnerApplication {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whether it was decided. */
  status: "new" | "accepted" | "declined";
  /** When it was created. */
  createdAt: string;
}

export interface Passkey {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The id that the authenticator uses, base64url. */
  credentialId: string;
  /** What the person sees in the list. */
  name: string;
  /** How browsers reach it: `internal`, `usb`, `hybrid` … */
  transports: string[];
  /** `multiDevice`: it can be synchronised. */
  deviceType: "singleDevice" | "multiDevice";
  /** It is synchronised, so it survives the loss of the device. */
  backedUp: boolean;
  /** When it was created. */
  createdAt: string;
  /** When it last signed in; null: never. */
  lastUsedAt: string | null;
}

export interface PasskeyAssertion {
  /** A secret that only the client that started can finish with. It works once, for five minutes. */
  challengeId: string;
  response: PasskeyAuthentication;
}

/** The result of `navigator.credentials.get`, by its `toJSON()`. */
export interface PasskeyAuthentication {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The same as `id`. */
  rawId: string;
  /** The only type of the standard. */
  type: "public-key";
  /** From the authenticator. */
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
}

export interface PasskeyAuthenticationStart {
  /** A secret that only the client that started can finish with. It works once, for five minutes. */
  challengeId: string;
  /** Until when the challenge can be answered. */
  expiresAt: string;
  /** For `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`. */
  options: { rpId: string; challenge: string; timeout: number; allowCredentials: unknown[]; userVerification: "required" };
}

export interface PasskeyCursorPage {
  /** The rows. */
  data: Passkey[];
}

/** The result of `navigator.credentials.create`, by its `toJSON()`. */
export interface PasskeyRegistration {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The same as `id`. */
  rawId: string;
  /** The only type of the standard. */
  type: "public-key";
  /** From the authenticator. */
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] };
}

export interface PasskeyRegistrationStart {
  /** A secret that only the client that started can finish with. It works once, for five minutes. */
  challengeId: string;
  /** Until when the challenge can be answered. */
  expiresAt: string;
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`. */
  options: { rp: { id: string; name: string }; user: { id: string; name: string; displayName: string }; challenge: string; pubKeyCredParams: { type: "public-key"; alg: number }[]; timeout: number; excludeCredentials: { id: string; type: "public-key"; transports: string[] }[]; authenticatorSelection: { residentKey: "required"; requireResidentKey: true; userVerification: "required" }; attestation: "none" };
}

export interface PasskeysAuthenticateFinishBody {
  /** A secret that only the client that started can finish with. It works once, for five minutes. */
  challengeId: string;
  response: PasskeyAuthentication;
  /** A browser session as a cookie, or a raw token in the answer. */
  wants?: "cookie" | "token";
}

export interface PasskeysCheckAnswer {
  /** Whether people can sign in with a passkey. */
  offered: boolean;
  /** The relying-party id of the passkeys; null: not offered. */
  rpId: string | null;
}

export interface PasskeysDeleteBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface PasskeysUpdateBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What the person sees in the list. */
  name: string;
}

export interface PasswordLogin {
  /** With which the person signs in. */
  email: string;
  /** The password of the person. */
  password: string;
  /** A browser session as a cookie, or a raw token in the answer. */
  wants?: "cookie" | "token";
}

export interface Payment {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The document that it paid. */
  pendingRecordId: string;
  /** `card`: a card was charged. `credit`, `return`: settled by a credit or a return. */
  source: "account" | "balance" | "gift-card" | "card" | "withheld-itbis" | "withheld-isr" | "credit" | "return" | "write-off";
  /** The gift card, the charge, the credit or the return. */
  sourceId: string | null;
  /** The part of the document that it settled. */
  amount: string;
  /** The document’s. */
  currency: string;
  /** The day on which it counts in the books. */
  date: string;
  /** The account that the money is in; null: no money moved, or not into an account. */
  accountId: string | null;
  /** How it was paid; the 607 classes it by words such as `cash`, `transfer` and `card`. */
  method: string | null;
  /** A number of the payment, such as of the cheque; null: none. */
  reference: string | null;
  /** The record of the books; a receipt names the payment by it. */
  recordId: string | null;
  /** When it was voided. */
  voidedAt: string | null;
  /** The last refund of a card payment. */
  refund: { status: "requested" | "settled" | "failed"; reason: string | null; recordId: string | null; createdAt: string } | null;
  /** The last dispute of its card charge. */
  dispute: { id: string; state: "inquiry" | "open" | "under-review" | "won" | "lost"; evidenceDueAt: string | null } | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface PaymentChoice {
  /** Sent with the payment, to choose it. */
  what: MayPay;
  /** What it pays; a part may be less. */
  amount: string;
  /** The least that may be paid. */
  least: string;
  /** The most that may be paid. */
  most: string;
  /** How many instalments `instalment` pays: all that are due, or the next. */
  instalments: number | null;
}

export interface PaymentData {
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** What is still due. */
  due: string;
  /** The amounts that a visitor may pay. Empty: nothing can be paid here. */
  choices: PaymentChoice[];
  /** A card can be paid with, or saved, on the page of the payment processor. */
  card: boolean;
  /** A local card can be saved with the card processor and then charged. */
  localCard: boolean;
  /** A saved card may be used, once the visitor has proved to be the contact. */
  savedCards: boolean;
  /** Where to transfer money; null: the page shows no accounts. */
  bankTransfer: { accounts: ({ bankName: string | null; accountNumber: string; holder: string; currency: string })[]; reference: string; instructions: string } | null;
  /** The payment that the visitor returns from, or the last one of this page. */
  payment: PagePayment | null;
}

export interface PaymentDraftProposal {
  /** `rules`, or the id of a model. */
  readBy: string;
  /** What was paid, as the source says; null: not found. */
  amount: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** When it was paid; null: not found. */
  date: string | null;
  /** The number of the transfer or check; null: none. */
  reference: string | null;
  /** As the source names the payer; null: not found. */
  payerName: string | null;
  /** The open documents that it is taken to pay. */
  allocations: ({ documentId: string; number: number | null; fiscalNumber: string | null; dueOn: string; balance: string; amount: string; why: "reference" | "exact-amount" | "adds-up" | "oldest-first" })[];
  /** The part of the amount that is not allocated. */
  unallocated: string | null;
  /** The body of `PATCH /v1/record/pending/pay/bulk`. Nothing is booked. Null: something is missing. */
  draft: { contactId: string; accountId: string; direction: "sale" | "purchase"; documents: { id: string; amount: string }[]; date?: string; reference?: string; paymentMethod?: string } | null;
  /** Points that a person should check. */
  unsure: { field: string; why: string; candidates: { id: string; name: string; confidence: number }[] }[];
}

export type PaymentMeans = AccountLine | { giftCardCode: string; amount?: DecimalInput } | { balance: true; amount?: DecimalInput } | { withheld: "itbis" | "isr"; amount: DecimalInput; reference?: string } | { writeOff: true; amount?: DecimalInput; reference?: string };

export type PaymentPage = PageInfo & { data: Payment[] };

export interface PaymentProcessorRequestPayoutAnswer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The id at the provider. */
  payoutId: string;
  /** The record of the books that moved it. */
  recordId: string;
  /** The bank account that gets it. */
  toAccountId: string;
  /** What is paid out. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** `paid` may still become `failed`: banks refuse late. */
  state: "pending" | "in_transit" | "paid" | "failed" | "canceled";
}

export interface PaymentProcessorRequestPayoutBody {
  /** An account of the kind `bank`. */
  toAccountId: string;
  /** In the currency of that account. Default: all that is available. */
  amount?: DecimalInput;
}

export interface PaymentProcessorSendPayoutScheduleLinkAnswer {
  /** The link in the e-mail works until then. */
  expiresAt: string;
}

/** As the provider writes it. */
export type PaymentProcessorWebhookBody = { id: string };

/** `payproc`: the payment processor. `cardproc`: local cards. */
export type PaymentProvider = "payproc" | "cardproc";

export interface PaymentReminder {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Who got the e-mail. */
  contactId: string;
  /** The address that it went to. */
  email: string;
  /** ISO 4217 */
  currency: string;
  /** What it asks for: balances of invoices, and what is due of instalments. */
  amount: string;
  /** The part of it that was past due. */
  overdue: string;
  /** The invoices that it asks for. */
  pendingRecordIds: string[];
  /** Null: sent by the plan. */
  sentBy: string | null;
  /** When it was sent. */
  sentAt: string;
}

export type PaymentReminderPage = PageInfo & { data: PaymentReminder[] };

export interface PaymentRemindersSendBody {
  /** Default: the organization’s. */
  currency?: string;
  /** Default: the one in the settings. */
  message?: string;
}

export type PaymentStatus = "open" | "processing" | "requires_action" | "succeeded" | "refunded" | "disputed" | "failed" | "canceled";

export interface PaymentToRead {
  /** A message, an e-mail, the text of a document. */
  text?: string;
  /** A PDF, picture, XML or text file of this organization (`POST /v1/files`). */
  fileId?: string;
  /** Default: the setting `assistant.model`. */
  model?: string;
  /** The payer, where it is known. */
  contactId?: string;
  /** `sale`: money that came in. */
  direction?: "sale" | "purchase";
}

export interface PayoutSchedule {
  /** Whose money it is. */
  organization: { name: string; logoUrl: string | null };
  /** `manual`: only when a payout is requested. */
  interval: "manual" | "daily" | "weekly" | "monthly";
  /** Of a weekly schedule; null: it is none. */
  weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | null;
  /** Of a monthly schedule; null: it is none. */
  dayOfMonth: number | null;
  /** The schedule was changed with this link, which is used up now. */
  changed: boolean;
  /** Send it with the change; null: the link is used up. */
  token: string | null;
}

export interface PayoutScheduleChange {
  /** Of the link in the e-mail to the owner. */
  token: string;
  /** `manual`: only when a payout is requested. */
  interval: "manual" | "daily" | "weekly" | "monthly";
  /** Of a weekly schedule. */
  weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday";
  /** Of a monthly schedule. A shorter month pays out on its last day. */
  dayOfMonth?: number | string;
}

export interface PayoutsCreateBody {
  /** An account of the kind `bank`. */
  toAccountId: string;
  /** In the currency of that account. */
  amount: DecimalInput;
  /** The text of the record in the books. */
  description?: string;
}

export interface PayoutsListAnswer {
  /** The newest first. */
  data: ({ id: string; amount: string; currency: string; state: "pending" | "in_transit" | "paid" | "failed" | "canceled"; createdAt: string; toAccountId: string | null; recordId: string | null })[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export interface PayoutsListBalancesAnswer {
  /** The newest first. */
  data: { currency: string; available: string; pending: string; booked: string }[];
}

export interface PayrollCreateEntriesBody {
  /** At most 1,000, all or none. */
  entries: NewEntry[];
}

export interface PayrollDeleteEntryBody {
  /** The entry to delete. */
  id: string;
}

/** Pay: `commission`; hours: `overtime` (135 %), `overtime-double` above 68 hours in a week (200 %), the surcharges of `night` (15 %) and `holiday` (100 %); `bonus` (bonificación), `taxable` and … */
export type PayrollEntryKind = "commission" | "overtime" | "overtime-double" | "night" | "holiday" | "bonus" | "taxable" | "untaxed" | "christmas" | "loan" | "advance" | "deduction";

export interface PayrollGetMonthAnswer {
  /** A month: YYYY-MM. */
  period: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** One for each employee of the month. */
  employees: ({ employeeId: string; name: string; taxId: string | null; days: number; salary: string; commissions: string; otherPay: string; untaxed: string; gross: string; sfs: string; afp: string; dependants: string; infotepBonus: string; incomeTax: string; deductions: string; net: string; employerSfs: string; employerAfp: string; employerSrl: string; infotep: string; entries: PaidEntry[] })[];
  /** Of all employees. */
  totals: { salary: string; commissions: string; otherPay: string; untaxed: string; gross: string; sfs: string; afp: string; dependants: string; infotepBonus: string; incomeTax: string; deductions: string; net: string; employerSfs: string; employerAfp: string; employerSrl: string; infotep: string };
  /** What the employees get. */
  salaries: { amount: string; filingId: string | null };
  /** What is owed to the social security. */
  tss: { amount: string; dueOn: string; filingId: string | null };
  /** Income tax of the employees. */
  ir3: { amount: string; dueOn: string; filingId: string | null; lateCharges: string };
  /** In December: the Christmas salary (regalía) of the year for everybody on this payroll. */
  christmas: { amount: string; dueOn: string; filingId: string | null; employees: ({ employeeId: string; name: string; taxId: string | null; earned: string; amount: string })[] } | null;
}

export interface PayrollPayBody {
  /** A month: YYYY-MM. */
  period: string;
  /** The account that it is paid from, in the organization’s currency. */
  accountId: string;
  /** Default: today. */
  date?: string;
  /** Default: all but `christmas`. */
  parts?: ("salaries" | "tss" | "ir3" | "christmas")[];
}

/** `open`: nothing is paid yet. `partial`: paid in part. `past-due`: its due date has passed. `converted`: all of it is in later documents. */
export type PendingState = "draft" | "void" | "open" | "partial" | "paid" | "past-due" | "converted";

export type Period = "day" | "week" | "month";

export interface PeriodStatistics {
  /** The first day of the period. */
  period: string;
  /** Who gave it, with `by=host`; otherwise null. */
  hostId: string | null;
  /** The schedule, with `by=schedule`; otherwise null. */
  scheduleId: string | null;
  /** Places taken: booked, held, attended and missed. */
  booked: number;
  /** People who came. */
  attended: number;
  /** People who did not come. */
  noShow: number;
  /** Bookings that were canceled. */
  canceled: number;
  /** People on the waiting list. */
  waiting: number;
  /** Places that the hours offer. */
  places: number;
  /** Places taken of those offered; null where none is. */
  filledShare: number | null;
}

export type Permission = "comments:read" | "comments:write" | "organization:read" | "organization:write" | "members:read" | "members:write" | "settings:read" | "settings:write" | "files:read" | "files:write" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "payments:read" | "payments:write" | "contacts:read" | "contacts:write" | "accounting:read" | "accounting:write" | "tills:read" | "tills:write" | "reports:read" | "reports:write" | "taxes:read" | "taxes:write" | "catalog:read" | "catalog:write" | "inventory:read" | "inventory:write" | "invoicing:read" | "invoicing:write" | "fulfilment:read" | "fulfilment:write" | "payroll:read" | "payroll:write" | "tasks:read" | "tasks:write" | "boards:read" | "boards:write" | "forms:read" | "forms:write" | "bookings:read" | "bookings:write" | "chats:read" | "chats:write" | "bots:read" | "bots:write" | "tools:read" | "tools:write" | "apps:read" | "apps:write" | "app-data:read" | "app-data:write" | "marketplace:read" | "marketplace:write" | "websites:read" | "websites:write" | "automations:read" | "automations:write" | "assistant:read" | "assistant:write";

export interface PickedProduct {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whether it is goods, a service, others sold as one, or a raw material. */
  kind: ProductKind;
  /** As documents, lists and searches show it. */
  name: string;
  /** Your own, unique; null: none. */
  code: string | null;
  /** The one that is printed; null: none. */
  barcode: string | null;
  /** What a quantity counts, for example `lb`. */
  unit: string;
  /** Your own word, to group them by; null: none. */
  category: string | null;
  /** Whether its stock is kept. */
  tracksStock: boolean;
  /** The general price for everyone. */
  price: { amount: string; currency: string } | null;
}

export type PickedProductPage = PageInfo & { data: PickedProduct[] };

export interface PinLogin {
  /** From `pinRequest`; binds the code to the requester. */
  requestId: string;
  /** The six digits from the e-mail. */
  pin: string;
  /** Of a person who is new; others keep theirs. */
  name?: string;
  /** A browser session as a cookie, or a raw token in the answer. */
  wants?: "cookie" | "token";
}

export interface Preview {
  /** Null: the template has none. */
  header: { format: string; text: string } | null;
  /** With the values filled in. */
  body: string;
  /** Empty: it has none. */
  footer: string;
  /** As the customer sees them. */
  buttons: ({ type: string; text: string; target: string | null })[];
  /** As it is kept in the conversation. */
  text: string;
  /** Of one message; null: the category has no price. */
  price: MessagePrice | null;
}

export interface PreviewWanted {
  /** The contact (customer) whose data are filled in. */
  contactId?: string;
  /** Or the contact of this conversation. */
  conversationId?: string;
  /** Values, which may hold `{{contact.name}}` and other variables. Default: the examples of the template. */
  parameters?: { header?: string[]; body?: string[]; buttons?: string[] };
}

export interface Price {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** What the price is of. */
  resourceId: string;
  /** The price tier: `general` is for everyone. */
  label: string;
  /** For one unit. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The price applies from this quantity. */
  minimumQuantity: string;
  /** The first day on which it applies; null: no start. */
  validFrom: string | null;
  /** The last day on which it applies; null: no end. */
  validTo: string | null;
  /** It applies in this branch or till only; null: in all. */
  divisionId: string | null;
  /** It applies to this contact only; null: to everyone. */
  contactId: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface PriceChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** The price tier: `general` is for everyone. */
  label?: string;
  /** For one unit. */
  amount?: DecimalInput;
  /** ISO 4217 */
  currency?: string;
  /** The price applies from this quantity. */
  minimumQuantity?: DecimalInput;
  /** The first day on which it applies. Null: no start. */
  validFrom?: string | null;
  /** The last day on which it applies. Null: no end. */
  validTo?: string | null;
  /** It applies in this division (branch or till) only. */
  divisionId?: string | null;
  /** It applies to this contact only. */
  contactId?: string | null;
}

export interface PricesDeleteBody {
  /** The price to delete. */
  id: string;
}

export interface PricesDeleteManyBody {
  /** The prices to delete. */
  ids: string[];
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface PricesFindAnswer {
  /** A product or service: `GET /v1/resource`. */
  resourceId: string;
  /** Null: there is no price, and `reason` says why. */
  unitPrice: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The tier of the price; null: there is no price. */
  label: string | null;
  /** The price that applies; null: there is none. */
  priceId: string | null;
  /** Why it is this price, in words for people. */
  reason: string;
  /** The price in its own currency; null: it is in the wanted one. */
  convertedFrom: { amount: string; currency: string; rate: string } | null;
  /** A discount that may be given; null: none. */
  discount: { offerId: string | null; ruleId: string; name: string; unitPrice: string; reason: string } | null;
  /** The coupon would apply, but has been used as often as it allows. */
  couponUsedUp: boolean;
}

export interface PricesListLabelsAnswer {
  /** The tiers by name. */
  data: { label: string; priceCount: number }[];
}

export interface PricesWriteCostsBody {
  /** At most 1,000. */
  costs: ({ resourceId: string; cost: DecimalInput | null })[];
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface PricesWriteManyBody {
  /** At most 1,000. */
  prices: NewPrice[];
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface PrintTemplate {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As users choose it; it is not printed. */
  name: string;
  format: PaperFormat;
  /** Null: the language of the organization’s documents. */
  language: "es" | "en" | null;
  /** Of titles and lines, as `#rrggbb`. */
  accentColor: string;
  /** Instead of the usual name of the document. */
  title: string | null;
  /** Printed below the name of the business; null: nothing. */
  header: string | null;
  /** Printed at the end of the document; null: nothing. */
  footer: string | null;
  /** Prints the logo of the organization. */
  showLogo: boolean;
  /** Prints the code of each item. */
  showCodes: boolean;
  /** Prints the discount of each line. */
  showDiscounts: boolean;
  /** Prints the payments and what is still due. */
  showPayments: boolean;
  /** For documents that choose none. */
  isDefault: boolean;
  /** When it was archived; null while it is in use. */
  archivedAt: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface PrintTemplateChange {
  /** Left out to create a template. */
  id?: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As users choose it; it is not printed. */
  name?: string;
  format?: PaperFormat;
  /** Null: the language of the organization’s documents. */
  language?: "es" | "en" | null;
  /** Of titles and lines, as `#rrggbb`. */
  accentColor?: string;
  /** Instead of the usual name of the document. */
  title?: string | null;
  /** Printed below the name of the business; null: nothing. */
  header?: string | null;
  /** Printed at the end of the document; null: nothing. */
  footer?: string | null;
  /** Prints the logo of the organization. */
  showLogo?: boolean;
  /** Prints the code of each item. */
  showCodes?: boolean;
  /** Prints the discount of each line. */
  showDiscounts?: boolean;
  /** Prints the payments and what is still due. */
  showPayments?: boolean;
  /** For documents that choose none. */
  isDefault?: boolean;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
  /** Documents that get this template. */
  pendingRecordIds?: string[];
}

export type PrintTemplatePage = PageInfo & { data: PrintTemplate[] };

/** How urgent a task is. */
export type Priority = "none" | "low" | "medium" | "high" | "urgent";

/** An error in the form of RFC 9457. */
export interface Problem {
  /** A URN that contains the code. */
  type: string;
  /** The meaning of the code, for people. It may change. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** The reason, for programs. It is stable. */
  code: string;
  /** The problem of this request, for people. The text may change. */
  detail: string;
  /** The fields at fault. */
  errors: FieldError[];
  /** The id of the request, as it is in the log. */
  requestId: string;
}

export interface Product {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whether it is goods, a service, others sold as one, or a raw material. */
  kind: ProductKind;
  /** As documents, lists and searches show it. */
  name: string;
  /** Your own, unique; null: none. */
  code: string | null;
  /** The first is the one that is printed. */
  barcodes: string[];
  /** For buyers: shops and catalogs show it. */
  description: string;
  /** What a quantity counts. */
  unit: string;
  /** Your own word, to group them by; null: none. */
  category: string | null;
  /** Free attributes by name: colour, size, brand. */
  attributes: Record<string, string | number | boolean>;
  /** Ids of files of this organization, or addresses of pictures elsewhere. */
  images: string[];
  /** Of one unit; null: unknown. */
  cost: string | null;
  /** The currency of the cost. */
  currency: string;
  /** Whether its stock is kept. */
  tracksStock: boolean;
  /** Whether each unit has its own serial number. */
  tracksSerials: boolean;
  /** Whether it is kept by lots (batches). */
  tracksLots: boolean;
  /** Whether more can be sold than is in stock; null: as the settings say. */
  allowsNegativeStock: boolean | null;
  /** Stock below it raises an alert; null: no minimum. */
  minStockAlert: string | null;
  /** The contact that it is ordered from; null: none. */
  supplierId: string | null;
  /** The size of a pack; null: single units. */
  purchaseMultiple: string | null;
  /** Days until an order arrives; null: not known. */
  leadTimeDays: number | null;
  /** Where sales are posted; null: as the posting rules say. */
  salesChartAccountId: string | null;
  /** Where purchases are posted; null: as the posting rules say. */
  expenseChartAccountId: string | null;
  /** Taxes of sales and purchases: `GET /v1/taxes/list`. */
  taxIds: string[];
  /** The parts of a combo; empty: it is none. */
  parts: { resourceId: string; quantity: string }[];
  /** Lists show only prices for everyone; a single resource also shows those of divisions and contacts. */
  prices: Price[];
  /** Whether buyers find it on the marketplace. */
  marketplace: { status: MarketplaceStatus; note: string | null; requestedAt: string | null; decidedAt: string | null };
  /** When it was archived; null while it is in use. */
  archivedAt: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type ProductAnswer = MarketProduct & ({ cartUrl: string | null });

export interface ProductChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As documents, lists and searches show it. */
  name?: string;
  /** Unique in the organization; case does not matter. */
  code?: string | null;
  /** Each is unique in the organization; the first is the one that is printed. */
  barcodes?: string[];
  /** For buyers: shops and catalogs show it. */
  description?: string;
  /** The unit of measure. Default: `defaultUnit` of the settings. */
  unit?: string;
  /** Your own word, to group them by; null: none. */
  category?: string | null;
  /** Free attributes by name: colour, size, brand. */
  attributes?: Record<string, string | number | boolean>;
  /** Ids of files of this organization, or addresses of pictures elsewhere. */
  images?: string[];
  /** The cost of one unit, in the organization’s currency. Null: unknown. */
  cost?: DecimalInput | null;
  /** Default: yes for goods and raw materials. Services and combos have no stock. */
  tracksStock?: boolean;
  /** Whether each unit has its own serial number. */
  tracksSerials?: boolean;
  /** Whether it is kept by lots (batches). */
  tracksLots?: boolean;
  /** Whether more can be sold than is in stock. Null: as in the settings of the organization. */
  allowsNegativeStock?: boolean | null;
  /** Stock below it raises an alert, unless a division has its own minimum. */
  minStockAlert?: DecimalInput | null;
  /** The contact that it is ordered from. */
  supplierId?: string | null;
  /** The size of a pack. */
  purchaseMultiple?: DecimalInput | null;
  /** Days until an order arrives. */
  leadTimeDays?: number | null;
  /** Null: the account of the posting rules. */
  salesChartAccountId?: string | null;
  /** Null: the account of the posting rules. */
  expenseChartAccountId?: string | null;
  /** Taxes of sales and purchases: `GET /v1/taxes/list`. */
  taxIds?: string[];
  /** The parts of a combo: selling it moves them. */
  parts?: { resourceId: string; quantity: DecimalInput }[];
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

export interface ProductCursorPage {
  /** The rows of this page. */
  data: Product[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export interface ProductFieldsChange {
  /** For buyers: shops and catalogs show it. */
  description?: string;
  /** The unit of measure. Default: `defaultUnit` of the settings. */
  unit?: string;
  /** Your own word, to group them by; null: none. */
  category?: string | null;
  /** Free attributes by name: colour, size, brand. */
  attributes?: Record<string, string | number | boolean>;
  /** Ids of files of this organization, or addresses of pictures elsewhere. */
  images?: string[];
  /** The cost of one unit, in the organization’s currency. Null: unknown. */
  cost?: DecimalInput | null;
  /** Default: yes for goods and raw materials. Services and combos have no stock. */
  tracksStock?: boolean;
  /** Whether each unit has its own serial number. */
  tracksSerials?: boolean;
  /** Whether it is kept by lots (batches). */
  tracksLots?: boolean;
  /** Whether more can be sold than is in stock. Null: as in the settings of the organization. */
  allowsNegativeStock?: boolean | null;
  /** Stock below it raises an alert, unless a division has its own minimum. */
  minStockAlert?: DecimalInput | null;
  /** The contact that it is ordered from. */
  supplierId?: string | null;
  /** The size of a pack. */
  purchaseMultiple?: DecimalInput | null;
  /** Days until an order arrives. */
  leadTimeDays?: number | null;
  /** Null: the account of the posting rules. */
  salesChartAccountId?: string | null;
  /** Null: the account of the posting rules. */
  expenseChartAccountId?: string | null;
  /** Taxes of sales and purchases: `GET /v1/taxes/list`. */
  taxIds?: string[];
  /** `true` takes them out of lists; their documents and stock stay. */
  archived?: boolean;
}

/** `combo`: others that are sold as one. `raw-material`: bought to make products of it. */
export type ProductKind = "goods" | "service" | "combo" | "raw-material";

export interface ProductList {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As documents and shops show it. */
  name: string;
  type: ProductListType;
  /** For buyers: shops show it. */
  description: string;
  /** Null: its members are listed by hand. */
  rule: Record<string, unknown> | null;
  /** Of a pack or bundle; null: the sum of its parts, or a collection. */
  price: string | null;
  /** Of the price; null: it has none. */
  currency: string | null;
  /** Exact up to 10,000. */
  memberCount: number;
  /** When all members were last found by the rule. */
  builtAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface ProductListChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As documents and shops show it. */
  name?: string;
  /** For buyers: shops show it. */
  description?: string;
  /** The price of a pack or bundle. Null: the sum of its parts. */
  price?: DecimalInput | null;
  /** The currency of the price. Default: the organization’s. */
  currency?: string;
  /** Members by hand, with their quantities in a pack or bundle. */
  members?: { resourceId: string; quantity?: DecimalInput }[];
  /** Members by rule, for a collection only. */
  rule?: ProductListRule;
}

export type ProductListMember = PickedProduct & { quantity: string };

export type ProductListMemberPage = PageInfo & { data: ProductListMember[] };

export type ProductListPage = PageInfo & { data: ProductList[] };

export interface ProductListRule {
  /** Any of these kinds. */
  kinds?: ProductKind[];
  /** Any of these categories. */
  categories?: string[];
  /** Beginnings of words of the name. */
  search?: string;
  /** Attributes with exactly these values. */
  attributes?: Record<string, string | number | boolean>;
  /** This cost or more. */
  costFrom?: DecimalInput;
  /** This cost or less. */
  costTo?: DecimalInput;
  /** Whether their stock is kept. */
  tracksStock?: boolean;
  /** Created at this time or later. */
  createdSince?: string;
}

/** A PACK or BUNDLE is sold as one, a COLLECTION only groups. */
export type ProductListType = "PACK" | "BUNDLE" | "COLLECTION";

export interface ProductListsClearCacheAnswer {
  /** How many lists were found again. */
  rebuiltCount: number;
}

export interface ProductListsClearCacheBody {
  /** Without it: all lists by rule. */
  id?: string;
}

export interface ProductListsDeleteBody {
  /** The list to delete. */
  id: string;
}

export type ProductPage = PageInfo & { data: Product[] };

export interface ProductRow {
  /** The resource to change. Without it: a new one, which needs a name. */
  id?: string;
  /** As read: the row fails if it has changed since. */
  version?: number;
  /** Of a new resource. Default: `goods`. */
  kind?: ProductKind;
  /** As documents, lists and searches show it. */
  name?: string;
  /** Unique in the organization; case does not matter. */
  code?: string | null;
  /** Each is unique in the organization; the first is the one that is printed. */
  barcodes?: string[];
  /** For buyers: shops and catalogs show it. */
  description?: string;
  /** The unit of measure. Default: `defaultUnit` of the settings. */
  unit?: string;
  /** Your own word, to group them by; null: none. */
  category?: string | null;
  /** Free attributes by name: colour, size, brand. */
  attributes?: Record<string, string | number | boolean>;
  /** Ids of files of this organization, or addresses of pictures elsewhere. */
  images?: string[];
  /** The cost of one unit, in the organization’s currency. Null: unknown. */
  cost?: DecimalInput | null;
  /** Default: yes for goods and raw materials. Services and combos have no stock. */
  tracksStock?: boolean;
  /** Whether each unit has its own serial number. */
  tracksSerials?: boolean;
  /** Whether it is kept by lots (batches). */
  tracksLots?: boolean;
  /** Whether more can be sold than is in stock. Null: as in the settings of the organization. */
  allowsNegativeStock?: boolean | null;
  /** Stock below it raises an alert, unless a division has its own minimum. */
  minStockAlert?: DecimalInput | null;
  /** The contact that it is ordered from. */
  supplierId?: string | null;
  /** The size of a pack. */
  purchaseMultiple?: DecimalInput | null;
  /** Days until an order arrives. */
  leadTimeDays?: number | null;
  /** Null: the account of the posting rules. */
  salesChartAccountId?: string | null;
  /** Null: the account of the posting rules. */
  expenseChartAccountId?: string | null;
  /** Taxes of sales and purchases: `GET /v1/taxes/list`. */
  taxIds?: string[];
  /** The parts of a combo: selling it moves them. */
  parts?: { resourceId: string; quantity: DecimalInput }[];
  /** `true` takes it out of lists; its documents and stock stay. */
  archived?: boolean;
  /** An existing resource keeps its other prices. */
  prices?: ({ label?: string; amount: DecimalInput; currency?: string; minimumQuantity?: DecimalInput; validFrom?: string | null; validTo?: string | null; divisionId?: string | null; contactId?: string | null })[];
  /** Its first stock, against `openingBalances`. Also needs `inventory:write`. */
  openingStock?: { quantity: DecimalInput; unitCost?: DecimalInput; divisionId?: string };
}

export interface ProductStock {
  /** A product or service: `GET /v1/resource`. */
  resourceId: string;
  /** What a quantity counts, for example `lb`. */
  unit: string;
  /** In all divisions. */
  quantity: string;
  /** Reserved for documents, in all divisions. */
  reserved: string;
  /** The quantity less what is reserved. */
  available: string;
  /** At cost, in the organization’s currency. */
  value: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** One for each division that keeps it. */
  divisions: ({ resourceId: string; divisionId: string; quantity: string; reserved: string; available: string; value: string; unitCost: string | null; currency: string; minimum: string | null; maximum: string | null; low: boolean; location: string | null; allowsNegativeStock: boolean | null; lastMovedOn: string | null; version: number; createdAt: string })[];
}

export interface ProductTax {
  /** A product or service: `GET /v1/resource`. */
  resourceId: string;
  /** A tax of `GET /v1/taxes/list`. */
  taxId: string;
}

export interface ProductTaxes {
  /** A product or service: `GET /v1/resource`. */
  resourceId: string;
  /** The taxes that it has. */
  data: ({ id: string; code: string; name: string; kind: string; rate: string | null; archived: boolean })[];
}

export interface ProductTaxesChange {
  /** The products and services. */
  resourceIds: string[];
  /** Taxes of `GET /v1/taxes/list`. */
  taxIds: string[];
  /** `replace`: they have these taxes and no others. */
  mode: "add" | "remove" | "replace";
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface Production {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The product. */
  resourceId: string;
  /** Where its parts are taken and it arrives. */
  divisionId: string;
  /** The version of the recipe that it uses. */
  recipeVersion: number;
  status: ProductionStatus;
  /** The planned quantity. */
  quantity: string;
  /** The quantity that was made. */
  produced: string | null;
  /** The real cost; null until it is applied. */
  cost: { parts: string; labour: string; total: string; unit: string } | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The day on which it is to be made; null: not planned for a day. */
  plannedOn: string | null;
  /** When its parts were reserved; null: they were not. */
  startedAt: string | null;
  /** The day on which it was made; null: not yet. */
  appliedOn: string | null;
  /** The record in the books. */
  recordId: string | null;
  /** For your own people. */
  note: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface ProductionApplication {
  /** Default: today in the organization. Never in the future. */
  date?: string;
  /** The quantity that was really made. Default: the planned quantity. */
  quantity?: DecimalInput;
  /** Parts with a different quantity, with serial numbers or with lots. */
  parts?: { resourceId: string; quantity?: DecimalInput; serialNumbers?: string[]; lots?: GivenLots }[];
  /** The real labour cost. Default: as in the recipe for the planned quantity. */
  labourCost?: DecimalInput;
  /** The account of the labour cost. Default: `salaries` of the posting rules. */
  labourChartAccountId?: string;
  /** The serial numbers of the product, if its units have them. */
  serialNumbers?: string[];
  lots?: GivenLots;
}

export interface ProductionChange {
  /** One more with each change. Send it with a change: a stale one is refused. */
  version?: number;
  /** While it is planned. */
  quantity?: DecimalInput;
  /** The day on which it is to be made, for your own planning. */
  plannedOn?: string | null;
  /** For your own people. */
  note?: string | null;
  /** `started` reserves the parts; `cancelled` releases them; `reversed` undoes an applied production. */
  status?: "started" | "cancelled" | "reversed";
}

export type ProductionDetail = Production & { parts: { resourceId: string; needed: string }[] };

export type ProductionPage = PageInfo & { data: Production[] };

/** `started`: its parts are reserved. `applied`: the product is made. */
export type ProductionStatus = "planned" | "started" | "applied" | "reversed" | "cancelled";

export interface ProductsArchiveManyAnswer {
  /** Resources whose state changed. */
  changedCount: number;
}

export interface ProductsArchiveManyBody {
  /** The products and services. */
  ids: string[];
  /** `false` brings them back. */
  archived?: boolean;
}

export interface ProductsExportAnswer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Download it by this name once it is done. */
  fileName: string;
  /** `xlsx` is a spreadsheet. */
  format: "csv" | "xlsx";
  /** As they were given. */
  filters: Record<string, unknown>;
  /** It can be downloaded once it is `done`. */
  status: "running" | "done" | "failed";
  /** How many rows the file has; null until it is done. */
  rows: number | null;
  /** Who asked for it; null: the service. */
  userId: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was done or failed; null: it runs. */
  finishedAt: string | null;
}

export type ProductsExportAnswerPage = PageInfo & { data: ProductsExportAnswer[] };

export interface ProductsExportBody {
  /** `xlsx` is a spreadsheet. */
  format?: "csv" | "xlsx";
  /** Beginnings of words of the name, of the code, or of a barcode. */
  search?: string;
  /** Only this kind. */
  kind?: ProductKind;
  /** Only this category. */
  category?: string;
  /** Archived ones instead of those in use. */
  archived?: boolean;
}

export interface ProductsGenerateBarcodesAnswer {
  /** In the order of `resourceIds`. */
  data: ({ barcode: string; resourceId: string | null; isNew: boolean })[];
}

export interface ProductsGenerateBarcodesBody {
  /** Those that get a barcode. */
  resourceIds?: string[];
  /** The number of free barcodes. */
  count?: number;
  /** The first two digits. */
  prefix?: string;
}

export interface ProductsGetStatsAnswer {
  /** Resources in use. */
  total: number;
  /** Resources that are archived. */
  archived: number;
  /** Resources in use of each kind. */
  byKind: { goods: number; service: number; combo: number; 'raw-material': number };
  /** Resources whose stock is tracked. */
  tracked: number;
  /** In use, with no price at all. */
  withoutPrice: number;
  /** In use, with an unknown cost. */
  withoutCost: number;
  /** In use, without a code. */
  withoutCode: number;
  /** In use, without a barcode. */
  withoutBarcode: number;
  /** The largest fifty. */
  categories: ({ category: string | null; count: number })[];
  /** Null: no stock is kept. */
  stock: { resourcesInStock: number; resourcesOutOfStock: number; belowMinimum: number; value: string } | null;
}

export interface ProductsListIdsAnswer {
  /** The rows of this page. */
  data: string[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export interface ProductsRequestMarketplaceReviewBody {
  /** A note for the reviewer. */
  note?: string;
}

export interface ProductsUpdateManyBody {
  /** The products and services to change. */
  ids: string[];
  /** The same for all of them. */
  change: ProductFieldsChange;
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface ProductsWriteManyBody {
  /** A row with an `id` changes that resource, one without creates one. */
  resources: ProductRow[];
  /** Write the valid rows and answer the errors of the others, instead of writing none. */
  validRowsOnly?: boolean;
}

export interface Project {
  /** As reports show it next to its amounts. */
  name: string;
  /** For your own people: what the project is about. */
  description: string;
  /** The most it may cost; null: no limit is planned. */
  budget: string | null;
  /** For your own planning: records of other days count as well. */
  startsOn: string | null;
  /** For your own planning: records of later days count as well. */
  endsOn: string | null;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** The organization’s currency: every amount here is in it. */
  currency: string;
  /** Sums of the ledger, without taxes. */
  actual: { income: string; expense: string; result: string };
  /** The budget less the expense; negative once it is overspent. */
  remaining: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface ProjectChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As reports show it next to its amounts. */
  name?: string;
  /** For your own people: what the project is about. */
  description?: string;
  /** The most it may cost, in the organization’s currency. */
  budget?: DecimalInput | null;
  /** For your own planning: records of other days count as well. */
  startsOn?: string | null;
  /** For your own planning: records of later days count as well. */
  endsOn?: string | null;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

export type ProjectPage = PageInfo & { data: Project[] };

/** `simulator`: pretended numbers; not in production. */
export type Provider = "graph" | "simulator";

export interface PublicCollection {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Its page. */
  url: string;
  /** What buyers see. */
  name: string;
  /** May be empty. */
  description: string;
}

export interface PublicDocument {
  /** What people see above the text. */
  title: string;
  kind: RichDocumentKind;
  /** Who shares it. */
  organization: { name: string; logoUrl: string | null };
  /** The day of the last change, in the time zone of the organization. */
  updatedOn: string;
  /** Pictures are signed links that expire after a day. */
  content: RichText;
  /** The same as HTML that is safe to embed. Its headings begin at the second level. */
  html: string;
}

export interface PublicForm {
  /** The public id. */
  formId: string;
  /** The published version. */
  formVersion: number;
  /** `full`: it has all the submissions that it takes. */
  state: "open" | "closed" | "full";
  /** The business that asks. */
  organization: FormBrand;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** In numbers that the page shows and reads. */
  decimalSeparator: "." | ",";
  /** The date in the organization’s time zone. */
  today: string;
  /** Without `makes`. */
  definition: FormDefinition;
  /** Prices are before taxes. */
  products: ({ resourceId: string; name: string; unitPrice: string | null })[];
  /** From a signed link. */
  prefill: { token: string; answers: Record<string, FormAnswer>; locked: boolean } | null;
  /** Sent with uploads and the submission, within 24 hours. */
  visitor: string;
  /** One that can be sent with the submission. */
  submissionKey: string;
  /** How many bits of the hash of `proof` are zero. */
  proofBits: number;
}

export interface PublicPage {
  /** The parts of every page. */
  site: PublicSite;
  /** Null: the website has no published home page yet. */
  page: { title: string; kind: "page" | "post"; slug: string; description: string; updatedOn: string; html: string } | null;
}

export interface PublicSite {
  /** Of the website. */
  title: string;
  /** For search engines, and below the title. */
  description: string;
  /** Of the pages, as `#rrggbb`; null: the standard one. */
  colour: string | null;
  /** Of the texts around the content. */
  language: "es" | "en";
  /** Whose website it is. */
  organization: { name: string; logoUrl: string | null };
  /** The website. */
  url: string;
  /** Pages and addresses, in order. */
  menu: Link[];
  /** Collections of products, forms and booking pages. */
  links: ({ label: string; url: string; kind: "collection" | "form" | "booking"; collectionId: string | null })[];
  /** Where the business is reached. */
  contact: { address: string | null; phone: string | null; email: string | null };
  /** The public key of the chat widget that the website shows. */
  chatKey: string | null;
}

export interface PublicWidget {
  /** Of the channel. */
  name: string;
  /** Shown at the top of the widget. Empty: the name of the organization. */
  title: string;
  /** Shown before the first message. Empty: a standard text. */
  greeting: string;
  /** Of the button and the header, as `#rrggbb`. */
  color: string;
  /** The corner of the page in which the button is. */
  position: "right" | "left";
  /** Of the texts that the widget itself shows. */
  language: "es" | "en";
  /** Asks visitors for their e-mail address before the first message. */
  asksForEmail: boolean;
  /** The business, as its customers know it. */
  organizationName: string;
  /** The logo of the business; null: it has none. */
  logoUrl: string | null;
  /** Whether people answer at this hour. */
  isOpen: boolean;
  /** When people answer again; null: they do now, or there is no hour at which they do. */
  opensAt: string | null;
  /** Opens the messaging app with a number of the organization. */
  continueUrl: string | null;
}

export interface QuestionToBot {
  /** A bot: `GET /v1/bot`. */
  botId: string;
  /** As a customer would ask it. */
  question: string;
  /** Answer as this contact (customer) would be answered, with its prices. */
  contactId?: string;
}

export interface Rating {
  /** The business, as its customers know it. */
  organizationName: string;
  /** The logo of the business; null: it has none. */
  logoUrl: string | null;
  /** Null: not rated yet. */
  rating: number | null;
  /** What the customer wrote; empty: nothing. */
  comment: string;
}

export interface RatingGiven {
  /** From 1, very bad, to 5, very good. */
  rating: number | "1" | "2" | "3" | "4" | "5";
  /** What the customer adds. */
  comment?: string;
}

export type Receipt = ReceiptSummary & ({ payments: ({ recordId: string; documentId: string | null; amount: string; settled: string; due: string | null; interest: string; lateFee: string; advance: string; undone: boolean })[] });

export interface ReceiptSummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Of its direction, without gaps. It is kept when the payments are undone. */
  number: number;
  /** `sale`: a receipt for a customer. `purchase`: a voucher of a payment to a supplier. */
  direction: "sale" | "purchase";
  /** `void`: all of its payments are undone. */
  state: "issued" | "void";
  /** When the last of its payments was undone. */
  voidedAt: string | null;
  /** Who paid or was paid; null: nobody is named. */
  contactId: string | null;
  /** On the day of the receipt. */
  contactName: string | null;
  /** Of the last payment. */
  date: string;
  /** ISO 4217 */
  currency: string;
  /** As it was issued, with payments that were undone since. */
  total: string;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export type ReceiptSummaryPage = PageInfo & { data: ReceiptSummary[] };

export interface Received {
  /** It was stored and will be processed. */
  received: true;
}

export interface ReceivedElectronicInvoicesAnswerAnswer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The RNC or cédula of the issuer. */
  issuerTaxId: string;
  /** As the document says; null: it could not be read. */
  issuerName: string | null;
  /** The e-NCF, as the document says. */
  number: string;
  /** The type of the e-CF; null: it could not be read. */
  type: string | null;
  /** As the document says; null: it could not be read. */
  issuedOn: string | null;
  /** In pesos. */
  total: Decimal | null;
  /** In pesos; null: the document says none. */
  itbis: Decimal | null;
  /** `refused`: it was not taken, and its issuer knows why. */
  state: "received" | "refused";
  /** Why it was refused; null: it was received. */
  refusedFor: "malformed" | "signature" | "other-buyer" | null;
  /** What is wrong with it, in words; null: nothing. */
  problem: string | null;
  /** The holder of the certificate, as it says. */
  signedBy: string | null;
  /** When it was handed in. */
  receivedAt: string;
  /** Our answer; null: not given yet. */
  commercialApproval: { answer: "approved" | "rejected"; reason: string | null; state: "waiting" | "accepted" | "rejected" | "failed"; problem: string | null; issuer: { state: "waiting" | "notified" | "failed" | "no-receiver"; problem: string | null } | null; by: string | null; at: string } | null;
}

export interface ReceivedElectronicInvoicesAnswerBody {
  /** The document that was received. */
  id: string;
  /** `false` rejects it. */
  approved: boolean;
  /** Why not: required for a rejection. */
  reason?: string;
}

export type ReceivedElectronicInvoicesListAnswer = PageInfo & { data: ReceivedElectronicInvoicesAnswerAnswer[] };

export interface Recipe {
  /** The product. */
  resourceId: string;
  /** 1, 2, 3, … of its product. */
  version: number;
  /** The quantity of the product that these parts make. */
  yields: string;
  /** What the product is made of. */
  parts: { resourceId: string; quantity: string; waste: string }[];
  /** Of this quantity. */
  labourCost: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** How it is made; null: nothing is noted. */
  note: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface Recipient {
  /** Its place in the audience. */
  number: number;
  /** The number; null: the contact has none. */
  address: string | null;
  /** Of the contact, or from the file. */
  name: string;
  /** The contact; null: not a known one. */
  contactId: string | null;
  /** Where the message was written; null: not yet. */
  conversationId: string | null;
  /** 1 or 2: which of the templates. */
  template: number;
  /** `held`: kept until the provider takes the template again. */
  state: "queued" | "sending" | "held" | "sent" | "failed" | "skipped" | "canceled";
  /** Why it was skipped. */
  reason: SkipReason | null;
  /** How often a message was written for them. */
  attempts: number;
  /** The message in the conversation; null: not written yet. */
  messageId: string | null;
  /** The id that the provider gave the message. */
  channelMessageId: string | null;
  /** Of the message: `accepted`, `sent`, `delivered`, `read`, `failed` … */
  status: string | null;
  /** The provider’s own words. */
  failure: { code: string; message: string } | null;
  /** Null until the provider reports it. */
  price: { category: string; isBilled: boolean } | null;
  /** When its message was written; null: its turn has not come. */
  sentAt: string | null;
  /** When it reached the device; null: not reported. */
  deliveredAt: string | null;
  /** When it was opened; null: not reported. */
  readAt: string | null;
  /** When the person answered; null: not within a week. */
  repliedAt: string | null;
  /** The first message that answers it. */
  replyId: string | null;
}

export type RecipientPage = PageInfo & { data: Recipient[] };

export interface RecordChange {
  /** The record to change: one that was entered by hand. */
  id: string;
  /** Given, a change made by someone else meanwhile is not overwritten. */
  version?: number;
  /** Default: today in the organization. */
  date?: string;
  /** What the reports show; for example what was bought. */
  description?: string;
  /** A number on paper, for example. */
  reference?: string | null;
  /** Default: the division of the account, else the active division of the session. */
  divisionId?: string | null;
  /** The project that it counts for. */
  projectId?: string | null;
  /** Who paid or was paid. */
  contactId?: string | null;
  /** Ids of files of this organization: upload them with `POST /v1/files`. */
  attachments?: string[];
  /** In the organization’s currency. */
  amount?: DecimalInput;
  /** Given, it is checked: net and taxes make the amount, to the cent. */
  net?: DecimalInput;
  /** Units of the organization’s currency for one of the account’s, where that is another. */
  rate?: DecimalInput | null;
  /** The taxes in `amount`. Default: none. */
  taxes?: ({ name: string; rate?: DecimalInput | null; amount: DecimalInput })[];
  /** Where the money came or left. Without it: the cash account of the posting rules. */
  accountId?: string | null;
  /** The income or expense account. Default: `otherIncome` or `expenses` of the posting rules. */
  chartAccountId?: string | null;
  /** How it was paid: your own word, such as `cash` or `transfer`. */
  paymentMethod?: string | null;
  /** A member of the organization. */
  sellerId?: string;
  /** In the organization’s currency. Debits and credits make the same sum; no account is on both sides. */
  lines?: { chartAccountId: string; debit?: DecimalInput; credit?: DecimalInput; ownAmount?: DecimalInput }[];
}

export interface RecordChart {
  /** The first day that counts. */
  from: string;
  /** The last day that counts. */
  to: string;
  /** The organization’s: every amount is in it. */
  currency: string;
  /** The first day of each: the horizontal axis. */
  periods: string[];
  /** The largest first. */
  series: ({ key: string | null; name: string; total: string; values: string[] })[];
}

export type RecordHistory = AccountingRecord & ({ reversedBy: string | null; versions: ({ version: number; status: "posted" | "void"; kind: string; date: string; description: string; amount: string; net: string; taxes: ({ name: string; rate: string | null; amount: string })[]; currency: string; rate: string | null; baseAmount: string; accountId: string | null; chartAccountId: string | null; divisionId: string | null; projectId: string | null; contactId: string | null; sellerId: string | null; paymentMethod: string | null; reference: string | null; attachments: string[]; changedBy: string | null; changedAt: string })[]; entries: ({ id: string; version: number; reversesId: string | null; date: string; postedAt: string; transfers: { debit: { id: string; code: string; name: string }; credit: { id: string; code: string; name: string }; amount: string; debitAmount: string; debitCurrency: string; creditAmount: string; creditCurrency: string; purpose: string }[] })[] });

export type RecordReport = PageInfo & ({ data: ({ id: string; version: number; status: "posted" | "void"; kind: string; date: string; description: string; amount: string; net: string; taxes: ({ name: string; rate: string | null; amount: string })[]; currency: string; rate: string | null; baseAmount: string; accountId: string | null; chartAccountId: string | null; divisionId: string | null; projectId: string | null; contactId: string | null; sellerId: string | null; paymentMethod: string | null; reference: string | null; attachments: string[]; sourceKind: string | null; sourceId: string | null; reversalOf: string | null; createdBy: string | null; createdAt: string; updatedAt: string; amountInAccount?: string })[]; conciliation: { accountId: string; currency: string; booksBalance: string; notConciliated: string; bankBalance: string } | null; currency: string; groups: ({ by: { kind?: string; account?: { id: string; name: string } | null; chartAccount?: { id: string; name: string; code: string; kind: string }; division?: { id: string; name: string } | null; project?: { id: string; name: string } | null; contact?: { id: string; name: string } | null; seller?: string | null; day?: string; week?: string; month?: string; year?: string }; records: number; income: string; expense: string; result: string; debit: string; credit: string })[]; totals: { records: number; income: string; expense: string; result: string; debit: string; credit: string } | null });

export interface RecordSummary {
  /** The first day that counts. */
  from: string;
  /** The last day that counts. */
  to: string;
  /** The organization’s: every amount is in it. */
  currency: string;
  /** Credits less debits of the accounts of income. */
  income: string;
  /** Debits less credits of the accounts of expense. */
  expense: string;
  /** Income less expense: negative is a loss. */
  result: string;
  /** The time just before, of the same length. */
  previous: { from: string; to: string; income: string; expense: string; result: string };
  /** Against the time before. */
  change: { income: string; expense: string; result: string };
  /** The whole time by day, week, month or year, the oldest first. */
  periods: { period: string; income: string; expense: string; result: string }[];
  /** By kind of record. */
  kinds: { kind: string; income: string; expense: string; result: string }[];
  /** By branch. */
  divisions: ({ division: { id: string; name: string } | null; income: string; expense: string; result: string })[];
}

export interface RecordedEvent {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The place in the stream, without gaps and in order of commit. */
  seq: string;
  /** What happened, such as `invoice:created`. */
  type: string;
  /** As the catalogue of events describes it. */
  payload: Record<string, unknown>;
  /** When it was created. */
  createdAt: string;
}

export type RecordedEventPage = PageInfo & { data: RecordedEvent[] };

export interface RecordsDeleteBody {
  /** The record to make void. */
  id: string;
}

export interface Recurrence {
  /** Shared by all tasks of the recurrence. */
  seriesId: string;
  /** Names one occurrence: its wall time, or its UTC time where the rule is hourly. */
  occurrence: string;
  /** RRULE of RFC 5545. */
  rule: string;
  /** An IANA time zone, such as `America/Santo_Domingo`. */
  timeZone: string;
  /** No occurrence is earlier; a wall time without a zone. */
  start: string;
  /** Occurrences that are left out. */
  excluded: string[];
  /** When the next task is made: at its time, or when the one before is completed. */
  creates: "on-schedule" | "on-completion";
  /** How long before its time a task is made on schedule. */
  leadMinutes: number;
  /** Whether its rule has no more occurrences to make; false with `on-completion`. */
  ended: boolean;
}

export interface RecurrenceGenerateAnswer {
  /** RRULE of RFC 5545, for the recurrence of a task. */
  rule: string;
  /** IANA name, for example America/Santo_Domingo */
  timeZone: string;
  /** A wall time without a zone. */
  start: string;
  /** The rule in words, to check it by. */
  text: { es: string; en: string };
  /** Its next ten dates. */
  next: Occurrence[];
}

export interface RecurrenceGenerateBody {
  /** A sentence in Spanish or English. */
  text?: string;
  /** The unit. Instead of `text`. */
  frequency?: "hourly" | "daily" | "weekly" | "monthly" | "yearly";
  /** Every so many of `frequency`. Default: 1. */
  interval?: number;
  /** `MO` to `SU`; with a number the first, second … or last of a month: `-1FR`. */
  weekdays?: string[];
  /** -1 is the last day. */
  monthDays?: number[];
  /** 1 is January. */
  months?: number[];
  /** Only this one of each period. */
  setPosition?: number;
  /** The time of day. Default: when the working day begins. */
  time?: string;
  /** The last day on which it may happen. */
  until?: string;
  /** Ends after so many occurrences. */
  count?: number;
  /** IANA name, for example America/Santo_Domingo */
  timeZone?: string;
  /** Default: today at `time`, or when the working day begins. */
  start?: string;
}

export interface RecurrenceInput {
  /** RRULE of RFC 5545. */
  rule: string;
  /** Default: that of the organization. */
  timeZone?: string;
  /** No occurrence is earlier. Default: when the task is due, or now. */
  start?: string;
  /** Occurrences that are left out. */
  excluded?: string[];
  /** When the next task is made: at its time, or when the one before is completed. */
  creates?: "on-schedule" | "on-completion";
  /** How long before its time a task is made on schedule. */
  leadMinutes?: number;
}

export interface Recurrency {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** The document that each cycle copies. */
  pendingRecordId: string;
  status: RecurrencyStatus;
  /** The unit of `interval`. */
  frequency: "daily" | "weekly" | "monthly" | "yearly";
  /** 2 is every second day, week, month or year. */
  interval: number;
  /** `MO` to `SU` of each week; of each month `1MO` or `-1FR`; null: other days. */
  weekdays: string[] | null;
  /** Days of each month, from its end with a minus; null: other days. */
  monthDays: number[] | null;
  /** For a 31st or 29 February that does not exist: use the last day of the month, or skip the cycle. */
  missingDays: "last-day" | "skip";
  /** Where a cycle’s day begins. */
  timeZone: string;
  /** No cycle comes before. Default: the date of the document. */
  startsOn: string;
  /** The last day on which there can be a cycle. */
  endsOn: string | null;
  /** How many cycles there are, instead of `endsOn`. */
  cycles: number | null;
  /** The next cycle; null: there is none. */
  nextOn: string | null;
  /** Since when a due cycle has no document. */
  pastDueAt: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface RecurrencyCatchUp {
  /** The documents that were created. */
  created: RecurrencyCycle[];
  /** Cycles whose document could not be created; they are tried again. */
  failed: { recurrencyId: string; cycleOn: string; message: string }[];
  /** More cycles are due than one request creates: repeat it. */
  hasMore: boolean;
}

/** Changes, pauses or ends the recurrence. Cycles during a pause are skipped for good. */
export interface RecurrencyChange {
  /** The unit of `interval`. */
  frequency?: "daily" | "weekly" | "monthly" | "yearly";
  /** 2 is every second day, week, month or year. */
  interval?: number;
  /** `MO` to `SU` of each week; of each month `1MO` is the first Monday and `-1FR` the last Friday. */
  weekdays?: string[] | null;
  /** Days of each month; -1 is the last one. Without days: the day of `startsOn`. */
  monthDays?: number[] | null;
  /** For a 31st or 29 February that does not exist: use the last day of the month, or skip the cycle. */
  missingDays?: "last-day" | "skip";
  /** Where a cycle’s day begins. Default: the organization’s. */
  timeZone?: string;
  /** No cycle comes before. Default: the date of the document. */
  startsOn?: string;
  /** The last day on which there can be a cycle. */
  endsOn?: string | null;
  /** How many cycles there are, instead of `endsOn`. */
  cycles?: number | null;
  status?: RecurrencyStatus;
  /** The invoice that cycles copy from now on, for example with a new price. */
  pendingRecordId?: string;
}

export interface RecurrencyCycle {
  /** The recurrence. */
  recurrencyId: string;
  /** The day of the cycle. */
  cycleOn: string;
  /** The document that was created. */
  pendingRecordId: string;
  /** The day of the document; a locked month gives it another than `cycleOn`. */
  date: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Of the document, with taxes. */
  total: string;
}

/** `paused`: its cycles are skipped. `ended`: there are no more. */
export type RecurrencyStatus = "active" | "paused" | "ended";

export type RecurrencySummary = Recurrency & ({ contactId: string | null; contactName: string | null; direction: "sale" | "purchase"; currency: string; total: string; monthly: string; made: number; lastOn: string | null; failed: ({ cycleOn: string; attempts: number; message: string; retryAt: string | null })[] });

export type RecurrencySummaryPage = PageInfo & { data: RecurrencySummary[] };

export interface RecurringDocumentsCreateCycleBody {
  /** The recurrence: `GET /v1/record/pending/recurrencyResume`. */
  recurrencyId: string;
  /** The day of the cycle. */
  cycleOn: string;
  /** Of the document. Default: that of the cycle, or today if that is in the future. */
  date?: string;
}

export interface RecurringDocumentsCreateNextBody {
  /** The recurrence: `GET /v1/record/pending/recurrencyResume`. */
  recurrencyId: string;
}

export interface RecurringDocumentsListSubscriptionMonthsAnswer {
  /** The organization’s: every amount is in it. */
  currency: string;
  /** One for each month, the oldest first. */
  data: SubscriptionMonth[];
}

export interface Registration {
  /** Of the person who is booked. */
  name: string;
  /** E-mails and reminders go to it; null: there are none. */
  email: string | null;
  /** Of the person; null: not known. */
  phone: string | null;
  /** What the person or a colleague adds. */
  notes: string;
  /** The contact (customer) who is booked. */
  contactId: string | null;
  /** In which e-mails state the time. Default: that of the schedule. */
  timeZone: string;
  /** Of e-mails. Default: that of the organization’s documents. */
  language: "es" | "en";
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** The schedule that is booked. */
  scheduleId: string;
  /** Of the schedule. */
  title: string;
  /** When it begins. */
  startsAt: string;
  /** When it ends. */
  endsAt: string;
  /** `held`: until it is paid or confirmed; `waiting`: on the waiting list. */
  state: "held" | "booked" | "attended" | "no_show" | "waiting" | "canceled";
  /** The people and resources who give it; none while it has no place. */
  hostIds: string[];
  /** To the form of the booking link. */
  answers: Record<string, unknown> | null;
  /** Who booked it: the person by the link or a form, a member, or a chat. */
  source: "link" | "staff" | "form" | "chat";
  /** Until when the place is held; null: it is not only held. */
  holdExpiresAt: string | null;
  /** The invoice of the deposit. */
  invoiceId: string | null;
  /** When it was canceled; null: it was not. */
  canceledAt: string | null;
  /** `expiry`: its hold ended; null: nobody. */
  canceledBy: "visitor" | "staff" | "expiry" | null;
  /** In the words of who canceled it. */
  cancellationReason: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface RegistrationChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Of the person who is booked. */
  name?: string;
  /** E-mails and reminders go to it. */
  email?: string | null;
  /** Of the person; null: not known. */
  phone?: string | null;
  /** What the person or a colleague adds. */
  notes?: string;
  /** The contact (customer) who is booked. */
  contactId?: string | null;
  /** In which e-mails state the time. Default: that of the schedule. */
  timeZone?: string;
  /** Of e-mails. Default: that of the organization’s documents. */
  language?: "es" | "en";
  /** `booked` confirms a hold, or takes `attended` and `no_show` back. */
  state?: "booked" | "attended" | "no_show";
  /** Moves the booking; the person gets an e-mail. */
  startsAt?: string;
  /** Moves it also where the schedule has no start. */
  outsideHours?: boolean;
  /** Gives it to this person or resource. */
  hostId?: string;
}

export type RegistrationPage = PageInfo & { data: Registration[] };

export interface ReplacedReturn {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Default: today in the organization. */
  date?: string;
  /** The reason, printed on the credit note. */
  reason?: string;
  /** Printed on the credit note. */
  notes?: string;
  /** The division that the goods enter or leave. Default: that of the invoice. */
  divisionId?: string;
  /** The number of the supplier’s credit note, for a purchase. */
  fiscalNumber?: string;
  /** Where money that was paid already goes to or comes from. Without it a customer has it in advance, and a supplier keeps it for us. */
  refund?: { toCard?: boolean; accountId?: string; paymentMethod?: string };
  /** Default: everything that was not returned before. */
  lines?: ({ elementId: string; quantity?: DecimalInput; disposition?: "restock" | "scrap" | "undelivered"; reason?: string; serialNumbers?: string[]; lots?: GivenLots })[];
}

export interface Replenishment {
  /** One for each supplier, branch and currency. */
  orders: { id: string; number: number; contactId: string; contactName: string; divisionId: string; lines: number; net: string; total: string; currency: string }[];
  /** Rows that could not be ordered. */
  skipped: ({ resourceId: string; divisionId: string; name: string; reason: "no_supplier" | "no_cost" | "no_quantity" })[];
}

/** 606 purchases, 607 sales, 608 voided numbers, 609 payments abroad. */
export type ReportForm = "606" | "607" | "608" | "609";

export interface ReportSection {
  /** The accounts of this part with a balance, by code, with their headings. */
  lines: { accountId: string; code: string; name: string; depth: number; postable: boolean; balance: string; compared?: { balance: ComparedAmount } }[];
  /** The sum of the part, without counting headings twice. */
  total: string;
  /** In a comparison: the same amounts in the other period. */
  compared?: { total: ComparedAmount };
}

export type Return = ReturnSummary & ({ cardRefunds: ({ id: string; paymentId: string; amount: string; status: "requested" | "settled" | "failed"; reason: string | null; recordId: string | null; createdAt: string })[]; lines: ({ id: string; elementId: string; resourceId: string | null; description: string; unit: string | null; unitPrice: string; quantity: string; disposition: "restock" | "scrap" | "undelivered"; reason: string; serialNumbers: string[]; lots: LotsOfLine; net: string; tax: string; withheld: string; total: string; taxes: { taxId: string; code: string; name: string; kind: string; rate: string; base: string; amount: string }[] })[] });

export interface ReturnChange {
  /** The return to change. */
  id: string;
  /** Given, a change made by someone else meanwhile is not overwritten. */
  version?: number;
  /** Issues a draft, or voids a return. */
  status?: "issued" | "void";
  /** Why its fiscal number is void, as form 608 names it. Default: 04. */
  voidReason?: "10" | "01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09";
  /** The number of the supplier’s credit note, also of an issued return. */
  fiscalNumber?: string;
  /** Printed on the credit note. */
  notes?: string;
}

export interface ReturnSummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** A draft posts and moves nothing; a void return no more. */
  status: "draft" | "issued" | "void";
  /** Of the invoice. */
  direction: "sale" | "purchase";
  /** The invoice. */
  pendingRecordId: string;
  /** Null until it is issued. */
  number: number | null;
  /** Of the invoice; null: nobody is named. */
  contactId: string | null;
  /** As printed on the credit note. */
  contactName: string | null;
  /** The RNC or cédula, as printed on the credit note. */
  contactTaxId: string | null;
  /** The day on which it counts in the books and on the forms. */
  date: string;
  /** Why the goods came back, printed on the credit note. */
  reason: string;
  /** Printed on the credit note. */
  notes: string;
  /** The kind of receipt, such as `B04` or `E34`; null: none. */
  fiscalType: string | null;
  /** Of the credit note. */
  fiscalNumber: string | null;
  /** The last day on which its sequence may be used; null: it has no end. */
  fiscalExpiresOn: string | null;
  /** The receipt of the invoice. */
  modifiesFiscalNumber: string | null;
  /** Where the goods entered or left; null: none. */
  divisionId: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** That of the invoice; null: it is in the organization’s currency. */
  rate: string | null;
  /** Without taxes. */
  net: string;
  /** The taxes, without those that are withheld. */
  tax: string;
  /** With taxes. */
  total: string;
  /** What had been withheld of it. */
  withheld: string;
  /** In the organization’s currency, at the invoice’s rate. */
  baseTotal: string;
  /** How much of it settled the invoice. */
  settled: string;
  /** The part that was paid and is refunded, or whose withholding is reversed. */
  refunded: string;
  /** The part of `refunded` that the customer had withheld as ITBIS: it was not received and does not go back. */
  reversedItbis: string;
  /** The same of withheld income tax. */
  reversedIsr: string;
  /** Null: the rest was credited to the contact’s balance, or is an advance to the supplier. */
  refundAccountId: string | null;
  /** How the rest was refunded; null: it was not, or not given. */
  refundMethod: string | null;
  /** Whether the part that cards paid is refunded to them. */
  refundToCard: boolean;
  /** The payment by which it settled the invoice; null: it settled nothing. */
  paymentId: string | null;
  /** The record of the books; null: a draft. */
  recordId: string | null;
  /** When it was issued; null: a draft. */
  issuedAt: string | null;
  /** When it was voided; null: it holds. */
  voidedAt: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface ReturnSummaryCursorPage {
  /** The rows of this page. */
  data: ReturnSummary[];
  /** Send it as `cursor` for the next page; null on the last one. */
  nextCursor: string | null;
}

export type ReturnSummaryPage = PageInfo & { data: ReturnSummary[] };

export interface Returned {
  /** The business, as its customers know it. */
  organizationName: string;
  /** The token was stored. */
  isConnected: true;
}

export type Revaluation = RevaluationSummary & { lines: RevaluationLine[] };

export interface RevaluationLine {
  kind: RevaluedKind;
  /** The account of the chart whose value changes. */
  chartAccountId: string;
  /** Of the account of the chart. */
  code: string;
  /** Of the account of the chart. */
  name: string;
  /** The money account. */
  accountId: string | null;
  /** Whose documents or balance these are; null: of nobody. */
  contactId: string | null;
  /** The name of the contact; null: nobody is named. */
  contactName: string | null;
  /** A branch, warehouse or till: `GET /v1/division`. */
  divisionId: string | null;
  /** How many are unpaid. */
  documents: number;
  /** ISO 4217 */
  currency: string;
  /** In `currency`: positive is ours, negative is owed. The other amounts are in the base currency. */
  amount: string;
  /** In the books on that day, with earlier revaluations of it. */
  booked: string;
  /** The price of one unit in the organization’s currency; null: not known. */
  rate: string | null;
  /** At the rate. Null: the rate is not known. */
  value: string | null;
  /** Positive: a gain. */
  difference: string | null;
}

export interface RevaluationPreview {
  /** The day at whose end it counts. */
  date: string;
  /** The organization’s. */
  currency: string;
  /** One for each balance in another currency. */
  lines: RevaluationLine[];
  /** Of the lines with a known rate. */
  totals: { booked: string; value: string; gain: string; loss: string; difference: string };
  /** Currencies without a rate on that day; they are not in the totals. */
  unknownRates: string[];
}

export interface RevaluationSummary {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The day at whose end it counts. */
  date: string;
  /** The next day. */
  reversedOn: string;
  /** The record that posted the differences. */
  recordId: string;
  /** The record that takes them back on the next day. */
  reversalRecordId: string;
  /** The organization’s. */
  currency: string;
  /** Unrealized exchange gain. */
  gain: string;
  /** Unrealized exchange loss, as a positive amount. */
  loss: string;
  /** The gain less the loss. */
  difference: string;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export type RevaluationSummaryPage = PageInfo & { data: RevaluationSummary[] };

/** `account`: money, and other accounts of the chart in another currency. `documents`: unpaid invoices and loans. `balance`: paid in advance. */
export type RevaluedKind = "account" | "documents" | "balance";

export interface RichDocument {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  kind: RichDocumentKind;
  /** What people see in lists, and above the text. */
  title: string;
  /** Words of your own to find it by. */
  labels: string[];
  /** The template that it was made from, and what filled its fields. */
  source: { templateId: string; templateVersion: number; contactId: string | null; invoiceId: string | null } | null;
  /** Null: it is not shared. */
  shareUrl: string | null;
  /** When it was archived; null while it is in use. */
  archivedAt: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** How often title or content were saved. */
  version: number;
  content: RichText;
  /** The fields that a template has, in the order of the text. */
  fields: string[];
}

export interface RichDocumentChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What people see in lists, and above the text. */
  title?: string;
  kind?: RichDocumentKind;
  /** Words of your own to find it by. */
  labels?: string[];
  content?: RichText;
  /** The content as Markdown instead. `{{contact.name}}` is a field of a template; HTML stays text. */
  markdown?: string;
  /** Brings title and content of this version back, as a new version. */
  restoreVersion?: number;
  /** Whether anyone who has its link can read it. The link stays the same until it is false. */
  shared?: boolean;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

export interface RichDocumentHead {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  kind: RichDocumentKind;
  /** What people see in lists, and above the text. */
  title: string;
  /** Words of your own to find it by. */
  labels: string[];
  /** The template that it was made from, and what filled its fields. */
  source: { templateId: string; templateVersion: number; contactId: string | null; invoiceId: string | null } | null;
  /** Null: it is not shared. */
  shareUrl: string | null;
  /** When it was archived; null while it is in use. */
  archivedAt: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** How often title or content were saved. */
  version: number;
}

export type RichDocumentHeadPage = PageInfo & { data: RichDocumentHead[] };

/** A `page` or `post` can be published on a website; a `template` has fields. */
export type RichDocumentKind = "note" | "page" | "post" | "contract" | "template";

export interface RichDocumentVersion {
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** As it was in this version. */
  title: string;
  /** The version that it brought back; null: it was written. */
  restoredFrom: number | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export type RichDocumentVersionPage = PageInfo & { data: RichDocumentVersion[] };

/** A document of ProseMirror or TipTap. Nodes: paragraph, heading, bulletList, orderedList, listItem, taskList, taskItem, blockquote, codeBlock, horizontalRule, hardBreak, image, mention (a field of a … */
export type RichText = { type: "doc"; content: { type: string }[] };

export interface RowChanges {
  /** All zero: the file of today has the rows that were sent. */
  counts: { added: number; removed: number; changed: number };
  /** At most 500. */
  data: ({ number: string; change: "added" | "removed" | "changed"; sent: string | null; now: string | null; fields: number[] })[];
}

/** `unchanged`: it was as the row says already. `failed`: `errors` says why. */
export type RowOutcome = "created" | "updated" | "unchanged" | "failed";

export interface RowResult {
  /** From 0, in the order given. */
  row: number;
  /** The object that was written. Null: none. */
  id: string | null;
  outcome: RowOutcome;
  /** The fields at fault; empty unless it failed. */
  errors: FieldError[];
}

export interface SavedCardsCreateSetupIntentBody {
  /** The page to which the person returns. Default: this service. */
  returnUrl?: string;
}

export interface SavedMethod {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whose method it is. */
  beneficiaryId: string;
  provider: PaymentProvider;
  /** What kind of method it is; only a card has `card`. */
  type: "card" | "wallet" | "bank-transfer" | "bank-debit" | "cash" | "other";
  /** Null for methods that are not cards. */
  card: { brand: string; last4: string; expiresOn: string | null } | null;
  /** `pending`: the card must be activated before it can be charged. */
  state: "pending" | "active";
  /** When this service first saw it. */
  createdAt: string;
}

export interface SavedMethods {
  /** The newest first. */
  data: SavedMethod[];
}

export interface SavedOutcome {
  /** Whose page it is. */
  organization: PageBrand;
  /** The page that the visitor came from. */
  pageUrl: string;
  /** Send it as `payment` to see how far it is. */
  paymentId: string;
  /** What was charged. */
  amount: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** `unknown`: the processor has not answered; it is looked up later. */
  status: "succeeded" | "refunded" | "disputed" | "processing" | "requires_action" | "unknown";
  /** Where the contact confirms the payment with their bank. */
  actionUrl: string | null;
}

export interface SavedPayment {
  /** Default: the first choice of the page, or `part` with an amount. */
  what?: MayPay;
  /** Of a part; other choices have their own amount. */
  amount?: DecimalInput;
  /** Chosen by you for each payment: a repetition with the same key is the same payment. */
  paymentKey?: string;
  /** Of `verify-code`, or of the activation of the card. */
  proof: string;
  /** The `id` of a saved card of `verify-code`. */
  paymentMethodId: string;
}

export interface Schedule {
  /** What can be booked, as visitors see it. */
  title: string;
  /** What visitors should know. */
  description: string;
  /** Where it takes place. */
  location: string;
  /** Where it takes place online; null: it does not. */
  url: string | null;
  /** The task that it belongs to. */
  taskId: string | null;
  /** The zone of its hours. Default: the organization’s. */
  timeZone: string;
  /** Of an event. */
  startsAt: string | null;
  /** Of an event: at most 14 days after it starts. */
  endsAt: string | null;
  /** The hours of an availability by weekday. */
  weekly: ({ weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"; from: string; to: string })[];
  /** Dates with other hours, or closed. */
  exceptions: { date: string; hours: { from: string; to: string }[] }[];
  /** How long one booking lasts; null: an event. */
  durationMinutes: number | null;
  /** The distance between starts. Default: the duration with its buffers. */
  stepMinutes: number | null;
  /** Kept free before; buffers of neighbours add up. */
  bufferBeforeMinutes: number;
  /** Kept free after. */
  bufferAfterMinutes: number;
  /** On the holidays of the settings `bookings`. Default: true. */
  closedOnHolidays: boolean;
  /** Places at one time. Default: 1, of an event 100. */
  capacity: number;
  /** Who gives a booking, of several hosts: the first who is free, the free one who has waited longest, or all of them. An event needs all. */
  assignment: "any" | "round_robin" | "together";
  /** Members who give it. */
  userIds: string[];
  /** Products or services that it needs: a room, a chair, a machine. */
  resourceIds: string[];
  /** Whether people can wait for a place where all are taken. */
  waitingList: boolean;
  /** To be paid online before a booking by the link is confirmed; null: none. */
  deposit: string | null;
  /** How many hours before the start a visitor who cancels gets the deposit back, on the card that paid it. Null (default): never. A cancellation by staff refunds it at any time, unless they decide … */
  depositRefundHours: number | null;
  /** How long a place is held for the deposit. Default: 30. */
  holdMinutes: number;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** An `event` has one time; an `availability` hours with slots. */
  kind: "event" | "availability";
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The calendar of its bookings (`.ics`), for anyone who has the address. */
  calendarUrl: string;
  /** When it was canceled; null: it was not. */
  canceledAt: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface ScheduleChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What can be booked, as visitors see it. */
  title?: string;
  /** What visitors should know. */
  description?: string;
  /** Where it takes place. */
  location?: string;
  /** Where it takes place online. */
  url?: string | null;
  /** The task that it belongs to. */
  taskId?: string | null;
  /** The zone of its hours. Default: the organization’s. */
  timeZone?: string;
  /** Of an event. */
  startsAt?: string | null;
  /** Of an event: at most 14 days after it starts. */
  endsAt?: string | null;
  /** Of an availability: its hours by weekday, in its zone. */
  weekly?: WeeklyWindow[];
  /** Dates with other hours, or closed. */
  exceptions?: ScheduleException[];
  /** Of an availability: how long one booking lasts. */
  durationMinutes?: number;
  /** The distance between starts. Default: the duration with its buffers. */
  stepMinutes?: number | null;
  /** Kept free before; buffers of neighbours add up. */
  bufferBeforeMinutes?: number;
  /** Kept free after. */
  bufferAfterMinutes?: number;
  /** On the holidays of the settings `bookings`. Default: true. */
  closedOnHolidays?: boolean;
  /** Places at one time. Default: 1, of an event 100. */
  capacity?: number;
  /** Who gives a booking, of several hosts: the first who is free, the free one who has waited longest, or all of them. An event needs all. */
  assignment?: "any" | "round_robin" | "together";
  /** Members who give it. */
  userIds?: string[];
  /** Products or services that it needs: a room, a chair, a machine. */
  resourceIds?: string[];
  /** Whether people can wait for a place where all are taken. */
  waitingList?: boolean;
  /** To be paid online before a booking by the link is confirmed, in the organization’s currency. */
  deposit?: DecimalInput | null;
  /** How many hours before the start a visitor who cancels gets the deposit back, on the card that paid it. Null (default): never. A cancellation by staff refunds it at any time, unless they decide … */
  depositRefundHours?: number | null;
  /** How long a place is held for the deposit. Default: 30. */
  holdMinutes?: number;
}

export interface ScheduleEntry {
  /** A task: `GET /v1/tasks/board-task`. */
  taskId: string;
  /** A board: `GET /v1/tasks/board`. */
  boardId: string;
  /** A column of the board: `GET /v1/tasks/board-column`. */
  columnId: string;
  /** Of the task. */
  title: string;
  /** The task’s own dates, a schedule of it, or a future occurrence of its recurrence. */
  kind: "task" | "schedule" | "occurrence";
  /** The schedule (bookings), for a `schedule`; otherwise null. */
  scheduleId: string | null;
  /** When it begins. */
  startsAt: string;
  /** When it ends; null: no duration. */
  endsAt: string | null;
  /** Whether the task is done. */
  completed: boolean;
}

export interface ScheduleEntryCursorPage {
  /** The rows. */
  data: ScheduleEntry[];
  /** Whether another page follows. */
  hasMore: boolean;
}

export interface ScheduleException {
  /** The day that differs. */
  date: string;
  /** Instead of the hours that begin on its weekday; none: closed. Hours of the day before go on past midnight. */
  hours: { from: string; to: string }[];
}

export interface ScheduleLink {
  /** The schedule that it opens. */
  scheduleId: string;
  /** Whether it can be used. Default: true. */
  open: boolean;
  /** A form whose questions visitors answer when they book. */
  formId: string | null;
  /** How long before a start it can still be booked. Default: 60. */
  leadMinutes: number;
  /** How many days ahead can be booked. Default: 60. */
  horizonDays: number;
  /** The changes that visitors may make to their booking through its own link. Default: `cancel_and_move`. */
  visitorsMay: "nothing" | "cancel" | "cancel_and_move";
  /** How long before the start they may do so. Default: 120. */
  changeUntilMinutes: number;
  /** Finds or creates a contact by the e-mail address. Default: true. */
  savesContacts: boolean;
  /** The part of the address that opens it. */
  sharedId: string;
  /** The booking page in a browser, JSON for a program. */
  url: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export type SchedulePage = PageInfo & { data: Schedule[] };

export interface SchedulesReadStatisticsByPeriodAnswer {
  /** The rows. */
  data: PeriodStatistics[];
  /** The length of each period. */
  period: Period;
}

export interface SchedulesRemoveCalendarBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface SearchConfig {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** An app: `GET /v1/apps/available-apps`. */
  appId: string;
  /** The data type that is searched. */
  type: string;
  /** What members see. */
  name: string;
  /** The text fields that are searched. */
  fields: { field: string; weight: number }[];
  /** The fields that can be filtered. */
  filters: string[];
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export interface SearchConfigChange {
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** What members see. */
  name?: string;
  /** The text fields that are searched. */
  fields?: { field: string; weight?: number }[];
  /** The fields that can be filtered. */
  filters?: string[];
}

export type SearchConfigPage = PageInfo & { data: SearchConfig[] };

export interface Seller {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The name of the business. */
  name: string;
}

export interface SentReport {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  form: ReportForm;
  /** A month: YYYY-MM. */
  period: string;
  /** The day on which it was sent. */
  sentOn: string;
  /** The number with which the tax authority confirmed it; null: not given. */
  confirmation: string | null;
  /** How many rows the file has. */
  rows: number;
  /** As the tax authority wants it called. */
  fileName: string;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
}

export type SentReportPage = PageInfo & { data: SentReport[] };

export interface SerialExportFilters {
  /** Only units of this product. */
  resourceId?: string;
  /** Where it is now. */
  divisionId?: string;
  status?: SerialNumberStatus;
  /** The beginning of the number, in any letter case. */
  search?: string;
}

export interface SerialNumber {
  /** The product. */
  resourceId: string;
  /** As on the unit. */
  serialNumber: string;
  /** `returned`: sent back to the supplier. `withdrawn`: entered by mistake, or its receipt was reversed. */
  status: SerialNumberStatus;
  /** The division (branch or till) where it is; null once it has left. */
  divisionId: string | null;
  /** The document that it is reserved for; null: none. */
  reservedFor: { kind: string; id: string } | null;
  /** For your own people. */
  note: string | null;
  /** The last day of its warranty; null: not given. */
  warrantyUntil: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface SerialNumberChange {
  /** For your own people. */
  note?: string | null;
  /** The last day of its warranty; null removes it. */
  warrantyUntil?: string | null;
  /** Removes the unit from stock, against `inventoryAdjustments` of the posting rules. */
  status?: "scrapped";
}

export type SerialNumberHistory = SerialNumber & ({ history: ({ kind: "received" | "reserved" | "released" | "sold" | "returned" | "moved" | "used" | "scrapped" | "in-transit" | "restored" | "withdrawn"; divisionId: string | null; recordId: string | null; cause: { kind: string; id: string }; userId: string | null; at: string })[] });

export type SerialNumberPage = PageInfo & { data: SerialNumber[] };

/** `withdrawn`: entered by mistake, or its receipt was reversed. */
export type SerialNumberStatus = "in-stock" | "reserved" | "sold" | "returned" | "used" | "scrapped" | "in-transit" | "withdrawn";

export interface SerialNumbersExportBody {
  /** `xlsx` is a spreadsheet. */
  format?: "csv" | "xlsx";
  /** Which units are in the file. Default: all. */
  filters?: SerialExportFilters;
}

export interface Session {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A browser session, or a raw token. */
  kind: "cookie" | "token";
  /** Of a token, as it was issued; null: none. */
  name: string | null;
  /** The browser or program; null: it did not say. */
  userAgent: string | null;
  /** The IP address from which it signed in; null: not known. */
  address: string | null;
  /** Whether this request uses it. */
  current: boolean;
  /** When it was created. */
  createdAt: string;
  /** The last use, within minutes. */
  lastUsedAt: string;
  /** Until when it works. */
  expiresAt: string;
}

export interface SessionCursorPage {
  /** The rows. */
  data: Session[];
}

export interface SettingsGetAnswer {
  sections: OrganizationSettings;
  /** By section; 0 if it was never changed. */
  versions: Record<string, number>;
  /** The caller’s own settings. */
  user: { sections: MemberSettings; versions: Record<string, number> };
}

export interface SettingsGetUserAnswer {
  sections: MemberSettings;
  /** By section; 0 if it was never changed. */
  versions: Record<string, number>;
  /** Whose settings they are. */
  userId: string;
}

export interface SettingsUpdateAnswer {
  /** The section that was changed. */
  section: string;
  /** The whole section, with its defaults. */
  value: Record<string, unknown>;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export interface SettingsUpdateBody {
  /** The name of the section, as in GET. */
  section: string;
  /** The fields to change; the others stay. */
  value: Record<string, unknown>;
  /** As last read: a newer change is not overwritten. */
  version?: number;
}

export type SettingsUpdateUserAnswer = SettingsUpdateAnswer & { userId: string };

export interface SettingsUpdateUserBody {
  /** The name of the section, as in GET. */
  section: string;
  /** The fields to change; the others stay. */
  value: Record<string, unknown>;
  /** As last read: a newer change is not overwritten. */
  version?: number;
  /** By default, the caller. */
  userId?: string;
}

export interface SharedDocumentsGetAnswer {
  /** What the document is called on paper, such as “Factura de consumo”. */
  title: string;
  /** `invoice`, `quote`, `order` or `loan`. */
  kind: string;
  /** `sale` to a customer, `purchase` from a supplier. */
  direction: string;
  /** `open`, `partial`, `paid`, `past-due`, … as users of the organization see it. */
  state: string;
  /** The issuer’s own number; null: a draft. */
  number: number | null;
  /** The NCF or e-NCF; null: none. */
  fiscalNumber: string | null;
  /** The receipt that it corrects or replaces; null: none. */
  modifiesFiscalNumber: string | null;
  /** The day of the document. */
  date: string;
  /** The last day to pay it; of a quote, to accept it. */
  dueOn: string;
  /** The organization. */
  issuer: { name: string; taxId: string | null; address: string | null; phone: string | null; email: string | null };
  /** The other party; null: nobody is named. */
  customer: { name: string; taxId: string | null; address: string | null; phone: string | null; email: string | null } | null;
  /** A number of the customer, such as their order; null: none. */
  reference: string | null;
  /** Printed below the lines. */
  notes: string;
  /** Printed below the notes. */
  terms: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The lines, in their order. */
  elements: ({ description: string; notes: string[]; quantity: string; unit: string | null; unitPrice: string; discount: string; net: string; tax: string; total: string })[];
  /** The taxes of all lines, by tax. */
  taxes: { name: string; rate: string; amount: string }[];
  /** The lines as priced, before discounts. */
  subtotal: string;
  /** The discounts of all lines. */
  discount: string;
  /** The taxes, without those that are withheld. */
  tax: string;
  /** With taxes. */
  total: string;
  /** What the customer withholds for the tax authority. */
  withheld: string;
  /** The total less what is withheld. */
  due: string;
  /** What is paid. */
  paid: string;
  /** What is still due. */
  balance: string;
  /** Shown if the template shows payments. */
  payments: ({ date: string; method: string | null; amount: string })[];
  /** Where an electronic document can be checked with the tax authority. */
  electronic: { url: string; securityCode: string; signedAt: string | null } | null;
  /** The logo and the colour of the issuer, and how it writes dates and numbers. */
  appearance: { logoUrl: string | null; accentColor: string; dateFormat: "dd/MM/yyyy" | "MM/dd/yyyy" | "yyyy-MM-dd"; decimalSeparator: "." | "," };
  /** The same on paper. */
  pdfUrl: string;
  /** Where what is due can be paid online; null where it cannot. */
  payUrl: string | null;
}

export interface SharedDocumentsGetLinkAnswer {
  /** The secret of the link. */
  shareId: string;
  /** The document: a page for a person who opens it in a browser, JSON for a program. */
  url: string;
  /** The document on paper. */
  pdfUrl: string;
  /** Where what is due can be paid online; null where nothing is, or the merchant account is not open. */
  payUrl: string | null;
  /** Allows removing taxes with `DELETE /v1/record/pending/element/taxes`; null: not asked for. */
  editingShareId: string | null;
}

export interface SharedDocumentsSendByEmailAnswer {
  /** The addresses it was sent to. */
  emailsSent: string[];
  /** How many addresses these are. */
  emailCount: number;
}

export interface SharedDocumentsSendByEmailBody {
  /** Default: those of the contact. */
  emails?: string[];
  /** A personal message in the e-mail. */
  message?: string;
  /** Default: a letter page. */
  format?: PaperFormat;
}

export interface SharedPage {
  kind: PageKind;
  /** Whose page it is. */
  organization: PageBrand;
  /** The heading of the page. */
  title: string;
  /** A message to the visitor; empty: none. */
  message: string;
  /** The page answers 410 from then on; null: never. */
  expiresAt: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Amount still due. */
  due: string;
  /** Of a page of the kind `document`, as on paper. */
  document: SharedDocumentsGetAnswer | null;
  /** Of a page of the kind `contact`: what is owed. */
  documents: { title: string; number: string; date: string; dueOn: string; balance: string }[];
  /** The contact of the page; null: nobody is named. */
  payer: { name: string } | null;
  /** Who accepted the quote. */
  acceptance: { name: string; acceptedAt: string; version: number; outdated: boolean } | null;
  /** The quote can be accepted here now. */
  mayAccept: boolean;
  /** Of the document, for its acceptance. */
  version: number | null;
  /** How the owner writes dates and numbers. */
  appearance: { dateFormat: "dd/MM/yyyy" | "MM/dd/yyyy" | "yyyy-MM-dd"; decimalSeparator: "." | "," };
  /** Null in a preview. */
  id: string | null;
  /** The page itself; null in a preview. */
  url: string | null;
  /** The document on paper; null: the page has none, or is a preview. */
  pdfUrl: string | null;
  /** What may be paid here, and how. */
  paymentData: PaymentData;
}

export interface SharedPageRecord {
  /** To revoke it. */
  pageId: string;
  /** The unguessable part of the link. */
  id: string;
  /** The link to send. */
  url: string;
  kind: PageKind;
  /** The document that it is for; null: it is of another kind. */
  pendingRecordId: string | null;
  /** The contact that it is for; null: a page of a document. */
  contactId: string | null;
  /** What it asks for; null: not of the kind `amount`. */
  amount: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string | null;
  /** Purpose of the amount; empty: none. */
  description: string;
  /** A message to the visitor; empty: none. */
  message: string;
  /** The amounts that a visitor may pay. */
  mayPay: MayPay[];
  /** The page answers 410 from then on; null: never. */
  expiresAt: string | null;
  /** When its link stopped working; null: it works. */
  revokedAt: string | null;
  /** When it was created. */
  createdAt: string;
}

export type SharedPageRecordPage = PageInfo & { data: SharedPageRecord[] };

export interface SharedPagesCreateSetupIntentBody {
}

export interface SharedPagesRevokeBody {
  /** The `pageId`. */
  id: string;
}

export interface SharedPagesSendCodeBody {
}

export interface SharedPagesVerifyCodeBody {
  /** Of the answer of `send-code`. */
  requestId: string;
  /** The six digits of the e-mail. */
  code: string;
}

export interface Shop {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The name of the business. */
  name: string;
  /** Null: it is closed. */
  url: string | null;
  /** The logo of the business; null: it has none. */
  logoUrl: string | null;
  /** Of the pages, as `#rrggbb`; null: the standard one. */
  colour: string | null;
}

export interface SignUp {
  /** Send the owner of the business account here. */
  url: string;
  /** Names this sign-up in the next calls. */
  connectionId: string;
  /** Until when the address works. */
  expiresAt: string;
}

export type SignedIn = Identity & { token?: string; expiresAt: string };

export type SiteCollection = PageInfo & ({ data: WebsiteProduct[]; site: PublicSite; appearance: { decimalSeparator: "." | "," }; shopId: string | null; cartUrl: string | null; collection: { id: string; name: string; description: string; url: string }; search: string; facets: { name: string; values: { value: string; count: number; isChosen: boolean }[] }[] });

export interface SiteProductAnswer {
  /** The product that was opened. */
  product: WebsiteProduct;
  /** The parts of every page. */
  site: PublicSite;
  /** How pages write numbers. */
  appearance: { decimalSeparator: "." | "," };
  /** For `POST /v1/marketplace/cart`, which begins a cart. Null: the website does not sell. */
  shopId: string | null;
  /** The cart of this browser, by its cookie. */
  cartUrl: string | null;
}

/** `duplicate`: the number is there twice; `missing_value`: a variable would be empty. */
export type SkipReason = "no_number" | "duplicate" | "opted_out" | "blocked" | "missing_value";

export interface Slot {
  /** When it begins. */
  startsAt: string;
  /** When it ends. */
  endsAt: string;
  /** In the visitor’s zone. */
  date: string;
  /** In the visitor’s zone: send it back to book. */
  startTime: string;
  /** Places left; 0: only the waiting list. */
  places: number;
}

/** `snoozed`: out of the way until `snoozedUntil` or the next message. */
export type State = "open" | "closed" | "snoozed";

export interface StatementImport {
  /** Send it to take the import back. */
  importId: string;
  /** How many lines the statement has. */
  lineCount: number;
  /** How many of them were new. */
  createdCount: number;
  /** How many were known from an earlier import. */
  knownCount: number;
  /** The number of rows that could not be read and were skipped. */
  failedCount: number;
  /** The first hundred. */
  errors: { row: number; message: string }[];
}

export interface StatementLine {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The import of the statement that added it. */
  importId: string;
  /** The day on which the bank booked it. */
  date: string;
  /** In the account's currency; negative left the account. */
  amount: string;
  /** The text of the bank. */
  description: string;
  /** The number that the bank gives for it, as of a cheque; null: none. */
  reference: string | null;
  /** At most five open invoices with this balance or due instalment, first those whose contact the line names: send one with the `payments` of a match. Empty without `invoicing:read`. */
  invoices: ({ documentId: string; number: number | null; fiscalNumber: string | null; date: string; contactId: string | null; contactName: string | null; balance: string })[];
  /** At most five contacts whose open invoices together, up to 100, are this line: likewise. */
  contacts: ({ contactId: string; contactName: string | null; documentIds: string[]; balance: string })[];
  /** Where lines with these words were booked before: send it as the `difference` of a match. */
  booking: { chartAccountId: string; chartAccountName: string; times: number } | null;
  /** At most five, the likeliest first. */
  candidates: ({ score: number; reason: string; suggested: boolean; lineIds: string[]; records: ({ recordId: string; date: string; amount: string; description: string; reference: string | null; paymentMethod: string | null; contactId: string | null })[] })[];
}

export interface Statistics {
  /** The first day. */
  from: string;
  /** The last day, included. */
  to: string;
  /** Places taken: booked, held, attended and missed. */
  booked: number;
  /** People who came. */
  attended: number;
  /** People who did not come. */
  noShow: number;
  /** Bookings that were canceled. */
  canceled: number;
  /** People on the waiting list. */
  waiting: number;
  /** Places that the hours offer. */
  places: number;
  /** Places taken of those offered; null where none is. */
  filledShare: number | null;
}

export interface StockCount {
  /** The division (branch or till) of the count. */
  divisionId: string;
  /** What was counted; other products stay as they are. */
  lines: { resourceId: string; quantity?: DecimalInput; serialNumbers?: string[]; lots?: GivenLots; expected?: DecimalInput; expectedSerialNumbers?: string[]; expectedLots?: GivenLots }[];
  /** The account against the inventory. Without it: `inventoryAdjustments` of the posting rules. */
  chartAccountId?: string;
  /** For your own people. */
  note?: string | null;
}

export interface StockCountResult {
  /** Where it was counted. */
  divisionId: string;
  /** One for each product that was counted. */
  lines: { resourceId: string; before: string; counted: string; difference: string; value: string }[];
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The movements that made the difference. */
  records: StockMovement[];
}

export interface StockDifference {
  /** What was compared; `layers` are the costs by receipt. */
  what: "quantity" | "value" | "reserved" | "layers" | "layers-value" | "units" | "lots" | "ledger";
  /** Null: the whole division (branch or till). */
  resourceId: string | null;
  /** Where; null: everywhere. */
  divisionId: string | null;
  /** What is stored. */
  found: string;
  /** The sum of the movements; for `ledger`, the value of the stock. */
  expected: string;
}

export interface StockMovement {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  type: StockMovementType;
  /** The product. */
  resourceId: string;
  /** Where it arrived or left. */
  divisionId: string;
  /** The other half of a transfer. */
  counterpartId: string | null;
  /** The other division of a transfer. */
  counterpartDivisionId: string | null;
  /** The day on which it counts. */
  date: string;
  /** Negative for goods that left. */
  quantity: string;
  /** The cost, in the organization’s currency; negative for goods that left. */
  value: string;
  /** The quantity of the position after the movement. */
  quantityAfter: string;
  /** The value of the position after the movement. */
  valueAfter: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The document or action that moved it. */
  cause: { kind: string; id: string };
  /** The movement that this one reverses. */
  reversesId: string | null;
  /** Of the units, if they have them. */
  serialNumbers: string[];
  lots: LotsOfLine;
  /** What was noted with it; null: nothing. */
  note: string | null;
  /** Who moved it; null: the service. */
  userId: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface StockMovementChange {
  /** The movement to correct. */
  id: string;
  /** For your own people. */
  note?: string | null;
  /** One for each unit, if the units of the resource have serial numbers. */
  serialNumbers?: string[];
}

export type StockMovementPage = PageInfo & { data: StockMovement[] };

/** `ADJUSTMENT` changes the value of stock without moving it. */
export type StockMovementType = "IN" | "OUT" | "TRANSFER" | "ADJUSTMENT";

export interface StockMovementsCreateManyAnswer {
  /** The movements, in the order given. */
  records: StockMovement[];
}

export interface StockPosition {
  /** The product. */
  resourceId: string;
  /** Where it is kept. */
  divisionId: string;
  /** The product, as lists show it. */
  resource: { name: string; code: string | null; unit: string };
  /** In stock; negative where more was sold than there was. */
  quantity: string;
  /** Reserved for documents (orders, productions). */
  reserved: string;
  /** The quantity less the reserved quantity. */
  available: string;
  /** At cost, in the organization’s currency. */
  value: string;
  /** The value of one unit; null without stock. */
  unitCost: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Its own minimum, or that of the resource. */
  minimum: string | null;
  /** Orders fill up to it; null: to the minimum. */
  maximum: string | null;
  /** Whether the quantity is below the minimum. */
  low: boolean;
  /** The place in the division; null: not given. */
  location: string | null;
  /** Null: as set on the resource. */
  allowsNegativeStock: boolean | null;
  /** The day of its last movement; null: it has none. */
  lastMovedOn: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface StockPositionChange {
  /** The product. */
  resourceId: string;
  /** Where it is kept. */
  divisionId: string;
  /** `resource:stock-alert` fires when stock falls below it. Null: the `minStockAlert` of the resource. */
  minimum?: DecimalInput | null;
  /** Orders fill up to it. Null: to the minimum. */
  maximum?: DecimalInput | null;
  /** The place in the division: an aisle, a shelf. */
  location?: string | null;
  /** Whether stock may fall below zero. Null: as set on the resource. */
  allowsNegativeStock?: boolean | null;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
}

export interface StockPositionKey {
  /** The product. */
  resourceId: string;
  /** Where it is kept. */
  divisionId: string;
}

export type StockPositionPage = PageInfo & { data: StockPosition[] };

export interface StockPositionRules {
  /** The product. */
  resourceId: string;
  /** Where it is kept. */
  divisionId: string;
  /** `resource:stock-alert` fires when stock falls below it. Null: the `minStockAlert` of the resource. */
  minimum?: DecimalInput | null;
  /** Orders fill up to it. Null: to the minimum. */
  maximum?: DecimalInput | null;
  /** The place in the division: an aisle, a shelf. */
  location?: string | null;
  /** Whether stock may fall below zero. Null: as set on the resource. */
  allowsNegativeStock?: boolean | null;
}

export interface StockPositionsUpdateManyAnswer {
  /** At most 1,000. */
  positions: StockPosition[];
}

export interface StockPositionsUpdateManyBody {
  /** At most 1,000. */
  positions: StockPositionRules[];
}

export interface StockValue {
  /** The day at whose end it counts. */
  asOf: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The value of all stock at cost: the balance of the inventory account in the ledger on that day. */
  value: string;
  /** Those with stock. */
  divisions: { divisionId: string; value: string; positions: number }[];
  /** When the stock was last found equal to its movements and to the ledger; null if not yet. */
  verifiedAt: string | null;
  /** When it was last checked. */
  checkedAt: string | null;
  /** The differences of the last check, at most 100: empty when there are none. */
  differences: StockDifference[];
}

export interface Store {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  provider: StoreProvider;
  /** The domain of the shop, or the address of the site. */
  address: string;
  /** `connecting`: the owner of the shop has not allowed it yet. */
  state: "connecting" | "connected" | "disconnected";
  /** Since when it sends its messages. Null: not yet. */
  subscribedAt: string | null;
  /** Why it could not be asked to. */
  problem: string | null;
  /** The member who created it; null where the service did. */
  createdBy: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
}

export interface StoreDelivery {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The connected store, from `GET /v1/apps/stores`. */
  storeId: string;
  /** What the message is about, in the store’s words. */
  topic: string;
  /** `kept`: it could not be used, for the given reason, and can be retried. */
  state: DeliveryState;
  /** The outcome: created, replaced, canceled, unchanged, stale, superseded, linked, noted. */
  outcome: string | null;
  /** Why it was kept; null: it was not. */
  reason: string | null;
  /** What it is about; null: unknown. */
  objectKind: "order" | "product" | "customer" | "stock" | null;
  /** Its id in the store. */
  objectId: string | null;
  /** The document that an order became. */
  documentId: string | null;
  /** When it arrived. */
  receivedAt: string;
  /** When it was processed; null: not yet. */
  processedAt: string | null;
}

export type StoreDeliveryPage = PageInfo & { data: StoreDelivery[] };

export type StorePage = PageInfo & { data: Store[] };

/** The software of the online shop. */
export type StoreProvider = "storeapp-a" | "storeapp-b";

export interface Subscription {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** `web-push` or `email`. */
  channel: string;
  /** The address of the browser, or the e-mail address. */
  target: string;
  /** When it was created. */
  createdAt: string;
}

export interface SubscriptionMonth {
  /** YYYY-MM. */
  month: string;
  /** Monthly recurring revenue at its end. */
  mrr: string;
  /** Contacts with a recurrence that is worth something, at its end. */
  customers: number;
  /** Revenue per customer: `mrr` divided by `customers`. */
  arpu: string;
  /** Of customers who had nothing at its start. */
  new: string;
  /** Increase from customers who pay more than at the start. */
  expansion: string;
  /** Decrease from customers who pay less than at the start, without those who left. */
  contraction: string;
  /** Of customers who have nothing any more. */
  churned: string;
  /** Customers who have nothing any more. */
  churnedCustomers: number;
  /** Change of `mrr` over the month, in percent of its start. */
  growth: string | null;
  /** `churned` and `contraction`, in percent of the revenue at its start. */
  revenueChurn: string | null;
  /** `churnedCustomers`, in percent of the customers at its start. */
  customerChurn: string | null;
}

export interface Suggestion {
  /** The product. */
  resourceId: string;
  /** The branch that needs it. */
  divisionId: string;
  /** The product, as lists show it. */
  resource: { name: string; code: string | null; unit: string };
  /** The name of the branch. */
  division: string;
  /** In stock. */
  quantity: string;
  /** Of the stock, reserved for documents and productions. */
  reserved: string;
  /** Of it, in expired or blocked lots. */
  unusable: string;
  /** In open orders, in purchases that are delivered later, in transit, and in open productions. */
  onOrder: string;
  /** Parts of planned productions. Those of started ones are reserved. */
  forProduction: string;
  /** What there should be at least; null: no minimum. */
  minimum: string | null;
  /** Orders fill up to it; null: to the minimum. */
  maximum: string | null;
  /** Up to the maximum, else the minimum, else `sold`; in whole packs. */
  suggested: string;
  /** The size of a pack; null: single units. */
  purchaseMultiple: string | null;
  /** That of the product, else of the last purchase. */
  supplierId: string | null;
  /** The name of the supplier; null: none is known. */
  supplierName: string | null;
  /** Without taxes: of the last purchase, from this supplier if there is one; else the cost of the product. */
  unitCost: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The day of the last purchase; null: never. */
  lastBoughtOn: string | null;
  /** Of the suggested quantity. */
  amount: string | null;
  /** Sold or used in production in 30 days. */
  sold: string;
  /** How long the stock lasts at this pace. */
  daysLeft: number | null;
  /** Days until an order arrives; null: not known. */
  leadTimeDays: number | null;
  /** The stock ends before an order of today arrives. */
  urgent: boolean;
}

export type SuggestionPage = PageInfo & { data: Suggestion[] };

export interface SupplierAbroad {
  /** Two letters, ISO 3166: `US`. */
  country: string;
  /** The detail of the service in form 609: `21` fees of a company, for example. */
  service: "11" | "12" | "21" | "22" | "23" | "24" | "31" | "32" | "33" | "41" | "42" | "51" | "52" | "53" | "54" | "61" | "62" | "63" | "64" | "65" | "71" | "81" | "82" | "83" | "84";
  /** A related party (art. 281). */
  related: boolean;
}

export interface SupplierAbroadInput {
  /** Two letters, ISO 3166: `US`. */
  country: string;
  /** The detail of the service in form 609: `21` fees of a company, for example. */
  service: "11" | "12" | "21" | "22" | "23" | "24" | "31" | "32" | "33" | "41" | "42" | "51" | "52" | "53" | "54" | "61" | "62" | "63" | "64" | "65" | "71" | "81" | "82" | "83" | "84";
  /** A related party (art. 281). */
  related?: boolean;
}

export interface TaskChange {
  /** What people see on the board. */
  title?: string;
  /** What is to be done, in as many words as needed. */
  description?: string;
  priority?: Priority;
  /** When work on it begins; null: no date. */
  startsAt?: string | null;
  /** When it must be completed; null: no date. */
  dueAt?: string | null;
  /** How long before `dueAt` the assignees are reminded; null: not. Default: a day. */
  reminderMinutes?: number | null;
  /** How long it is expected to take; null: no estimate. */
  estimateMinutes?: number | null;
  /** Words to find it by: those that the board offers, or others. */
  labels?: string[];
  /** Lists of small steps to tick off. */
  checklists?: ChecklistInput[];
  /** Custom fields of the board. Null removes a value; what is left out stays. */
  fields?: Record<string, string | number | boolean | null>;
  /** Ids of files. */
  attachments?: string[];
  /** Hidden from those who have only the link of the board. */
  private?: boolean;
  /** The task that it is a part of. Parts nest up to 5 deep. */
  parentId?: string | null;
  /** Members of the board. */
  assigneeIds?: string[];
  /** Members of the board who are notified of changes. */
  watcherIds?: string[];
  /** Other things that it is about. */
  links?: { entityKind: string; entityId: string }[];
  /** Tasks that must be completed before. No task waits for itself. */
  dependsOn?: string[];
  /** True completes it; false opens it again. */
  completed?: boolean;
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
  /** Starts, changes or, with null, ends the recurrence. */
  recurrence?: RecurrenceInput | null;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Of a recurring task: this one only, or this and all following ones, which become a series of their own. */
  scope?: "this" | "following";
}

export interface TaskMove {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: a stale one is refused. */
  version: number;
  /** Default: the column that it is in. It may be one of another board. */
  columnId?: string;
  /** In front of this one. */
  beforeId?: string;
  /** Behind this one. Without either: to the end. */
  afterId?: string;
}

export interface Tax {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Unique; lines of documents show it. */
  code: string;
  /** As printed on documents. */
  name: string;
  kind: TaxKind;
  /** The base of the rate: the net, or the ITBIS on it. */
  base: "net" | "itbis";
  /** Percent, on the requested day. Null: not in force on that day. */
  rate: string | null;
  /** By the day from which they hold. */
  rates: ({ validFrom: string; validUntil: string | null; rate: string })[];
  /** Defined by law; every organization has it. */
  ofLaw: boolean;
  /** The rates are those of the law and change with it. */
  ratesOfLaw: boolean;
  /** Its code in filings; null: it has none there. */
  fiscalCode: string | null;
  /** Where it is posted; null: as the posting rule of its kind says. */
  chartAccountId: string | null;
  /** The share of ITBIS on purchases that the IT-1 deducts: `full`, `proportional` to the taxed sales of the month (art. 349), or `none`, which makes it a cost. */
  credit: "full" | "proportional" | "none";
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived: boolean;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface TaxChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** As printed on documents. */
  name?: string;
  /** Its code in filings: for ITBIS the e-CF indicator, which distinguishes zero rate (3) from exempt (4); for withheld income tax its type in the 606; for other taxes their e-CF code. */
  fiscalCode?: string | null;
  /** The ledger account it is posted to. Default: the posting rule of its kind. */
  chartAccountId?: string | null;
  /** By the day from which they hold. */
  rates?: GivenRate[];
  /** The share of ITBIS on purchases that the IT-1 deducts: `full`, `proportional` to the taxed sales of the month (art. 349), or `none`, which makes it a cost. */
  credit?: "full" | "proportional" | "none";
  /** Archived objects keep their history; lists leave them out unless asked. */
  archived?: boolean;
}

export interface TaxCheck {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** How far the run is. */
  status: "running" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  /** Contacts with an RNC or a cédula. */
  totalCount: number;
  /** Contacts that were compared so far. */
  checkedCount: number;
  /** Contacts whose number is active. */
  activeCount: number;
  /** Contacts whose number is suspended or closed. */
  inactiveCount: number;
  /** Contacts whose number the registry does not have. */
  unregisteredCount: number;
  /** Contacts whose status changed or whose legal name was filled in. */
  changedCount: number;
  /** When the run began. */
  startedAt: string;
  /** When it ended; null: it runs. */
  finishedAt: string | null;
}

/** Which number it is; `foreign` is a number of another country. */
export type TaxIdKind = "rnc" | "cedula" | "passport" | "foreign";

export interface TaxIdLookUp {
  /** Letters and digits only. */
  taxId: string;
  /** As people write it. */
  formatted: string;
  kind: TaxIdKind;
  /** `unchecked`: the registry does not contain this kind of number, or it was not imported yet. */
  status: TaxStatus;
  /** Null: this kind has no check digit. */
  checkDigitValid: boolean | null;
  /** The entry of the registry. */
  taxpayer: Taxpayer | null;
  /** Doubts about the number; they block nothing. */
  warnings: TaxWarning[];
  /** Contacts (beneficiaries) with this number: at most 20. */
  beneficiaries: { id: string; name: string }[];
}

/** `itbis`, `isc` (selective taxes), `tip` (the legal tip) and `other` are added to the net. `withheld-itbis` and `withheld-isr` are withheld from payments. */
export type TaxKind = "itbis" | "isc" | "tip" | "withheld-itbis" | "withheld-isr" | "other";

export type TaxPage = PageInfo & { data: Tax[] };

export interface TaxPayment {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  kind: TaxPaymentKind;
  /** A month: YYYY-MM. */
  period: string;
  status: TaxPaymentStatus;
  /** The day of the payment in the books. */
  paidOn: string;
  /** Amount withdrawn from the account. */
  amount: string;
  /** Credit carried forward to later months. */
  credit: string;
  /** The declaration as it was paid. */
  figures: Record<string, unknown>;
  /** The account that it was paid from; null: nothing was to be paid. */
  accountId: string | null;
  /** The record that it posted; null: there was nothing to post. */
  recordId: string | null;
  /** When it was taken back; null: it holds. */
  voidedAt: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface TaxPaymentCursorPage {
  /** One for each part that was paid. */
  data: TaxPayment[];
}

/** `it1` ITBIS, `ir17` withholdings, `payroll` the salaries, `tss` social security, `ir3` employees’ income tax, `christmas` the Christmas salary (regalía). */
export type TaxPaymentKind = "it1" | "ir17" | "payroll" | "tss" | "ir3" | "christmas";

export type TaxPaymentPage = PageInfo & { data: TaxPayment[] };

/** `void`: it was taken back, and the month can be paid again. */
export type TaxPaymentStatus = "paid" | "void";

export interface TaxPaymentsDeleteBody {
  /** The payment to take back. */
  id: string;
}

export interface TaxPaymentsGetIr17Answer {
  /** A month: YYYY-MM. */
  period: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The last day to declare and pay it. */
  dueOn: string;
  /** The payment; null: not paid yet. */
  filingId: string | null;
  changes: BoxChanges;
  /** The boxes of the IR-17 with a withholding. */
  boxes: ({ box: string; base: string; tax: string; count: number; documents: ({ documentId: string; fiscalNumber: string; name: string | null; taxId: string | null; paidOn: string; base: string; tax: string; isOdd: boolean })[] })[];
  /** The figures that make the amount to pay. */
  totals: { withheld: string; complementaryPay: string; complementaryPayTax: string; previousCredit: string; surcharge: string; interest: string; toPay: string; newCredit: string };
}

export interface TaxPaymentsGetItbisAnswer {
  /** A month: YYYY-MM. */
  period: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The last day to declare and pay it. */
  dueOn: string;
  /** The payment; null: not paid yet. */
  filingId: string | null;
  changes: BoxChanges;
  /** The boxes of the annex (IT-1 A). */
  annex: { box: string; label: string; amount: string }[];
  /** The boxes of the IT-1. */
  boxes: { box: string; label: string; amount: string }[];
  /** Amounts withheld from suppliers, by box. */
  withheld: { box: string; label: string; amount: string }[];
  /** The figures that make the amount to pay. */
  totals: { collected: string; deductible: string; withheldByOthers: string; previousCredit: string; surcharge: string; interest: string; withheldFromOthers: string; toPay: string; newCredit: string; previousWithheldCredit: string; newWithheldCredit: string; toCost: string; proportion: string };
}

export interface TaxPaymentsListCalendarAnswer {
  /** A month: YYYY-MM. */
  period: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Next first. */
  data: ({ filing: "606" | "607" | "608" | "609" | "it1" | "ir17" | "payroll" | "tss" | "ir3" | "christmas"; name: string; dueOn: string; amount: string | null; rows: number | null; status: "open" | "late" | "paid" | "report" | "sent"; filingId: string | null; changed: boolean })[];
}

export interface TaxPaymentsPayIr17Body {
  /** A month: YYYY-MM. */
  period: string;
  /** The account that it is paid from, in the organization’s currency. */
  accountId: string;
  /** Default: today. */
  date?: string;
  /** Default: what the payment of the month before left over. */
  previousCredit?: DecimalInput;
  /** Pay in kind: housing, cars, school fees and the like. */
  complementaryPay?: DecimalInput;
}

export interface TaxPaymentsPayItbisBody {
  /** A month: YYYY-MM. */
  period: string;
  /** The account that it is paid from, in the organization’s currency. */
  accountId: string;
  /** Default: today. */
  date?: string;
  /** ITBIS paid at customs, which is in no purchase. */
  imports?: DecimalInput;
  /** ITBIS that card acquirers withheld. */
  cardsWithheld?: DecimalInput;
  /** Default: what the payment of the month before left over. */
  previousCredit?: DecimalInput;
}

export interface TaxRegistryInventAnswer {
  /** Digits only. */
  taxId: string;
  /** As people write it. */
  formatted: string;
  /** Which number it is. */
  kind: "rnc" | "cedula";
}

export interface TaxReportsDeleteSentBody {
  /** The report that was recorded by mistake. */
  id: string;
}

export interface TaxReportsGetWithheldAnswer {
  /** The supplier. */
  beneficiaryId: string;
  /** Of the supplier. */
  name: string;
  /** Of the supplier; null: not known. */
  taxId: string | null;
  /** The first day of the period. */
  from: string;
  /** The last day of the period. */
  to: string;
  /** ISO 4217 */
  currency: string;
  /** Income tax that was withheld. */
  isr: string;
  /** ITBIS that was withheld. */
  itbis: string;
  /** Both together. */
  total: string;
  /** By document, the oldest first. */
  rows: ({ documentId: string; fiscalNumber: string; date: string; paidOn: string; tax: "isr" | "itbis"; rate: string; base: string; amount: string })[];
}

export type TaxReportsList606Answer = PageInfo & ({ data: ({ documentId: string; name: string | null; taxId: string | null; idType: string; number: string; modified: string | null; date: string; services: string; goods: string; net: string; itbis: string; itbisWithheld: string; itbisToCost: string; itbisToAdvance: string; isrWithheld: string; isc: string; other: string; tip: string; expenseType: string | null; paidOn: string | null; itbisProportional: string; withholdingType: string; paymentForm: string })[]; period: string; totals: { services: string; goods: string; net: string; itbis: string; itbisWithheld: string; itbisToCost: string; itbisToAdvance: string; isrWithheld: string; isc: string; other: string; tip: string }; issues: ({ documentId: string | null; fiscalNumber: string | null; severity: "rejected" | "warning"; code: string; message: string })[]; rejectedCount: number; warningCount: number });

export type TaxReportsList607Answer = PageInfo & ({ data: ({ documentId: string; name: string | null; taxId: string | null; idType: string; number: string; modified: string | null; date: string; net: string; itbis: string; itbisWithheld: string; isrWithheld: string; isc: string; other: string; tip: string; forms: { cash: string; transfer: string; card: string; credit: string; bonds: string; barter: string; other: string }; incomeType: string; withheldOn: string | null })[]; period: string; totals: { net: string; itbis: string; itbisWithheld: string; isrWithheld: string; isc: string; other: string; tip: string; forms: { cash: string; transfer: string; card: string; credit: string; bonds: string; barter: string; other: string } }; consumerSummary: { count: number; net: string; itbis: string; itbisWithheld: string; isrWithheld: string; isc: string; other: string; tip: string; forms: { cash: string; transfer: string; card: string; credit: string; bonds: string; barter: string; other: string } }; issues: ({ documentId: string | null; fiscalNumber: string | null; severity: "rejected" | "warning"; code: string; message: string })[]; rejectedCount: number; warningCount: number });

export type TaxReportsList608Answer = PageInfo & ({ data: { number: string; voidedOn: string; reason: VoidReasonCode; reasonText: string }[]; period: string; issues: ({ documentId: string | null; fiscalNumber: string | null; severity: "rejected" | "warning"; code: string; message: string })[]; rejectedCount: number; warningCount: number });

export type TaxReportsList609Answer = PageInfo & ({ data: ({ documentId: string; name: string | null; idType: "1" | "2"; taxId: string | null; country: string | null; service: string | null; related: boolean; number: string; date: string; paidOn: string; net: string; isrWithheld: string })[]; period: string; totals: { net: string; isrWithheld: string }; issues: ({ documentId: string | null; fiscalNumber: string | null; severity: "rejected" | "warning"; code: string; message: string })[]; rejectedCount: number; warningCount: number });

/** `unregistered`: the registry does not have it. `inactive`: suspended or closed. */
export type TaxStatus = "unchecked" | "active" | "inactive" | "unregistered";

export interface TaxWarning {
  /** The doubt, for programs. */
  code: string;
  /** The doubt, for people. */
  message: string;
}

export interface TaxesListParametersAnswer {
  /** The day on which they hold. */
  date: string;
  /** By name. */
  data: ({ name: string; value: string; unit: "money" | "percent" | "times" | "days" | "years"; description: string; validFrom: string; validUntil: string | null })[];
  /** Withheld from salaries, from the lowest income up. */
  incomeTaxScale: { above: string; tax: string; rate: string }[];
}

export interface TaxesPaid {
  /** The first day that counts. */
  from: string;
  /** The last day that counts. */
  to: string;
  /** The organization’s: every amount is in it. */
  currency: string;
  /** All taxes together. */
  total: string;
  /** By name and rate. */
  taxes: ({ name: string; rate: string | null; records: number; net: string; amount: string })[];
  /** By day, week, month or year, the oldest first. */
  periods: ({ period: string; total: string; taxes: ({ name: string; rate: string | null; records: number; net: string; amount: string })[] })[];
}

export interface Taxpayer {
  /** The RNC or cédula, digits only. */
  taxId: string;
  /** The legal name. */
  name: string;
  /** Null: the registry has none. */
  tradeName: string | null;
  /** What they do, as the registry says; null: not known. */
  activity: string | null;
  /** In the words of the registry: ACTIVO, SUSPENDIDO, … */
  status: string;
  /** The tax regime, as the registry says; null: not known. */
  regime: string | null;
  /** Since when they are registered; null: not known. */
  startedOn: string | null;
}

export interface TemplateHistory {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A channel (number, page, mailbox or widget): `GET /v1/channel`. */
  channelId: string;
  /** Its name at the provider. */
  name: string;
  /** For example `es` or `es_MX`. */
  language: string;
  /** Decides the price: `UTILITY`, `MARKETING`, `AUTHENTICATION`. */
  category: string;
  /** As the provider says: `APPROVED`, `PENDING`, `REJECTED`, `PAUSED` … `SUBMITTING`: it has not answered. */
  status: string;
  /** Whether messages can be sent with it: it is approved. */
  isSendable: boolean;
  /** Why it was rejected, paused or disabled. */
  reason: string | null;
  /** The provider’s rating by what customers do with it; null: none yet. */
  quality: string | null;
  /** Counts the versions of the text. */
  edition: number;
  /** As the provider writes them. */
  components: Record<string, unknown>[];
  /** The values that it takes, by the names of its variables. */
  parameters: { header: string[]; body: string[]; buttons: number; media: "IMAGE" | "VIDEO" | "DOCUMENT" | null };
  /** Of one message, by the section `messaging` of the settings. */
  price: MessagePrice | null;
  /** When the status last changed. */
  statusAt: string;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** Earlier versions of the text. */
  versions: { edition: number; category: string; components: Record<string, unknown>[]; replacedAt: string }[];
  /** Its changes of status, newest first. */
  history: ({ event: string; status: string; reason: string | null; edition: number; source: "api" | "sync" | "webhook" | "sending"; at: string })[];
}

export interface TestSet {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  environment: EcfEnvironment;
  state: TestSetState;
  /** How many documents the run has. */
  total: number;
  /** Who started it; null: the service. */
  startedBy: string | null;
  /** When it was started. */
  startedAt: string;
  /** When it ended; null: it runs. */
  finishedAt: string | null;
}

export type TestSetPage = PageInfo & { data: TestSet[] };

export type TestSetProgress = TestSet & ({ accepted: number; rejected: number; percent: number; current: string | null; documents: ({ id: string; place: number; type: EcfType; number: string; state: EcfState; summarised: boolean; trackId: string | null; messages: EcfMessage[]; problem: string | null; attempts: number; decidedAt: string | null })[] });

/** `passed`: every document was accepted. */
export type TestSetState = "running" | "passed" | "failed";

export interface ThreadChange {
  /** `continue` goes on after its node; `restart` begins another thread. */
  action: "retry" | "continue" | "cancel" | "restart";
  /** For `retry`: the thread goes on with the current version of the automation, which must be enabled. */
  currentVersion?: boolean;
}

export interface ThreadDecision {
  /** Of the approval node. */
  nodeId: string;
  /** False takes the path `otherwise`. */
  approved: boolean;
  /** Of what was shown: `input.fingerprint` of the waiting step. Left out only for a decision in advance. */
  fingerprint?: string;
  /** Why, kept with the step. */
  comment?: string;
}

export type ThreadSource = "event" | "webhook" | "api" | "schedule";

export type ThreadState = "queued" | "running" | "waiting" | "needs-review" | "done" | "stopped" | "failed" | "canceled";

export type Ticket = Document & { payments?: Payment[]; change?: { amount: string; currency: string }[] };

export interface TillClose {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A branch, warehouse or till: `GET /v1/division`. */
  divisionId: string;
  /** 1, 2, 3, … of its division. */
  number: number;
  /** What the person who closed noted; null: nothing. */
  details: string | null;
  /** Where its balance begins; null: with the first movement. */
  since: string | null;
  /** When it was closed. */
  closedAt: string;
  /** Nothing dated before this day can be added or changed any more. */
  closedOn: string;
  /** Who closed it; null: the service. */
  closedBy: string | null;
  /** The newest record that the close counts; null: none. */
  lastRecordRegisteredId: string | null;
  /** When it was canceled; null: it holds. */
  canceledAt: string | null;
  /** Who canceled it; null: it holds. */
  canceledBy: string | null;
  /** One for each account of the division. */
  balances: ({ accountId: string; name: string; currency: string; opening: string; in: string; out: string; transfered: string; expected: string; counted: string | null; difference: string; balance: string; differenceRecordId: string | null })[];
}

export type TillClosePage = PageInfo & { data: TillClose[] };

export interface TillClosePreview {
  /** A branch, warehouse or till: `GET /v1/division`. */
  divisionId: string;
  /** Of the close that would be made. Send it along to be sure that no other came first. */
  number: number;
  /** Where the balance begins: at the opening, else at the last close, else ever. */
  since: string | null;
  /** Whether the point of sale is open. */
  posOpen: boolean;
  /** One for each account that the close would fix. */
  balances: { accountId: string; name: string; currency: string; opening: string; in: string; out: string; transfered: string; expected: string; kind: string; mustCount: boolean }[];
  /** Cash that was taken without a division, which no close counts: move it to the division whose drawer has it with `POST /v1/division/transfer`, and give its account that division. */
  cashInNoTill: { accountId: string; name: string; currency: string; balance: string }[];
}

export interface TillState {
  /** A branch, warehouse or till: `GET /v1/division`. */
  divisionId: string;
  /** Whether the point of sale is open now. */
  open: boolean;
  /** How the day began; null: it is closed. */
  opening: { id: string; note: string | null; openedAt: string; openedBy: string | null; floats: { accountId: string; name: string; currency: string; amount: string }[] } | null;
  /** Null: never closed. */
  lastClose: TillClose | null;
}

export interface TillsCancelCloseBody {
  /** The close: refuses if it is not the last. */
  id?: string;
}

export interface TillsCloseBody {
  /** What was counted, by account. */
  counts?: { accountId: string; amount: DecimalInput; expected?: DecimalInput }[];
  /** A note for the people who read the close. */
  details?: string;
  /** As in the preview: refuses if another close came first. */
  number?: number;
}

export interface TillsOpenBody {
  /** The cash counted in the drawer, by cash account. */
  floats?: ({ accountId: string; amount: DecimalInput; from?: { accountId: string; divisionId?: string | null } })[];
  /** For the people who read the opening. */
  note?: string;
}

export interface ToolCall {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The idempotency key, also sent to the address as `Idempotency-Key`. */
  toolCallId: string;
  /** The bot that called it; null: a member tried it. */
  botId: string | null;
  /** The name of the tool. */
  type: string;
  /** In which it was called; null: in none. */
  conversationId: string | null;
  /** As the model gave them. */
  args: Record<string, unknown>;
  /** As the model received it. */
  result: unknown;
  /** Whether it has ended, and how. */
  state: "running" | "done" | "failed";
  /** Why it failed; null: it did not. */
  error: string | null;
  /** The HTTP status of the answer; null: none. */
  responseStatus: number | null;
  /** Until the end of the answer; null: none. */
  durationMs: number | null;
  /** When it was created. */
  createdAt: string;
  /** When it ended; null: it has not. */
  finishedAt: string | null;
}

export type ToolCallPage = PageInfo & { data: ToolCall[] };

export interface ToolDecision {
  /** A conversation (chat): `GET /v1/conversation`. */
  conversationId: string;
  /** The pending call, from `calls` of the turn. */
  callId: string;
  /** True runs it exactly as it is shown. */
  approved: boolean;
  /** Why it is refused, for the assistant. */
  reason?: string;
}

export interface ToolTrial {
  /** Arguments that match `parameters`. */
  args: Record<string, unknown>;
  /** False is a dry run: it answers the request that would be sent. */
  send?: boolean;
}

export interface ToolTrialResult {
  /** As it was, or would be, sent. */
  request: { method: string; url: string; headers: Record<string, string>; body: string | null };
  /** Null in a dry run, or where no answer arrived. */
  response: { status: number; body: string; truncated: boolean; durationMs: number } | null;
  /** Why the call failed; null: it did not, or nothing was sent. */
  error: string | null;
}

export interface TracedMovement {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  type: StockMovementType;
  /** The day of the movement. */
  date: string;
  /** Where the goods arrived or left. */
  divisionId: string;
  /** The other division of a transfer; null: it is none. */
  counterpartDivisionId: string | null;
  /** Negative for goods that left. */
  quantity: string;
  /** The document or action that moved it. */
  cause: { kind: string; id: string };
  /** Null for movements by hand. */
  document: { pendingRecordId: string | null; number: number | null; fiscalNumber: string | null; contactId: string | null; contactName: string | null; deliveryId: string | null; returnId: string | null } | null;
  /** The movement that this one reverses; null: none. */
  reversesId: string | null;
  /** Its document was changed or voided. */
  reversedById: string | null;
  /** What was noted with it. */
  note: string | null;
}

export type TracedMovementPage = PageInfo & { data: TracedMovement[] };

export interface Training {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** A bot: `GET /v1/bot`. */
  botId: string;
  /** Where its text comes from. */
  kind: "question" | "text" | "document" | "page" | "live";
  /** The question or heading. */
  title: string;
  /** The file of a `document`; otherwise null. */
  fileId: string | null;
  /** The address of a `page`; otherwise null. */
  url: string | null;
  /** The data of a `live` entry; otherwise null. */
  source: LiveSource | null;
  /** Of the newest version. `pending`: its text is being read. */
  state: "pending" | "ready" | "failed";
  /** Why the text could not be read. */
  error: string | null;
  /** The number of its newest version. */
  newestVersion: number;
  /** The version that answers use; null: none. */
  approvedVersion: number | null;
  /** When it was approved; null: answers do not use it. */
  approvedAt: string | null;
  /** The member who approved it; null: not approved. */
  approvedBy: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
}

export interface TrainingChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** A heading that members and answers show. */
  title?: string;
  /** The new text, of a question or text. */
  content?: string;
  /** True approves the newest version; false withdraws the entry from answers. */
  approved?: boolean;
  /** Makes the text of an earlier version the newest one. */
  useVersion?: number;
  /** Reads the file or page again, as a new version. */
  readAgain?: true;
}

export type TrainingDetails = Training & ({ content: string; versions: ({ number: number; title: string; state: "pending" | "ready" | "failed"; length: number; createdAt: string; createdBy: string | null })[] });

export type TrainingPage = PageInfo & { data: Training[] };

export type TurnState = "waiting" | "running" | "answered" | "unknown" | "handed-over" | "resolved" | "failed" | "silenced";

export interface UsageGetAnswer {
  /** The plan that counts now. */
  plan: "free" | "business" | "pro";
  /** The present month. */
  period: { from: string; to: string };
  /** One for each meter. */
  meters: ({ name: "members" | "storageBytes" | "bots" | "documents" | "messages" | "electronicReceipts" | "automationRuns" | "aiTokens"; used: number; limit: number | null; isMonthly: boolean })[];
}

export interface UsageListDaysAnswer {
  /** The first day that counts. */
  from: string;
  /** The last day that counts. */
  to: string;
  /** One for each meter. */
  meters: ({ name: "documents" | "messages" | "electronicReceipts" | "automationRuns" | "aiTokens"; total: number; days: { date: string; quantity: number }[] })[];
}

export interface User {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** With which the person signs in. */
  email: string;
  /** What colleagues see; may be empty. */
  name: string;
  /** A language tag, such as `es-DO`. */
  locale: string;
  /** Whether the person can sign in with a password. */
  hasPassword: boolean;
  /** How many passkeys the person has. */
  passkeyCount: number;
  /** When it was created. */
  createdAt: string;
}

export interface UsersChangeEmailBody {
  /** From `POST /v1/user/email`. */
  requestId: string;
  /** The six digits from the e-mail. */
  pin: string;
}

export interface UsersCreateTokenAnswer {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Send it as `Authorization: Bearer …`. Shown once. */
  token: string;
  /** The one that it works in; null: none. */
  organizationId: string | null;
  /** Until when it works. */
  expiresAt: string;
}

export interface UsersDeleteSessionBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface UsersLogoutBody {
  /** Ends all sessions and raw tokens of the person. */
  everywhere?: boolean;
}

export interface UsersRequestEmailChangeAnswer {
  /** From `pinRequest`; binds the code to the requester. */
  requestId: string;
  /** Until when the code works. */
  expiresAt: string;
}

export interface UsersRequestEmailChangeBody {
  /** The new address, to which a code is sent. */
  email: string;
}

export interface UsersRequestPinAnswer {
  /** From `pinRequest`; binds the code to the requester. */
  requestId: string;
  /** Until when the code works. */
  expiresAt: string;
}

export interface ValuedProduct {
  /** The product. */
  resourceId: string;
  /** The product, as lists show it. */
  resource: { name: string; code: string | null; unit: string };
  /** Where it is kept. */
  divisionId: string;
  /** In stock; negative where more was sold than there was. */
  quantity: string;
  /** The value of one unit; null without stock. */
  unitCost: string | null;
  /** At cost, in the organization’s currency. */
  value: string;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** The name of the division. */
  division: string;
}

export type ValuedProductPage = PageInfo & { data: ValuedProduct[] };

export interface VerifiedDomain {
  /** As it was asked. */
  domain: string;
  /** As in the list of domains; `unknown`: nobody has added it. */
  state: "pending" | "verified" | "lost" | "unknown";
}

export interface VersionComparison {
  /** The earlier version. */
  from: RichDocumentVersion;
  /** The later version. */
  to: RichDocumentVersion;
  /** The content as Markdown, in parts: word by word, or line by line where much has changed. */
  differences: ({ change: "same" | "added" | "removed"; text: string })[];
}

export interface VersionRestored {
  /** The version whose trigger and nodes are wanted again. */
  automationVersion: number;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
}

export interface VisitActivity {
  /** Of the session. */
  visitorToken: string;
  /** Whether the visitor is writing. Ends by itself after a few seconds. */
  typing?: boolean;
  /** The newest message that the visitor has seen. */
  seenSeq?: string;
  /** Where answers go when the visitor has left. */
  email?: string;
}

export interface VisitSession {
  /** Opens the conversation of this visitor, and no other. */
  visitorToken: string;
  /** Whether the organization signed who the visitor is. */
  isVerified: boolean;
  /** Whether answers can be sent by e-mail when the visitor has left. */
  hasEmail: boolean;
  /** The newest messages, oldest first. */
  data: WidgetMessage[];
  /** Whether there are earlier ones. */
  hasMore: boolean;
  /** Answers that the visitor has not seen. */
  unread: number;
  /** Opens the messaging app with a text that continues this conversation there, within a day and once. */
  continueUrl: string | null;
  /** Whether somebody is writing an answer. */
  isTyping: boolean;
  /** The newest entry that somebody of the organization has seen; 0: none. */
  readSeq: string;
  /** The newest entry that the visitor has seen; 0: none. */
  seenSeq: string;
}

export interface VisitorBooking {
  /** What is booked. */
  title: string;
  /** What visitors should know; may be empty. */
  description: string;
  /** Where it takes place; may be empty. */
  location: string;
  /** Where it takes place online; only of a confirmed booking. */
  url: string | null;
  /** When it begins. */
  startsAt: string;
  /** When it ends. */
  endsAt: string;
  /** An IANA time zone, such as `America/Santo_Domingo`. */
  timeZone: string;
  /** Of the page and the e-mails. */
  language: "es" | "en";
  /** `held`: until paid or confirmed; `waiting`: for a place. */
  state: "held" | "booked" | "attended" | "no_show" | "waiting" | "canceled";
  /** Of the visitor. */
  name: string;
  /** Until when the place is held; null: it is not only held. */
  holdExpiresAt: string | null;
  /** Where the deposit is paid; null: none is due. */
  payUrl: string | null;
  /** For people: `RD$ 500.00`. */
  depositDue: string | null;
  /** Whether the visitor may cancel it now. */
  mayCancel: boolean;
  /** Whether the visitor may move it now. */
  mayMove: boolean;
  /** Why it was canceled, if somebody said so. */
  cancellationReason: string | null;
  /** Whether the deposit is refunded if the booking is canceled now. Null: no deposit was paid. */
  depositIfCanceled: "refunded" | "kept" | null;
  /** The booking for a calendar (`.ics`). */
  calendarUrl: string;
  /** The next slots that it can be moved to, in its time zone. */
  moveSlots: { date: string; startTime: string }[];
  /** Where another time can be booked. */
  bookingUrl: string | null;
  /** The business that gives it. */
  organization: Brand;
  /** Where the business is reached, for what cannot be changed here. */
  contact: { phone: string | null; email: string | null };
}

export interface VisitorChange {
  /** What the visitor does with the booking. */
  action: "cancel" | "move";
  /** Of a move from a page: `date` and `startTime` with a space between them. */
  slot?: string;
  /** Of a move, in `timeZone`. */
  date?: string;
  /** As the slot states it: `09:30`. A time that the clock shows twice has its offset: `01:30-05:00`. */
  startTime?: string;
  /** IANA name, for example America/Santo_Domingo */
  timeZone?: string;
  /** Of a cancellation: why, for the business. */
  reason?: string;
}

/** `10` Pérdida o hurto de talonarios; `01` Deterioro de factura preimpresa; `02` Errores de impresión (factura preimpresa); `03` Impresión defectuosa; `04` Corrección de la información; `05` Cambio de … */
export type VoidReasonCode = "10" | "01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09";

export interface VoidedFiscalNumbers {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  type: FiscalTypeCode;
  /** The first number, with its type. */
  from: string;
  /** The last number, with its type. */
  to: string;
  /** How many numbers these are. */
  count: number;
  /** The day on which they were voided: it decides on the 608 that has them. */
  date: string;
  reason: VoidReasonCode;
  /** The reason in words. */
  reasonText: string;
  /** The range of unused numbers; null: the number of a voided document. */
  numeralsId: string | null;
  /** When it was created. */
  createdAt: string;
}

export type VoidedFiscalNumbersPage = PageInfo & { data: VoidedFiscalNumbers[] };

export interface WabaAdded {
  /** The id of the business account at the provider. */
  wabaId: string;
  provider?: Provider;
  /** The sign-up that opened it. Default: the newest ones. */
  connectionId?: string;
  /** A token of a system user of the account instead of a sign-up. Stored encrypted, never shown again. */
  accessToken?: string;
}

export interface Webhook {
  /** Where events are sent with POST: a public https address. */
  url: string;
  /** What the webhook is for. */
  description: string;
  /** Exact event types, or a whole group such as `comment:*`. Empty: every event. */
  eventTypes: string[];
  /** How many deliveries are open at once. With 1 they are sent one after the other, oldest first. */
  parallelism: number;
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Whether events are sent to it. */
  active: boolean;
  /** The first failure since the last success; null while deliveries succeed. */
  failingSince: string | null;
  /** After too many failures switched it off, the time from which a replay sends what it missed: a minute before at the latest. Null otherwise. */
  disabledAt: string | null;
  /** `gone`: it responded with 410. `failing`: no success for 5 days. `exhausted`: 20 consecutive deliveries used up their attempts. */
  disabledReason: "gone" | "failing" | "exhausted" | null;
  /** Until then deliveries are also signed with the previous secret. */
  previousSecretExpiresAt: string | null;
  /** One more with each change. Send it with a change: a stale one is refused. */
  version: number;
  /** When it was created. */
  createdAt: string;
}

export interface WebhookChange {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** As read: refused with `version_conflict` if it has changed since. */
  version?: number;
  /** Where events are sent with POST: a public https address. */
  url?: string;
  /** What the webhook is for. */
  description?: string;
  /** Exact event types, or a whole group such as `comment:*`. Empty: every event. */
  eventTypes?: string[];
  /** How many deliveries are open at once. With 1 they are sent one after the other, oldest first. */
  parallelism?: number;
  /** False switches it off; true switches it on again and clears its failures. */
  active?: boolean;
  /** Makes a new secret, which is only in this answer. */
  rotateSecret?: true;
}

export interface WebhookDelivery {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** The webhook, from `GET /v1/organization/webhook`. */
  webhookId: string;
  /** The event that is delivered. */
  event: { id: string; seq: string | null; type: string };
  status: WebhookDeliveryStatus;
  /** Since the delivery was created or last retried by request. */
  attempts: number;
  /** When it is attempted next; null: it is not. */
  nextAttemptAt: string | null;
  /** When it was created. */
  createdAt: string;
  /** When it was last attempted; null: not yet. */
  lastAttemptAt: string | null;
  /** Of the last attempt. */
  durationMs: number | null;
  /** What is sent. */
  request: { headers: Record<string, string> | null; body: string };
  /** The response to the last attempt; null when none arrived. */
  response: { status: number; body: string } | null;
  /** Why the last attempt failed. */
  error: string | null;
}

export type WebhookDeliveryPage = PageInfo & { data: WebhookDelivery[] };

/** `pending`: not delivered yet, and attempted again; `failed`: given up. */
export type WebhookDeliveryStatus = "pending" | "delivered" | "failed";

export type WebhookDetails = Webhook & { counters: { pending: number; delivered: number; failed: number }; results: WebhookDelivery[] };

/** An event as it is sent to a webhook. */
export interface WebhookMessage {
  /** The id of the event: equal in every attempt to deliver it. */
  id: string;
  /** The type of the event. */
  type: string;
  /** When the event happened. */
  timestamp: string;
  /** The payload of the event. */
  data: Record<string, unknown>;
}

export type WebhookPage = PageInfo & { data: Webhook[] };

export interface WebhooksDeleteBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
}

export interface WebhooksReplayAnswer {
  /** The last event that is sent again; later ones are sent as they happen. */
  throughSeq: string;
}

export interface WebhooksReplayBody {
  /** The webhook, from `GET /v1/organization/webhook`. */
  webhookId: string;
  /** At most 30 days back. */
  since: string;
}

export interface WebhooksRetryAnswer {
  /** How many are attempted again. */
  retried: number;
}

export type WebhooksRetryBody = { id: string } | { webhookId: string; failed: true };

export interface WebhooksSearchDeliveriesBody {
  /** Fields of the payload with their values. Empty: every delivery. */
  payload: Record<string, unknown>;
  /** Deliveries to one of these webhooks. */
  webhookId?: string | string[];
  /** Deliveries with one of these statuses. */
  status?: WebhookDeliveryStatus | WebhookDeliveryStatus[];
  /** The type of the event. */
  type?: string | string[];
  /** The order; a minus sorts descending. */
  sort?: "created" | "-created";
  /** From 1. */
  page?: number;
  /** How many rows a page has at most. */
  itemsPerPage?: number;
  /** `total` is exact up to 10,000; ask `exact` to count beyond. */
  count?: "estimate" | "exact";
  /** `nextCursor` of the page before: every page costs the same. */
  cursor?: string;
}

export interface WebhooksTestBody {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Sends the example of this event type. Default: `webhook:test`. */
  type?: string;
}

export interface WebsiteDomain {
  /** Without `https://`, in small letters. */
  domain: string;
  /** `lost`: its records have been missing for three days, or another organization has proved it. */
  state: "pending" | "verified" | "lost";
  /** The problem that the last check found: no TXT record, another target, or another organization has verified the domain. */
  problem: "proof_missing" | "points_elsewhere" | "taken" | null;
  /** The records to set. Where a name server has no ALIAS, use A and AAAA records of the same target. */
  records: ({ type: "TXT" | "CNAME" | "ALIAS"; name: string; value: string })[];
  /** When its records were last looked up; null: not yet. */
  checkedAt: string | null;
  /** When it was proved; null: not yet. */
  verifiedAt: string | null;
  /** When it was created. */
  createdAt: string;
}

export interface WebsiteDomainCursorPage {
  /** The rows. */
  data: WebsiteDomain[];
}

export interface WebsitePage {
  /** The document (files) that it shows. */
  documentId: string;
  /** Posts are in the blog. */
  kind: "page" | "post";
  /** The present title of the document. */
  title: string;
  /** Null: it has no address yet. */
  slug: string | null;
  /** For search engines and feeds. */
  description: string;
  /** `changed`: the document was saved since it was published. */
  state: "draft" | "published" | "changed";
  /** Null while it is not published. */
  url: string | null;
  /** Opens the present version, published or not; null: no preview. */
  previewUrl: string | null;
  /** When it was last published; null: it is not. */
  publishedAt: string | null;
  /** When it was last changed. */
  updatedAt: string;
  /** 0: nothing was set yet. */
  version: number;
}

export interface WebsiteProduct {
  /** For a cart. */
  resourceId: string;
  /** Its page. */
  url: string;
  /** Of the product. */
  name: string;
  /** Of the product; may be empty. */
  description: string;
  /** Its code (SKU). */
  code: string | null;
  /** Of the product; null: none. */
  category: string | null;
  /** In which it is sold. */
  unit: string;
  /** Those that are named in `attributes` of the settings `website`, in that order. */
  attributes: Record<string, string | number | boolean>;
  /** Addresses of pictures, the first one first. */
  images: string[];
  /** Of one unit today for everyone, with taxes. Null: it is sold without a fixed price. */
  price: string | null;
  /** ISO 4217, for example `DOP`. */
  currency: string;
  /** Whether it can be bought here now. Null: it is not sold here. */
  inStock: boolean | null;
}

export interface WebsitesAddDomainBody {
  /** A domain, also with letters outside of ASCII. */
  domain: string;
}

export interface WebsitesMayCertifyAnswer {
  /** As it was asked. */
  domain: string;
}

export interface WebsitesReadContentAnswer {
  /** The website at the address of this service. */
  url: string;
  /** Changed with `PATCH /v1/organization/settings`, section `website`. */
  settings: OrganizationWebsiteSettings;
  /** The newest 1,000 documents of kind `page` and `post`, drafts included. */
  pages: WebsitePage[];
  /** Collections of products that the website shows. */
  collections: { id: string; name: string; url: string }[];
  /** Forms that the website shows and visitors can fill in. */
  forms: { id: string; name: string; url: string }[];
  /** Booking pages that the website shows and visitors can use. */
  bookings: { id: string; name: string; url: string }[];
  /** The domains at which it opens, or will open. */
  domains: WebsiteDomain[];
}

export interface WeeklyWindow {
  /** The day on which it begins. */
  weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** When it begins, by the clocks of the schedule. */
  from: string;
  /** `24:00` is the end of the day. A time before `from` is one of the next day: from `20:00` to `02:00`. */
  to: string;
}

export interface WidgetChange {
  /** Shown at the top of the widget. Empty: the name of the organization. */
  title?: string;
  /** Shown before the first message. Empty: a standard text. */
  greeting?: string;
  /** Of the button and the header, as `#rrggbb`. */
  color?: string;
  /** The corner of the page in which the button is. */
  position?: "right" | "left";
  /** Of the texts that the widget itself shows. */
  language?: "es" | "en";
  /** The sites that may show the widget. Empty: none. */
  allowedDomains?: string[];
  /** Asks visitors for their e-mail address before the first message. */
  asksForEmail?: boolean;
}

export interface WidgetFeed {
  /** The rows. */
  data: WidgetMessage[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Whether somebody is writing an answer. */
  isTyping: boolean;
  /** The newest entry that somebody of the organization has seen; 0: none. */
  readSeq: string;
  /** The newest entry that the visitor has seen; 0: none. */
  seenSeq: string;
}

export interface WidgetMessage {
  /** Its id. A UUID is a UUIDv7: later objects have larger ones. */
  id: string;
  /** Its place in the conversation; resumes the live stream. */
  seq: string;
  /** The `id` that the browser gave it. */
  clientId: string | null;
  /** `agent`: a member; `system`: the service itself. */
  from: "visitor" | "agent" | "bot" | "system";
  /** Of the person who answers. */
  name: string | null;
  /** `text`, `image`, `document` … */
  type: string;
  /** The text or the caption; empty: none. */
  text: string;
  /** Answers to choose from. */
  buttons: string[];
  /** A place on the map; null: none. */
  location: { latitude: number; longitude: number; name: string } | null;
  /** Pictures, sounds and documents. */
  media: ({ name: string; contentType: string; url: string | null })[];
  /** When it was written. */
  at: string;
  /** Whether its author took it back. */
  isDeleted: boolean;
}

export interface WidgetMessageCursorPage {
  /** The rows. */
  data: WidgetMessage[];
}

export interface WidgetSettings {
  /** Shown at the top of the widget. Empty: the name of the organization. */
  title: string;
  /** Shown before the first message. Empty: a standard text. */
  greeting: string;
  /** Of the button and the header, as `#rrggbb`. */
  color: string;
  /** The corner of the page in which the button is. */
  position: "right" | "left";
  /** Of the texts that the widget itself shows. */
  language: "es" | "en";
  /** The sites that may show the widget. Empty: none. */
  allowedDomains: string[];
  /** Asks visitors for their e-mail address before the first message. */
  asksForEmail: boolean;
}

/** The refusals that any operation may answer. */
export type GeneralCode = 'invalid_request' | 'malformed_body' | 'unsupported_media_type' | 'body_too_large' | 'unauthenticated' | 'ambiguous_credentials' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'user_required' | 'idempotency_key_reused' | 'request_still_running' | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'dry_run_unsupported' | 'organization_closed' | 'internal_error' | 'unavailable' | 'busy';

export interface Operations {
  GET: {
    /** Request a sign-in code by e-mail */
    '/v1/user/login/pinRequest': { request: { params: { query: { email: string } } }; answer: UsersRequestPinAnswer; code: GeneralCode | 'too_many_requests' };
    /** Issue a raw token */
    '/v1/user/token': { request: { params?: { query?: { name?: string } } }; answer: UsersCreateTokenAnswer; code: GeneralCode | 'cross_site_request' | 'user_required' | 'fresh_authentication_required' | 'too_many_requests' };
    /** List my sessions and tokens */
    '/v1/user/session': { request: {}; answer: SessionCursorPage; code: GeneralCode | 'too_many_requests' };
    /** Check whether passkeys are offered */
    '/v1/passkey/check': { request: {}; answer: PasskeysCheckAnswer; code: GeneralCode | 'too_many_requests' };
    /** List my passkeys */
    '/v1/passkey': { request: {}; answer: PasskeyCursorPage; code: GeneralCode | 'too_many_requests' };
    /** List the comments on something */
    '/v1/organization/comment': { request: { params?: { query?: { sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; invoiceId?: string; divisionId?: string; beneficiaryId?: string; recurrencyId?: string; resourceId?: string; taskId?: string; productionId?: string; recordId?: string; accountId?: string } } }; answer: CommentPage; code: GeneralCode | 'too_many_requests' };
    /** List my notifications */
    '/v1/organization/user/notifications': { request: { params?: { query?: { unread?: boolean; kind?: string | string[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: NotificationsListAnswer; code: GeneralCode | 'too_many_requests' };
    /** List my organizations */
    '/v1/organization': { request: { params?: { query?: { search?: string; sort?: "name" | "-name" | "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: MyOrganizationPage; code: GeneralCode | 'too_many_requests' };
    /** Read the active organization */
    '/v1/organization/active': { request: {}; answer: ActiveOrganization; code: GeneralCode | 'too_many_requests' };
    /** List the referrals */
    '/v1/organization/referrals': { request: { params?: { query?: { sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: OrganizationsListReferralsAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read the image of an organization */
    '/v1/organization/image/{organizationId}': { request: { params: { path: { organizationId: string }; query?: { size?: "64" | "128" | "256" | "512" | "1024"; v?: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the imports */
    '/v1/organization/import/history': { request: { params?: { query?: { kind?: string | string[]; status?: ImportStatus | ImportStatus[]; from?: string; to?: string; sort?: "started" | "-started"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ImportPage; code: GeneralCode | 'too_many_requests' };
    /** Read an import */
    '/v1/organization/import/{importId}': { request: { params: { path: { importId: string } } }; answer: Import; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the invitations */
    '/v1/organization/invite': { request: { params?: { query?: { status?: InvitationStatus | InvitationStatus[]; search?: string; sort?: "created" | "-created" | "email" | "-email"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: InvitationPage; code: GeneralCode | 'too_many_requests' };
    /** List the members */
    '/v1/organization/users': { request: { params?: { query?: { search?: string; role?: "owner" | "admin" | "accountant" | "seller" | "agent" | "viewer" | "custom" | ("owner" | "admin" | "accountant" | "seller" | "agent" | "viewer" | "custom")[]; active?: boolean; sort?: "name" | "-name" | "joined" | "-joined"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: MemberPage; code: GeneralCode | 'too_many_requests' };
    /** List the API keys */
    '/v1/organization/api-key': { request: { params?: { query?: { live?: boolean; sort?: "created" | "-created" | "name" | "-name"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ApiKeyPage; code: GeneralCode | 'too_many_requests' };
    /** Read the settings */
    '/v1/organization/settings': { request: {}; answer: SettingsGetAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read one member’s settings */
    '/v1/organization/settings/user': { request: { params?: { query?: { userId?: string } } }; answer: SettingsGetUserAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List labels */
    '/v1/label': { request: { params?: { query?: { usedFor?: "contact" | "file" | "document" | "task" | "conversation" | ("contact" | "file" | "document" | "task" | "conversation")[]; sort?: "name" | "-name"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: LabelPage; code: GeneralCode | 'too_many_requests' };
    /** Create an error key */
    '/v1/organization/log-error/key': { request: {}; answer: ErrorReportsCreateKeyAnswer; code: GeneralCode | 'too_many_requests' };
    /** List files and folders */
    '/v1/files': { request: { params?: { query?: { folderId?: string | "root"; kind?: "file" | "folder" | ("file" | "folder")[]; label?: string; contentType?: string; search?: string; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: FilePage; code: GeneralCode | 'too_many_requests' };
    /** List the files of something */
    '/v1/files/record/{id}': { request: { params: { path: { id: string }; query?: { folderId?: string | "root"; kind?: "file" | "folder" | ("file" | "folder")[]; label?: string; contentType?: string; search?: string; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: FilePage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the bytes of a file */
    '/v1/files/object': { request: { params: { query: { key: string; download?: boolean } } }; answer: Response; code: GeneralCode | 'not_found' | 'range_not_satisfiable' | 'too_many_requests' };
    /** Read a file by a link */
    '/v1/files/object/public': { request: { params: { query: { token: string } } }; answer: Response; code: GeneralCode | 'link_invalid' | 'link_expired' | 'range_not_satisfiable' | 'too_many_requests' };
    /** Read what files take */
    '/v1/files/usage': { request: {}; answer: FilesUsage; code: GeneralCode | 'too_many_requests' };
    /** Read a rich-text document by query */
    '/v1/files/document': { request: { params: { query: { id: string; version?: number } } }; answer: RichDocument; code: GeneralCode | 'not_found' | 'version_conflict' | 'too_many_requests' };
    /** Read a rich-text document */
    '/v1/files/document/{id}': { request: { params: { path: { id: string }; query?: { version?: number } } }; answer: RichDocument; code: GeneralCode | 'not_found' | 'version_conflict' | 'too_many_requests' };
    /** Export the content of a document */
    '/v1/files/document/{id}/content': { request: { params: { path: { id: string }; query?: { format?: "html" | "markdown"; version?: number } } }; answer: Response; code: GeneralCode | 'not_found' | 'version_conflict' | 'out_of_range' | 'too_complex' | 'too_many_requests' };
    /** List the versions of a document */
    '/v1/files/document/{id}/versions': { request: { params: { path: { id: string }; query?: { sort?: "version" | "-version"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: RichDocumentVersionPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Compare two versions of a document */
    '/v1/files/document/{id}/compare': { request: { params: { path: { id: string }; query: { from: number; to?: number } } }; answer: VersionComparison; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_complex' | 'too_many_requests' };
    /** Read a shared document */
    '/v1/files/document/{id}/public': { request: { params: { path: { id: string } } }; answer: PublicDocument; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List rich-text documents */
    '/v1/files/documents': { request: { params?: { query?: { kind?: RichDocumentKind | RichDocumentKind[]; label?: string; search?: string; archived?: boolean | "all"; updatedSince?: string; sort?: "title" | "-title" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: RichDocumentHeadPage; code: GeneralCode | 'too_many_requests' };
    /** Read the event stream */
    '/v1/organization/events': { request: { params?: { query?: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; type?: string; payload?: string; cursor?: string; from?: string; to?: string } } }; answer: RecordedEventPage; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'filter_too_broad' | 'cursor_ahead' | 'too_many_requests' };
    /** List webhooks */
    '/v1/organization/webhook': { request: { params?: { query?: { active?: boolean; sort?: "created" | "-created" | "url" | "-url"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: WebhookPage; code: GeneralCode | 'too_many_requests' };
    /** Read a webhook and its recent results */
    '/v1/organization/webhook/{webhookId}': { request: { params: { path: { webhookId: string } } }; answer: WebhookDetails; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Open the merchant account */
    '/v1/organization/pay/create': { request: {}; answer: MerchantAccount; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'out_of_range' | 'provider_refused' | 'provider_key_reused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Get a fresh onboarding link */
    '/v1/organization/pay/link': { request: { params?: { query?: { returnUrl?: string; refreshUrl?: string } } }; answer: MerchantAccountGetLinkAnswer; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'out_of_range' | 'merchant_account_missing' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Get the dashboard link and the state of the merchant account */
    '/v1/organization/pay/dashboard': { request: {}; answer: MerchantAccountGetDashboardAnswer; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'out_of_range' | 'merchant_account_missing' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List the payment methods that the merchant account accepts */
    '/v1/organization/payproc/payment-methods': { request: {}; answer: MerchantAccountListPaymentMethodsAnswer; code: GeneralCode | 'out_of_range' | 'provider_refused' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Read the payout schedule by its link */
    '/v1/payment/change-payouts-intervar': { request: { params: { query: { token: string } } }; answer: PayoutSchedule; code: GeneralCode | 'not_found' | 'out_of_range' | 'merchant_account_missing' | 'provider_refused' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List the organization's own payment methods */
    '/v1/organization/customer/payment-methods': { request: {}; answer: OwnPaymentMethodsListAnswer; code: GeneralCode | 'out_of_range' | 'provider_refused' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Read the settings of the card processor */
    '/v1/organization/cardproc': { request: {}; answer: CardProcessor; code: GeneralCode | 'too_many_requests' };
    /** List the plans of this service */
    '/v1/billing': { request: {}; answer: BillingListPlansAnswer; code: GeneralCode | 'too_many_requests' };
    /** Get the page on which a plan is paid */
    '/v1/billing/checkout': { request: { params: { query: { plan: "business" | "pro"; interval?: "month" | "year"; email?: string } } }; answer: BillingCheckoutAnswer; code: GeneralCode | 'subscription_exists' | 'request_still_running' | 'out_of_range' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Get the page on which the subscription is managed */
    '/v1/billing/portal': { request: { params?: { query?: { returnUrl?: string } } }; answer: BillingPortalAnswer; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'out_of_range' | 'no_subscription' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Read the subscription of the organization */
    '/v1/billing/subscription': { request: {}; answer: BillingGetSubscriptionAnswer; code: GeneralCode | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List what the organization paid for this service */
    '/v1/billing/payment-history': { request: {}; answer: BillingListPaymentsAnswer; code: GeneralCode | 'out_of_range' | 'provider_refused' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Get what is used of the plan */
    '/v1/usage': { request: {}; answer: UsageGetAnswer; code: GeneralCode | 'too_many_requests' };
    /** Get the use by day */
    '/v1/usage/stats': { request: { params?: { query?: { from?: string; to?: string; meter?: "documents" | "messages" | "electronicReceipts" | "automationRuns" | "aiTokens" | ("documents" | "messages" | "electronicReceipts" | "automationRuns" | "aiTokens")[] } } }; answer: UsageListDaysAnswer; code: GeneralCode | 'out_of_range' | 'span_too_long' | 'too_many_requests' };
    /** List contacts (customers and suppliers) */
    '/v1/beneficiary': { request: { params?: { query?: { search?: string; kind?: ContactKind | ContactKind[]; isCustomer?: boolean; isSupplier?: boolean; archived?: boolean | "all"; label?: string; sellerId?: string | string[]; taxStatus?: TaxStatus | TaxStatus[]; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ContactPage; code: GeneralCode | 'too_many_requests' };
    /** Download contacts */
    '/v1/beneficiary/export': { request: { params?: { query?: { search?: string; kind?: ContactKind | ContactKind[]; isCustomer?: boolean; isSupplier?: boolean; archived?: boolean | "all"; label?: string; sellerId?: string | string[]; taxStatus?: TaxStatus | TaxStatus[]; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** Read a contact */
    '/v1/beneficiary/{beneficiaryId}': { request: { params: { path: { beneficiaryId: string } } }; answer: ContactDetail; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Find a contact by contact data */
    '/v1/beneficiary/byId/{contactData}': { request: { params: { path: { contactData: string } } }; answer: ContactDetail; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Download a template to import customers and suppliers */
    '/v1/beneficiary/import/template': { request: { params?: { query?: { format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** Read contact data */
    '/v1/beneficiary/contact/{contactDataId}': { request: { params: { path: { contactDataId: string } } }; answer: ContactDatum; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Invent a tax id for tests */
    '/v1/beneficiary/taxId/random': { request: { params?: { query?: { kind?: "rnc" | "cedula" } } }; answer: TaxRegistryInventAnswer; code: GeneralCode | 'too_many_requests' };
    /** Look up a tax id */
    '/v1/beneficiary/taxId/{taxId}': { request: { params: { path: { taxId: string } } }; answer: TaxIdLookUp; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Check all contacts against the tax registry */
    '/v1/beneficiary/tax-data/process': { request: { params?: { query?: { id?: string } } }; answer: TaxCheck; code: GeneralCode | 'not_found' | 'out_of_range' | 'registry_empty' | 'idempotency_key_reused' | 'too_many_requests' };
    /** List the saved payment methods of all contacts */
    '/v1/beneficiary/payproc/payment-methods': { request: { params?: { query?: { provider?: PaymentProvider | PaymentProvider[]; beneficiaryId?: string | string[]; expiresUntil?: string; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ListedMethodPage; code: GeneralCode | 'too_many_requests' };
    /** List the saved payment methods of a contact */
    '/v1/beneficiary/{beneficiaryId}/payment-methods': { request: { params: { path: { beneficiaryId: string } } }; answer: SavedMethods; code: GeneralCode | 'not_found' | 'out_of_range' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Read income, expense and result */
    '/v1/record/resume': { request: { params?: { query?: { from?: string; to?: string; by?: "day" | "week" | "month" | "year"; divisionId?: string } } }; answer: RecordSummary; code: GeneralCode | 'out_of_range' | 'too_many_periods' | 'too_many_requests' };
    /** Sum the taxes paid on expenses */
    '/v1/record/taxes-paid': { request: { params?: { query?: { from?: string; to?: string; by?: "day" | "week" | "month" | "year"; divisionId?: string } } }; answer: TaxesPaid; code: GeneralCode | 'out_of_range' | 'too_many_periods' | 'too_many_requests' };
    /** Read series for a chart */
    '/v1/record/chart': { request: { params?: { query?: { from?: string; to?: string; kind?: string | string[]; accountId?: string | string[]; chartAccountId?: string | string[]; divisionId?: string | string[]; projectId?: string | string[]; contactId?: string | string[]; sellerId?: string | string[]; search?: string; by?: "day" | "week" | "month" | "year"; group?: "kind" | "account" | "chartAccount" | "division" | "project" | "contact" | "seller"; measure?: "income" | "expense" | "result" | "debit" | "credit" } } }; answer: RecordChart; code: GeneralCode | 'out_of_range' | 'too_many_periods' | 'too_many_groups' | 'too_many_requests' };
    /** List records and their sums */
    '/v1/record/report': { request: { params?: { query?: { from?: string; to?: string; kind?: string | string[]; accountId?: string | string[]; chartAccountId?: string | string[]; divisionId?: string | string[]; projectId?: string | string[]; contactId?: string | string[]; sellerId?: string | string[]; search?: string; status?: "posted" | "void" | "all"; notConciliatedIn?: string; groupBy?: string; updatedSince?: string; sort?: "date" | "-date" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: RecordReport; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'too_many_groups' | 'reference_not_found' | 'too_many_requests' };
    /** Download the records */
    '/v1/record/report/download': { request: { params?: { query?: { from?: string; to?: string; kind?: string | string[]; accountId?: string | string[]; chartAccountId?: string | string[]; divisionId?: string | string[]; projectId?: string | string[]; contactId?: string | string[]; sellerId?: string | string[]; search?: string; status?: "posted" | "void" | "all"; notConciliatedIn?: string; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'too_many_requests' };
    /** Read a record and its history */
    '/v1/record/{recordId}': { request: { params: { path: { recordId: string } } }; answer: RecordHistory; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List projects */
    '/v1/project': { request: { params?: { query?: { search?: string; archived?: boolean | "all"; sort?: "created" | "-created" | "name" | "-name"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ProjectPage; code: GeneralCode | 'too_many_requests' };
    /** Read a project */
    '/v1/project/{projectId}': { request: { params: { path: { projectId: string } } }; answer: Project; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List divisions */
    '/v1/division': { request: { params?: { query?: { kind?: BranchKind | BranchKind[]; archived?: boolean | "all"; search?: string; sort?: "name" | "-name" | "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BranchPage; code: GeneralCode | 'too_many_requests' };
    /** Read a division */
    '/v1/division/{divisionId}': { request: { params: { path: { divisionId: string } } }; answer: Branch; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the balances of divisions */
    '/v1/division/balance': { request: { params?: { query?: { divisionId?: string; date?: string } } }; answer: BranchBalances; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Chart the spending of a division */
    '/v1/division/{divisionId}/spent-chart': { request: { params: { path: { divisionId: string }; query?: { from?: string; to?: string; period?: "day" | "week" | "month" } } }; answer: BranchSpending; code: GeneralCode | 'not_found' | 'out_of_range' | 'range_too_long' | 'too_many_requests' };
    /** Read the state of the point of sale */
    '/v1/division/{divisionId}/pos-open-state': { request: { params: { path: { divisionId: string } } }; answer: TillState; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Preview a close */
    '/v1/division/{divisionId}/close-balance': { request: { params: { path: { divisionId: string } } }; answer: TillClosePreview; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List past closes */
    '/v1/division/{divisionId}/close-list': { request: { params: { path: { divisionId: string }; query?: { from?: string; to?: string; canceled?: boolean; sort?: "closed" | "-closed"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: TillClosePage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the chart of accounts */
    '/v1/chart-of-accounts': { request: { params?: { query?: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; view?: "tree" | "flat"; code?: string | string[]; kind?: ChartAccountKind | ChartAccountKind[]; search?: string; archived?: boolean; balances?: boolean; date?: string; knownAt?: string; divisionId?: string } } }; answer: ChartPage; code: GeneralCode | 'too_many_requests' };
    /** Download the chart of accounts */
    '/v1/chart-of-accounts/export': { request: { params?: { query?: { format?: "csv" | "xlsx"; code?: string | string[]; kind?: ChartAccountKind | ChartAccountKind[]; search?: string; archived?: boolean } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** Download a template to import accounts of the chart */
    '/v1/chart-of-accounts/import/template': { request: { params?: { query?: { format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** List the posting rules */
    '/v1/chart-of-accounts/posting-rules': { request: { params?: { query?: { updatedSince?: string; sort?: "name" | "-name" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ChartOfAccountsListPostingRulesAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read the trial balance, profit and loss, balance sheet, or cash flows */
    '/v1/chart-of-accounts/report': { request: { params: { query: { type: "trial-balance" | "profit-and-loss" | "balance-sheet" | "cash-flow"; from?: string; to?: string; compare?: "previous-period" | "previous-year"; compareFrom?: string; compareTo?: string; knownAt?: string; divisionId?: string } } }; answer: AccountingReport; code: GeneralCode | 'too_many_requests' };
    /** Download the trial balance, profit and loss, balance sheet, or cash flows */
    '/v1/chart-of-accounts/report/download': { request: { params: { query: { type: "trial-balance" | "profit-and-loss" | "balance-sheet" | "cash-flow"; from?: string; to?: string; compare?: "previous-period" | "previous-year"; compareFrom?: string; compareTo?: string; knownAt?: string; divisionId?: string; format?: "csv" | "xlsx" | "pdf" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** List the journal */
    '/v1/chart-of-accounts/journal': { request: { params?: { query?: { from?: string; to?: string; knownAt?: string; postedSince?: string; chartAccountId?: string | string[]; recordId?: string | string[]; recordKind?: string | string[]; divisionId?: string | string[]; projectId?: string | string[]; sort?: "date" | "-date"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DataSourceElementPage; code: GeneralCode | 'too_many_requests' };
    /** Download the journal */
    '/v1/chart-of-accounts/journal/download': { request: { params?: { query?: { from?: string; to?: string; knownAt?: string; postedSince?: string; chartAccountId?: string | string[]; recordId?: string | string[]; recordKind?: string | string[]; divisionId?: string | string[]; projectId?: string | string[]; sort?: "date" | "-date"; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** Download the ledger of an account */
    '/v1/chart-of-accounts/{accountId}/ledger/download': { request: { params: { path: { accountId: string }; query?: { from?: string; to?: string; divisionId?: string; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List budgets */
    '/v1/budget': { request: { params?: { query?: { search?: string; divisionId?: string | string[]; projectId?: string | string[]; date?: string; updatedSince?: string; sort?: "start" | "-start" | "name" | "-name" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BudgetSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read a budget */
    '/v1/budget/{budgetId}': { request: { params: { path: { budgetId: string } } }; answer: Budget; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Compare a budget with the books */
    '/v1/budget/{budgetId}/report': { request: { params: { path: { budgetId: string }; query?: { from?: string; to?: string } } }; answer: BudgetReport; code: GeneralCode | 'not_found' | 'out_of_range' | 'budget_span_wrong' | 'too_many_requests' };
    /** Download the comparison of a budget */
    '/v1/budget/{budgetId}/report/download': { request: { params: { path: { budgetId: string }; query?: { from?: string; to?: string; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'budget_span_wrong' | 'too_many_requests' };
    /** List data sources */
    '/v1/chart-of-accounts/data-source': { request: { params?: { query?: { search?: string; sort?: "name" | "-name" | "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DataSourcePage; code: GeneralCode | 'too_many_requests' };
    /** List the elements of a data source */
    '/v1/chart-of-accounts/data-source/{id}/elements': { request: { params: { path: { id: string }; query?: { from?: string; to?: string; knownAt?: string; postedSince?: string; chartAccountId?: string | string[]; recordId?: string | string[]; recordKind?: string | string[]; divisionId?: string | string[]; projectId?: string | string[]; sort?: "date" | "-date"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DataSourceElementPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a balance by where it comes from */
    '/v1/chart-of-accounts/{accountId}/balance-with-sources': { request: { params: { path: { accountId: string }; query?: { from?: string; to?: string; knownAt?: string; divisionId?: string; dataSourceIds?: string } } }; answer: ChartAccountBalance; code: GeneralCode | 'not_found' | 'out_of_range' | 'reference_not_found' | 'too_many_requests' };
    /** List the accounts */
    '/v1/account': { request: { params?: { query?: { kind?: AccountKind | AccountKind[]; currency?: string | string[]; divisionId?: string | string[]; search?: string; archived?: boolean | "all"; sort?: "created" | "-created" | "name" | "-name"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AccountPage; code: GeneralCode | 'too_many_requests' };
    /** List the balances of accounts */
    '/v1/account/balance': { request: { params?: { query?: { kind?: AccountKind | AccountKind[]; currency?: string | string[]; divisionId?: string | string[]; search?: string; archived?: boolean | "all"; sort?: "created" | "-created" | "name" | "-name"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; date?: string; knownAt?: string } } }; answer: AccountsListBalancesAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read the history of all balances */
    '/v1/account/all/balance-history': { request: { params?: { query?: { from?: string; to?: string; interval?: "day" | "week" | "month"; kind?: AccountKind | AccountKind[]; currency?: string | string[]; divisionId?: string | string[]; search?: string; byAccount?: boolean } } }; answer: AccountsListTotalHistoryAnswer; code: GeneralCode | 'out_of_range' | 'history_too_long' | 'too_many_requests' };
    /** Read the history of a balance */
    '/v1/account/{accountId}/balance-history': { request: { params: { path: { accountId: string }; query?: { from?: string; to?: string; interval?: "day" | "week" | "month" } } }; answer: AccountsListBalanceHistoryAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'history_too_long' | 'too_many_requests' };
    /** Read an account */
    '/v1/account/{accountId}': { request: { params: { path: { accountId: string } } }; answer: Account; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the payouts of the payment processor */
    '/v1/account/payouts': { request: { params?: { query?: { itemsPerPage?: number; cursor?: string } } }; answer: PayoutsListAnswer; code: GeneralCode | 'out_of_range' | 'page_too_large' | 'provider_refused' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List the balances at the payment processor */
    '/v1/account/payout-balances': { request: {}; answer: PayoutsListBalancesAnswer; code: GeneralCode | 'out_of_range' | 'provider_refused' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List open statement lines */
    '/v1/account/{accountId}/conciliation-transactions': { request: { params: { path: { accountId: string }; query?: { from?: string; to?: string; search?: string; sort?: "date" | "-date"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; amount?: DecimalInput } } }; answer: ConciliationsListOpenLinesAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the conciliations of an account */
    '/v1/account/{accountId}/conciliation-list': { request: { params: { path: { accountId: string }; query?: { canceled?: boolean; sort?: "number" | "-number"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ConciliationPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List exchange rates */
    '/v1/currency/rates': { request: { params?: { query?: { date?: string; currency?: string } } }; answer: ExchangeRatesListAnswer; code: GeneralCode | 'too_many_requests' };
    /** Preview a revaluation */
    '/v1/currency/revaluation/preview': { request: { params?: { query?: { date?: string; only?: RevaluedKind | RevaluedKind[] } } }; answer: RevaluationPreview; code: GeneralCode | 'out_of_range' | 'revalued_in_future' | 'too_many_to_revalue' | 'amount_out_of_range' | 'too_many_requests' };
    /** List revaluations */
    '/v1/currency/revaluation': { request: { params?: { query?: { from?: string; to?: string; sort?: "date" | "-date"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: RevaluationSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read a revaluation */
    '/v1/currency/revaluation/{revaluationId}': { request: { params: { path: { revaluationId: string } } }; answer: Revaluation; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List taxes */
    '/v1/taxes/list': { request: { params?: { query?: { kind?: "itbis" | "isc" | "tip" | "withheld-itbis" | "withheld-isr" | "other" | ("itbis" | "isc" | "tip" | "withheld-itbis" | "withheld-isr" | "other")[]; archived?: boolean | "all"; sort?: "place" | "-place" | "code" | "-code"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; date?: string } } }; answer: TaxPage; code: GeneralCode | 'too_many_requests' };
    /** Read legal parameters */
    '/v1/taxes/parameters': { request: { params?: { query?: { date?: string } } }; answer: TaxesListParametersAnswer; code: GeneralCode | 'too_many_requests' };
    /** List fiscal sequences (NCF ranges) */
    '/v1/taxes/numerals': { request: { params?: { query?: { type?: "B01" | "B02" | "B03" | "B04" | "B11" | "B12" | "B13" | "B14" | "B15" | "B16" | "B17" | "E31" | "E32" | "E33" | "E34" | "E41" | "E43" | "E44" | "E45" | "E46" | "E47" | ("B01" | "B02" | "B03" | "B04" | "B11" | "B12" | "B13" | "B14" | "B15" | "B16" | "B17" | "E31" | "E32" | "E33" | "E34" | "E41" | "E43" | "E44" | "E45" | "E46" | "E47")[]; divisionId?: string | string[]; status?: "active" | "exhausted" | "expired" | "archived" | ("active" | "exhausted" | "expired" | "archived")[]; sort?: "type" | "-type" | "authorized" | "-authorized"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: FiscalSequencePage; code: GeneralCode | 'too_many_requests' };
    /** Preview the next fiscal number of a type */
    '/v1/taxes/numerals/next': { request: { params: { query: { type: FiscalTypeCode; divisionId?: string } } }; answer: NextFiscalNumber; code: GeneralCode | 'too_many_requests' };
    /** Preview the next fiscal number of every type */
    '/v1/taxes/numerals/next/all': { request: { params?: { query?: { divisionId?: string } } }; answer: NextFiscalNumberCursorPage; code: GeneralCode | 'too_many_requests' };
    /** List the sequence in use of every type */
    '/v1/taxes/numerals/current/all': { request: { params?: { query?: { divisionId?: string } } }; answer: CurrentFiscalSequenceCursorPage; code: GeneralCode | 'too_many_requests' };
    /** List voided numbers */
    '/v1/taxes/numerals/void': { request: { params?: { query?: { type?: "B01" | "B02" | "B03" | "B04" | "B11" | "B12" | "B13" | "B14" | "B15" | "B16" | "B17" | "E31" | "E32" | "E33" | "E34" | "E41" | "E43" | "E44" | "E45" | "E46" | "E47" | ("B01" | "B02" | "B03" | "B04" | "B11" | "B12" | "B13" | "B14" | "B15" | "B16" | "B17" | "E31" | "E32" | "E33" | "E34" | "E41" | "E43" | "E44" | "E45" | "E46" | "E47")[]; from?: string; to?: string; sort?: "date" | "-date"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: VoidedFiscalNumbersPage; code: GeneralCode | 'too_many_requests' };
    /** List resources (products and services) */
    '/v1/resource': { request: { params?: { query?: { search?: string; kind?: ProductKind | ProductKind[]; category?: string | string[]; code?: string; barcode?: string; tracksStock?: boolean; archived?: boolean | "all"; marketplaceStatus?: MarketplaceStatus | MarketplaceStatus[]; taxId?: string | string[]; listId?: string | string[]; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ProductPage; code: GeneralCode | 'too_many_requests' };
    /** List resources to choose from */
    '/v1/resource/list': { request: { params?: { query?: { search?: string; kind?: ProductKind | ProductKind[]; category?: string | string[]; code?: string; barcode?: string; tracksStock?: boolean; archived?: boolean | "all"; marketplaceStatus?: MarketplaceStatus | MarketplaceStatus[]; taxId?: string | string[]; listId?: string | string[]; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: PickedProductPage; code: GeneralCode | 'too_many_requests' };
    /** List resources by cursor */
    '/v2/resource': { request: { params?: { query?: { search?: string; kind?: ProductKind | ProductKind[]; category?: string | string[]; code?: string; barcode?: string; tracksStock?: boolean; archived?: boolean | "all"; marketplaceStatus?: MarketplaceStatus | MarketplaceStatus[]; taxId?: string | string[]; listId?: string | string[]; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; itemsPerPage?: number; cursor?: string } } }; answer: ProductCursorPage; code: GeneralCode | 'too_many_requests' };
    /** List the ids of resources */
    '/v2/resource/ids': { request: { params?: { query?: { search?: string; kind?: ProductKind | ProductKind[]; category?: string | string[]; code?: string; barcode?: string; tracksStock?: boolean; archived?: boolean | "all"; marketplaceStatus?: MarketplaceStatus | MarketplaceStatus[]; taxId?: string | string[]; listId?: string | string[]; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; cursor?: string; limit?: number } } }; answer: ProductsListIdsAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read a resource */
    '/v1/resource/{resourceId}': { request: { params: { path: { resourceId: string } } }; answer: Product; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List bulk changes */
    '/v1/resource/bulk/history': { request: { params?: { query?: { kind?: BulkKind | BulkKind[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BulkChangePage; code: GeneralCode | 'too_many_requests' };
    /** Read catalog statistics */
    '/v1/resource/stats': { request: {}; answer: ProductsGetStatsAnswer; code: GeneralCode | 'too_many_requests' };
    /** List exports of resources */
    '/v1/resource/export/history': { request: { params?: { query?: { status?: "running" | "done" | "failed" | ("running" | "done" | "failed")[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ProductsExportAnswerPage; code: GeneralCode | 'too_many_requests' };
    /** Download an export of resources */
    '/v1/resource/export/download/{fileName}': { request: { params: { path: { fileName: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'export_not_ready' | 'too_many_requests' };
    /** Download a template to import products and services */
    '/v1/resource/import/template': { request: { params?: { query?: { format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** List the price tiers */
    '/v1/resource/price/labels': { request: {}; answer: PricesListLabelsAnswer; code: GeneralCode | 'too_many_requests' };
    /** Find the price of a sale */
    '/v1/resource/price-discovery': { request: { params: { query: { resourceId: string; contactId?: string; label?: string; quantity?: DecimalInput; date?: string; divisionId?: string; currency?: string; coupon?: string } } }; answer: PricesFindAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** List the taxes of a resource */
    '/v1/resource/tax/{resourceId}': { request: { params: { path: { resourceId: string } } }; answer: ProductTaxes; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List lists of resources */
    '/v1/resource/resource-list': { request: { params?: { query?: { search?: string; type?: ProductListType | ProductListType[]; resourceId?: string | string[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ProductListPage; code: GeneralCode | 'too_many_requests' };
    /** Read a list of resources */
    '/v1/resource/resource-list/{listId}': { request: { params: { path: { listId: string } } }; answer: ProductList; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the members of a list */
    '/v1/resource/resource-list/{listId}/resources': { request: { params: { path: { listId: string }; query?: { search?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ProductListMemberPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List discounts */
    '/v1/resource/discount-recommendation': { request: { params?: { query?: { search?: string; resourceId?: string | string[]; active?: boolean; updatedSince?: string; sort?: "created" | "-created" | "name" | "-name" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DiscountPage; code: GeneralCode | 'too_many_requests' };
    /** List discount offers */
    '/v1/resource/discount-recommendation/offers': { request: { params?: { query?: { ruleId?: string | string[]; resourceId?: string | string[]; taken?: boolean; sort?: "offered" | "-offered"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DiscountOfferPage; code: GeneralCode | 'too_many_requests' };
    /** List stock movements */
    '/v1/resource/record': { request: { params?: { query?: { resourceId?: string | string[]; divisionId?: string | string[]; type?: StockMovementType | StockMovementType[]; causeKind?: string | string[]; causeId?: string | string[]; from?: string; to?: string; sort?: "date" | "-date"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: StockMovementPage; code: GeneralCode | 'too_many_requests' };
    /** List stock positions */
    '/v1/resource/position': { request: { params?: { query?: { resourceId?: string | string[]; divisionId?: string | string[]; search?: string; low?: boolean; sort?: "resource" | "-resource"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: StockPositionPage; code: GeneralCode | 'too_many_requests' };
    /** Read a stock position */
    '/v1/resource/position/{resourceId}/{divisionId}': { request: { params: { path: { resourceId: string; divisionId: string } } }; answer: StockPosition; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List serial numbers */
    '/v1/resource/serial-numbers': { request: { params?: { query?: { resourceId?: string | string[]; divisionId?: string | string[]; status?: SerialNumberStatus | SerialNumberStatus[]; search?: string; updatedSince?: string; sort?: "number" | "-number" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: SerialNumberPage; code: GeneralCode | 'too_many_requests' };
    /** List exports of serial numbers */
    '/v1/resource/serial-numbers/export/history': { request: { params?: { query?: { status?: "running" | "done" | "failed" | ("running" | "done" | "failed")[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ProductsExportAnswerPage; code: GeneralCode | 'too_many_requests' };
    /** Download an export of serial numbers */
    '/v1/resource/serial-numbers/export/download/{fileName}': { request: { params: { path: { fileName: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'export_not_ready' | 'too_many_requests' };
    /** Read the history of a unit */
    '/v1/resource/serial-numbers/{resourceId}/{serialNumber}': { request: { params: { path: { resourceId: string; serialNumber: string } } }; answer: SerialNumberHistory; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the serial numbers of a resource */
    '/v1/resource/serial-numbers/{resourceId}': { request: { params: { path: { resourceId: string }; query?: { divisionId?: string | string[]; status?: SerialNumberStatus | SerialNumberStatus[]; search?: string; updatedSince?: string; sort?: "number" | "-number" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: SerialNumberPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List lots */
    '/v1/resource/lots': { request: { params?: { query?: { resourceId?: string | string[]; divisionId?: string; lot?: string; expiresBefore?: string; expired?: boolean; blocked?: boolean; inStock?: boolean; search?: string; updatedSince?: string; sort?: "expiry" | "-expiry" | "lot" | "-lot" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: LotPage; code: GeneralCode | 'too_many_requests' };
    /** Read a lot */
    '/v1/resource/lots/{lotId}': { request: { params: { path: { lotId: string } } }; answer: Lot; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Trace a lot */
    '/v1/resource/lots/{lotId}/movements': { request: { params: { path: { lotId: string }; query?: { divisionId?: string | string[]; from?: string; to?: string; sort?: "date" | "-date"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: TracedMovementPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the value of the stock */
    '/v1/resource/total-value': { request: { params?: { query?: { divisionId?: string; asOf?: string } } }; answer: StockValue; code: GeneralCode | 'too_many_requests' };
    /** List the value of the stock by product */
    '/v1/resource/valuation': { request: { params?: { query?: { resourceId?: string | string[]; divisionId?: string | string[]; search?: string; sort?: "resource" | "-resource"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; asOf?: string } } }; answer: ValuedProductPage; code: GeneralCode | 'too_many_requests' };
    /** Download the value of the stock by product */
    '/v1/resource/valuation/download': { request: { params?: { query?: { resourceId?: string | string[]; divisionId?: string | string[]; search?: string; sort?: "resource" | "-resource"; asOf?: string; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** Read the stock of a resource */
    '/v1/resource/{resourceId}/storage': { request: { params: { path: { resourceId: string } } }; answer: ProductStock; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List productions */
    '/v1/resource/production': { request: { params?: { query?: { resourceId?: string | string[]; divisionId?: string | string[]; status?: ProductionStatus | ProductionStatus[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ProductionPage; code: GeneralCode | 'too_many_requests' };
    /** Read a production */
    '/v1/resource/production/{productionId}': { request: { params: { path: { productionId: string } } }; answer: ProductionDetail; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the recipe of a production */
    '/v1/resource/production/{productionId}/recipe': { request: { params: { path: { productionId: string } } }; answer: Recipe; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the latest recipe of a product */
    '/v1/resource/production/{resourceId}/recipe/latest': { request: { params: { path: { resourceId: string } } }; answer: Recipe; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a document */
    '/v1/record/pending/{pendingRecordId}': { request: { params: { path: { pendingRecordId: string } } }; answer: DocumentDetail; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List open documents */
    '/v1/record/pending': { request: { params?: { query?: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; updatedSince?: string; sort?: "date" | "-date" | "due" | "-due" | "created" | "-created" | "total" | "-total" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DocumentSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** List all documents */
    '/v1/record/pending/all': { request: { params?: { query?: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; updatedSince?: string; sort?: "date" | "-date" | "due" | "-due" | "created" | "-created" | "total" | "-total" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DocumentSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** List documents by cursor */
    '/v2/record/pending': { request: { params?: { query?: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; updatedSince?: string; sort?: "date" | "-date" | "due" | "-due" | "created" | "-created" | "total" | "-total" | "updated" | "-updated"; itemsPerPage?: number; cursor?: string } } }; answer: DocumentSummaryCursorPage; code: GeneralCode | 'too_many_requests' };
    /** List the ids of documents */
    '/v2/record/pending/ids': { request: { params?: { query?: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; updatedSince?: string; sort?: "date" | "-date" | "updated" | "-updated"; itemsPerPage?: number; cursor?: string } } }; answer: DocumentsListIdsAnswer; code: GeneralCode | 'too_many_requests' };
    /** List the lines of documents */
    '/v2/record/pending/elements': { request: { params?: { query?: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; updatedSince?: string; sort?: "date" | "-date" | "updated" | "-updated"; itemsPerPage?: number; cursor?: string } } }; answer: ListedDocumentLineCursorPage; code: GeneralCode | 'too_many_requests' };
    /** List the items of documents */
    '/v2/record/pending/items': { request: { params?: { query?: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; sort?: "item" | "-item"; itemsPerPage?: number; cursor?: string } } }; answer: DocumentItemCursorPage; code: GeneralCode | 'too_many_requests' };
    /** List recurrences */
    '/v1/record/pending/recurrencyResume': { request: { params?: { query?: { status?: RecurrencyStatus | RecurrencyStatus[]; contactId?: string | string[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: RecurrencySummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read subscriptions by month */
    '/v1/record/pending/subscriptions/analytics': { request: { params?: { query?: { from?: string; to?: string } } }; answer: RecurringDocumentsListSubscriptionMonthsAnswer; code: GeneralCode | 'out_of_range' | 'months_out_of_range' | 'too_many_requests' };
    /** List print templates */
    '/v1/record/pending/template': { request: { params?: { query?: { archived?: boolean | "all"; sort?: "name" | "-name" | "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: PrintTemplatePage; code: GeneralCode | 'too_many_requests' };
    /** Print a document */
    '/v1/record/pending/{invoiceId}/voucher': { request: { params: { path: { invoiceId: string }; query?: { format?: PaperFormat } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Share a document by link */
    '/v1/record/pending/{pendingRecordId}/share': { request: { params: { path: { pendingRecordId: string }; query?: { editing?: boolean } } }; answer: SharedDocumentsGetLinkAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a shared document */
    '/v1/record/pending/{shareId}/data': { request: { params: { path: { shareId: string } } }; answer: SharedDocumentsGetAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Download a shared document */
    '/v1/record/pending/{shareId}/pdf': { request: { params: { path: { shareId: string }; query?: { format?: PaperFormat } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Sum documents by group */
    '/v1/record/pending/report': { request: { params?: { query?: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; updatedSince?: string; groupBy?: string; asOf?: string; withBalance?: boolean } } }; answer: DocumentReportsGetAnswer; code: GeneralCode | 'out_of_range' | 'too_many_groups' | 'state_of_past_day' | 'too_many_plans_changed' | 'too_many_requests' };
    /** Download the sums of documents */
    '/v1/record/pending/report/download': { request: { params: { query: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; updatedSince?: string; groupBy: string; asOf?: string; withBalance?: boolean; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'too_many_groups' | 'state_of_past_day' | 'too_many_plans_changed' | 'too_many_requests' };
    /** Export documents */
    '/v1/record/pending/export': { request: { params?: { query?: { kind?: "invoice" | "quote" | "order" | "loan" | ("invoice" | "quote" | "order" | "loan")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; state?: PendingState | PendingState[]; contactId?: string | string[]; divisionId?: string | string[]; sellerId?: string | string[]; projectId?: string | string[]; stage?: string | string[]; sourceId?: string | string[]; recurrencyId?: string | string[]; fiscalType?: string | string[]; fiscalNumber?: string | string[]; number?: number | number[]; reference?: string | string[]; from?: string; to?: string; dueFrom?: string; dueTo?: string; totalFrom?: DecimalInput; totalTo?: DecimalInput; currency?: string | string[]; resourceId?: string | string[]; discountId?: string; toDeliver?: boolean; search?: string; updatedSince?: string; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** Read the sales funnel */
    '/v1/record/pending/crm/metrics': { request: { params?: { query?: { from?: string; to?: string; divisionId?: string | string[]; sellerId?: string | string[]; contactId?: string | string[] } } }; answer: DocumentReportsGetFunnelAnswer; code: GeneralCode | 'too_many_requests' };
    /** List the commissions of sellers */
    '/v1/record/pending/sales/comissions': { request: { params: { query: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; from: string; to: string; sellerId?: string } } }; answer: DocumentReportsListCommissionsAnswer; code: GeneralCode | 'too_many_requests' };
    /** List the items of a contact’s earlier invoices */
    '/v1/record/pending/previousItems/{contactId}': { request: { params: { path: { contactId: string }; query?: { sort?: "times" | "-times" | "last" | "-last"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; direction?: "sale" | "purchase" } } }; answer: DocumentReportsListPreviousItemsAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Recommend items that are bought together */
    '/v1/record/pending/recommendedItems': { request: { params: { query: { sort?: "together" | "-together"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; resourceIds: string } } }; answer: DocumentReportsListRecommendedItemsAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read the account statement of a contact */
    '/v1/beneficiary/{beneficiaryId}/statement': { request: { params: { path: { beneficiaryId: string }; query?: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; from?: string; to?: string; direction?: "sale" | "purchase"; currency?: string } } }; answer: AccountStatementsGetAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'too_many_movements' | 'too_many_requests' };
    /** Print the account statement of a contact */
    '/v1/beneficiary/{beneficiaryId}/statement/pdf': { request: { params: { path: { beneficiaryId: string }; query?: { from?: string; to?: string; direction?: "sale" | "purchase"; currency?: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_many_movements' | 'too_complex' | 'too_many_requests' };
    /** Read the register of fixed assets */
    '/v1/asset/register': { request: { params?: { query?: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; from?: string; to?: string; category?: string; divisionId?: string } } }; answer: FixedAssetsGetRegisterAnswer; code: GeneralCode | 'too_many_requests' };
    /** Download the register of fixed assets */
    '/v1/asset/register/download': { request: { params?: { query?: { from?: string; to?: string; category?: string; divisionId?: string; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** List fixed assets */
    '/v1/asset': { request: { params?: { query?: { search?: string; state?: AssetState | AssetState[]; category?: string | string[]; taxCategory?: "1" | "2" | "3" | ("1" | "2" | "3")[]; divisionId?: string | string[]; from?: string; to?: string; updatedSince?: string; sort?: "acquired" | "-acquired" | "name" | "-name" | "cost" | "-cost" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: FixedAssetsListAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read a fixed asset */
    '/v1/asset/{assetId}': { request: { params: { path: { assetId: string } } }; answer: Asset; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the payments of a document */
    '/v1/record/pending/{pendingRecordId}/payments': { request: { params: { path: { pendingRecordId: string }; query?: { sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: PaymentPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Open the payment page of a document */
    '/v1/record/pending/{pendingRecordId}/pay/{organizationId}': { request: { params: { path: { pendingRecordId: string; organizationId: string }; query?: { returned?: boolean; status?: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'provider_key_reused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Print a payment receipt */
    '/v1/record/pending/payment/receipt': { request: { params: { query: { recordIds: string | string[]; format?: PaperFormat } } }; answer: Response; code: GeneralCode | 'payment_is_void' | 'out_of_range' | 'reference_not_found' | 'payments_apart' | 'too_complex' | 'too_many_requests' };
    /** List the numbered payment receipts */
    '/v1/record/pending/payment/receipt/list': { request: { params?: { query?: { direction?: "sale" | "purchase" | ("sale" | "purchase")[]; contactId?: string | string[]; currency?: string | string[]; number?: number | number[]; state?: "issued" | "void"; documentId?: string; from?: string; to?: string; sort?: "date" | "-date" | "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ReceiptSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read a numbered payment receipt */
    '/v1/record/pending/payment/receipt/{receiptId}': { request: { params: { path: { receiptId: string } } }; answer: Receipt; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Print a numbered payment receipt */
    '/v1/record/pending/payment/receipt/{receiptId}/voucher': { request: { params: { path: { receiptId: string }; query?: { format?: PaperFormat } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_complex' | 'too_many_requests' };
    /** List the disputes of card payments */
    '/v1/record/pending/dispute': { request: { params?: { query?: { state?: "inquiry" | "open" | "under-review" | "won" | "lost" | ("inquiry" | "open" | "under-review" | "won" | "lost")[]; pendingRecordId?: string | string[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DocumentPaymentsListDisputesAnswer; code: GeneralCode | 'too_many_requests' };
    /** List credits with their totals */
    '/v1/record/pending/credit/resume': { request: { params?: { query?: { status?: CreditStatus | CreditStatus[]; direction?: CreditDirection | CreditDirection[]; contactId?: string | string[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: CreditsListAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read a credit with its table */
    '/v1/record/pending/credit/{creditId}': { request: { params: { path: { creditId: string } } }; answer: Credit; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the prepaid balance of a contact */
    '/v1/beneficiary/{beneficiaryId}/balance': { request: { params: { path: { beneficiaryId: string }; query?: { currency?: string | string[]; kind?: MovementKind | MovementKind[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ContactBalancesGetAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List gift cards */
    '/v1/gift-card': { request: { params?: { query?: { status?: GiftCardStatus | GiftCardStatus[]; origin?: GiftCardOrigin | GiftCardOrigin[]; beneficiaryId?: string | string[]; currency?: string | string[]; last4?: string; from?: string; to?: string; expiresUntil?: string; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: GiftCardPage; code: GeneralCode | 'too_many_requests' };
    /** Reconcile gift cards with the books */
    '/v1/gift-card/reports/reconciliation': { request: { params?: { query?: { date?: string } } }; answer: GiftCardsReconcileAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read a gift card */
    '/v1/gift-card/{giftCardId}': { request: { params: { path: { giftCardId: string } } }; answer: GiftCardsGetAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the pages */
    '/v1/shared': { request: { params?: { query?: { kind?: PageKind | PageKind[]; pendingRecordId?: string | string[]; contactId?: string | string[]; revoked?: boolean; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: SharedPageRecordPage; code: GeneralCode | 'too_many_requests' };
    /** Preview a page */
    '/v1/shared/preview': { request: { params?: { query?: { kind?: PageKind; pendingRecordId?: string; contactId?: string; amount?: DecimalInput; currency?: string; description?: string; message?: string; expiresAt?: string; mayPay?: string } } }; answer: SharedPage; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'amount_out_of_range' | 'rate_unknown' | 'too_many_requests' };
    /** Read a page */
    '/v1/shared/{id}': { request: { params: { path: { id: string }; query?: { payment?: string; status?: string; saved?: boolean } } }; answer: SharedPage; code: GeneralCode | 'not_found' | 'page_expired' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Read how a page can be paid */
    '/v1/shared/{id}/payment-data': { request: { params: { path: { id: string }; query?: { payment?: string } } }; answer: PaymentData; code: GeneralCode | 'not_found' | 'page_expired' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Download the document of a page */
    '/v1/shared/{id}/pdf': { request: { params: { path: { id: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'page_expired' | 'out_of_range' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** List the payment reminders */
    '/v1/beneficiary/reminder': { request: { params?: { query?: { contactId?: string | string[]; sort?: "sent" | "-sent"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: PaymentReminderPage; code: GeneralCode | 'too_many_requests' };
    /** List deliveries */
    '/v1/resource/delivery': { request: { params?: { query?: { kind?: "sale" | "purchase" | "transfer" | ("sale" | "purchase" | "transfer")[]; status?: "sent" | "received" | "canceled" | ("sent" | "received" | "canceled")[]; pendingRecordId?: string | string[]; fromDivisionId?: string | string[]; toDivisionId?: string | string[]; trackingNumber?: string; resourceId?: string | string[]; from?: string; to?: string; updatedSince?: string; sort?: "date" | "-date" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DeliverySummaryPage; code: GeneralCode | 'too_many_requests' };
    /** List delivery mismatches */
    '/v1/resource/delivery/mismatches': { request: { params?: { query?: { deliveryId?: string | string[]; resourceId?: string | string[]; sort?: "id" | "-id"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DeliveryMismatchPage; code: GeneralCode | 'too_many_requests' };
    /** Read a delivery */
    '/v1/resource/delivery/{deliveryId}': { request: { params: { path: { deliveryId: string } } }; answer: Delivery; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Print a delivery note */
    '/v1/resource/delivery/{deliveryId}/note': { request: { params: { path: { deliveryId: string }; query?: { format?: PaperFormat } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_complex' | 'too_many_requests' };
    /** List returns */
    '/v1/resource/return': { request: { params?: { query?: { status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; pendingRecordId?: string | string[]; contactId?: string | string[]; divisionId?: string | string[]; fiscalNumber?: string | string[]; number?: number; from?: string; to?: string; updatedSince?: string; sort?: "date" | "-date" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ReturnSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read a return */
    '/v1/resource/return/{returnId}': { request: { params: { path: { returnId: string } } }; answer: Return; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List returns by cursor */
    '/v2/resource/return': { request: { params?: { query?: { status?: "draft" | "issued" | "void" | ("draft" | "issued" | "void")[]; direction?: "sale" | "purchase" | ("sale" | "purchase")[]; pendingRecordId?: string | string[]; contactId?: string | string[]; divisionId?: string | string[]; fiscalNumber?: string | string[]; number?: number; from?: string; to?: string; updatedSince?: string; sort?: "date" | "-date" | "updated" | "-updated"; itemsPerPage?: number; cursor?: string } } }; answer: ReturnSummaryCursorPage; code: GeneralCode | 'too_many_requests' };
    /** Print a return */
    '/v1/resource/return/{returnId}/voucher': { request: { params: { path: { returnId: string }; query?: { format?: PaperFormat } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** List landed costs */
    '/v1/resource/landed-cost': { request: { params?: { query?: { status?: LandedCostStatus | LandedCostStatus[]; pendingRecordId?: string | string[]; purchaseId?: string | string[]; from?: string; to?: string; updatedSince?: string; sort?: "date" | "-date" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: LandedCostSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read a landed cost */
    '/v1/resource/landed-cost/{landedCostId}': { request: { params: { path: { landedCostId: string } } }; answer: LandedCost; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List what to order */
    '/v1/resource/replenishment': { request: { params?: { query?: { divisionId?: string | string[]; resourceId?: string | string[]; supplierId?: string | string[]; category?: string; listId?: string | string[]; search?: string; outOfStock?: boolean; sort?: "name" | "-name" | "level" | "-level"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: SuggestionPage; code: GeneralCode | 'too_many_requests' };
    /** Download what to order */
    '/v1/resource/replenishment/download': { request: { params?: { query?: { divisionId?: string | string[]; resourceId?: string | string[]; supplierId?: string | string[]; category?: string; listId?: string | string[]; search?: string; outOfStock?: boolean; sort?: "name" | "-name" | "level" | "-level"; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'too_many_requests' };
    /** List the purchases of a month (606) */
    '/v1/taxes/606': { request: { params?: { query?: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; period?: string } } }; answer: TaxReportsList606Answer; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'period_not_begun' | 'law_unknown' | 'too_many_requests' };
    /** Download the 606 file */
    '/v1/taxes/606/file': { request: { params?: { query?: { period?: string } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'organization_tax_id_missing' | 'law_unknown' | 'too_many_requests' };
    /** List the sales of a month (607) */
    '/v1/taxes/607': { request: { params?: { query?: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; period?: string } } }; answer: TaxReportsList607Answer; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'period_not_begun' | 'law_unknown' | 'too_many_requests' };
    /** Download the 607 file */
    '/v1/taxes/607/file': { request: { params?: { query?: { period?: string } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'organization_tax_id_missing' | 'law_unknown' | 'too_many_requests' };
    /** List the voided numbers of a month (608) */
    '/v1/taxes/608': { request: { params?: { query?: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; period?: string } } }; answer: TaxReportsList608Answer; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'period_not_begun' | 'law_unknown' | 'too_many_requests' };
    /** Download the 608 file (voided numbers) */
    '/v1/taxes/608/file': { request: { params?: { query?: { period?: string } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'organization_tax_id_missing' | 'law_unknown' | 'too_many_requests' };
    /** List the payments abroad of a month (609) */
    '/v1/taxes/609': { request: { params?: { query?: { page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; period?: string } } }; answer: TaxReportsList609Answer; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'period_not_begun' | 'law_unknown' | 'too_many_requests' };
    /** Download the 609 file (payments abroad) */
    '/v1/taxes/609/file': { request: { params?: { query?: { period?: string } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'organization_tax_id_missing' | 'law_unknown' | 'too_many_requests' };
    /** List the reports that were sent */
    '/v1/taxes/sent-report': { request: { params?: { query?: { form?: ReportForm | ReportForm[]; period?: string | string[]; sort?: "period" | "-period"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: SentReportPage; code: GeneralCode | 'too_many_requests' };
    /** Download a report as it was sent */
    '/v1/taxes/sent-report/{id}/file': { request: { params: { path: { id: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Compare a sent report with the books */
    '/v1/taxes/sent-report/{id}/changes': { request: { params: { path: { id: string } } }; answer: RowChanges; code: GeneralCode | 'not_found' | 'out_of_range' | 'period_not_begun' | 'organization_tax_id_missing' | 'law_unknown' | 'too_many_requests' };
    /** Read the taxes withheld from a supplier */
    '/v1/taxes/withholding': { request: { params: { query: { beneficiaryId: string; from?: string; to?: string } } }; answer: TaxReportsGetWithheldAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'too_many_documents' | 'too_complex' | 'too_many_requests' };
    /** Print a withholding certificate */
    '/v1/taxes/withholding/certificate': { request: { params: { query: { beneficiaryId: string; from?: string; to?: string } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'too_many_documents' | 'nothing_withheld' | 'too_complex' | 'too_many_requests' };
    /** Read the ITBIS of a month (IT-1) */
    '/v1/taxes/monthly-payment-summary': { request: { params?: { query?: { period?: string; imports?: DecimalInput; cardsWithheld?: DecimalInput; previousCredit?: DecimalInput } } }; answer: TaxPaymentsGetItbisAnswer; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'too_many_requests' };
    /** List tax payments */
    '/v1/taxes/monthly-payment': { request: { params?: { query?: { kind?: TaxPaymentKind | TaxPaymentKind[]; period?: string | string[]; status?: TaxPaymentStatus | TaxPaymentStatus[]; sort?: "period" | "-period"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: TaxPaymentPage; code: GeneralCode | 'too_many_requests' };
    /** Read the withholdings of a month (IR-17) */
    '/v1/taxes/ir17/monthly-payment-summary': { request: { params?: { query?: { period?: string; previousCredit?: DecimalInput; complementaryPay?: DecimalInput } } }; answer: TaxPaymentsGetIr17Answer; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'too_many_requests' };
    /** List tax due dates of a month */
    '/v1/taxes/calendar': { request: { params?: { query?: { period?: string } } }; answer: TaxPaymentsListCalendarAnswer; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'too_many_requests' };
    /** List the employees */
    '/v1/taxes/rrhh/employees': { request: { params?: { query?: { search?: string; on?: string; sort?: "created" | "-created" | "name" | "-name"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: EmployeePage; code: GeneralCode | 'too_many_requests' };
    /** Read the payroll of a month */
    '/v1/taxes/rrhh/monthly-payment-summary': { request: { params?: { query?: { period?: string } } }; answer: PayrollGetMonthAnswer; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'too_many_requests' };
    /** Print the payslips of a month */
    '/v1/taxes/rrhh/payslips': { request: { params?: { query?: { period?: string; employeeId?: string; part?: "salaries" | "christmas" } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'nobody_on_payroll' | 'christmas_in_december' | 'too_many_payslips' | 'too_complex' | 'too_many_requests' };
    /** Download the TSS file of a month (autodeterminación) */
    '/v1/taxes/rrhh/tss/file': { request: { params?: { query?: { period?: string } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'organization_tax_id_missing' | 'nobody_on_payroll' | 'employee_data_missing' | 'too_many_requests' };
    /** Download the INFOTEP file of a month (bonuses) */
    '/v1/taxes/rrhh/infotep/file': { request: { params?: { query?: { period?: string } } }; answer: Response; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'organization_tax_id_missing' | 'no_bonuses' | 'employee_data_missing' | 'too_many_requests' };
    /** List variable pay and deductions */
    '/v1/taxes/rrhh/entries': { request: { params?: { query?: { employeeId?: string | string[]; period?: string | string[]; kind?: PayrollEntryKind | PayrollEntryKind[]; sort?: "period" | "-period"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: EntryPage; code: GeneralCode | 'too_many_requests' };
    /** Read how electronic invoices are sent */
    '/v1/einvoice/provider-info': { request: {}; answer: ElectronicInvoicesGetProviderAnswer; code: GeneralCode | 'too_many_requests' };
    /** Read the company that issues electronic invoices */
    '/v1/einvoice/company': { request: {}; answer: EcfCompany; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Check the tax authority’s service */
    '/v1/einvoice/health': { request: {}; answer: ElectronicInvoicesGetHealthAnswer; code: GeneralCode | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List certification runs */
    '/v1/einvoice/test-set': { request: { params?: { query?: { state?: TestSetState | TestSetState[]; sort?: "started" | "-started"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: TestSetPage; code: GeneralCode | 'too_many_requests' };
    /** Read the progress of a certification run */
    '/v1/einvoice/test-set/progress': { request: { params?: { query?: { id?: string } } }; answer: TestSetProgress; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List electronic invoices */
    '/v1/einvoice/document': { request: { params?: { query?: { state?: EcfState | EcfState[]; delivery?: EcfDeliveryState | EcfDeliveryState[]; type?: EcfType | EcfType[]; number?: string | string[]; sourceId?: string | string[]; from?: string; to?: string; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ElectronicInvoicePage; code: GeneralCode | 'too_many_requests' };
    /** Download the signed XML of a document */
    '/v1/einvoice/document/{documentId}/xml': { request: { params: { path: { documentId: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'ecf_not_signed' | 'too_many_requests' };
    /** Download the buyer’s receipt of a document */
    '/v1/einvoice/document/{documentId}/receipt': { request: { params: { path: { documentId: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List annulled numbers */
    '/v1/einvoice/annulment': { request: { params?: { query?: { environment?: EcfEnvironment | EcfEnvironment[]; type?: EcfType | EcfType[]; sort?: "annulled" | "-annulled"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ElectronicInvoicesAnnulAnswerPage; code: GeneralCode | 'too_many_requests' };
    /** List received electronic invoices */
    '/v1/einvoice/received': { request: { params?: { query?: { state?: "received" | "refused" | ("received" | "refused")[]; taxId?: string | string[]; number?: string | string[]; sort?: "received" | "-received"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ReceivedElectronicInvoicesListAnswer; code: GeneralCode | 'too_many_requests' };
    /** Download a received document */
    '/v1/einvoice/received/{receivedId}/xml': { request: { params: { path: { receivedId: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Get a seed to sign */
    '/v1/einvoice/receiver/{receiverKey}/fe/autenticacion/api/semilla': { request: { params: { path: { receiverKey: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List my boards */
    '/v1/tasks/board': { request: { params?: { query?: { search?: string; archived?: boolean | "all"; template?: boolean; updatedSince?: string; sort?: "created" | "-created" | "name" | "-name" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BoardSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** List all boards */
    '/v1/tasks/board/all': { request: { params?: { query?: { search?: string; archived?: boolean | "all"; template?: boolean; updatedSince?: string; sort?: "created" | "-created" | "name" | "-name" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BoardSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read a board */
    '/v1/tasks/board/{boardId}': { request: { params: { path: { boardId: string } } }; answer: Board; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a shared board */
    '/v1/tasks/board/shared/{shareId}/data': { request: { params: { path: { shareId: string } } }; answer: BoardsReadSharedAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the columns of a board */
    '/v1/tasks/board-column': { request: { params: { query: { boardId: string } } }; answer: BoardColumnCursorPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a column */
    '/v1/tasks/board-column/{columnId}': { request: { params: { path: { columnId: string } } }; answer: BoardColumn; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List tasks */
    '/v1/tasks/board-task': { request: { params?: { query?: { boardId?: string | string[]; columnId?: string | string[]; search?: string; assigneeId?: string | string[]; watcherId?: string | string[]; priority?: Priority | Priority[]; label?: string; parentId?: string | string[]; seriesId?: string | string[]; entityId?: string | string[]; completed?: boolean; overdue?: boolean; dueFrom?: string; dueTo?: string; private?: boolean; archived?: boolean | "all"; updatedSince?: string; sort?: "created" | "-created" | "due" | "-due" | "position" | "-position" | "title" | "-title" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BoardTaskPage; code: GeneralCode | 'too_many_requests' };
    /** List my tasks */
    '/v1/tasks/board-task/user': { request: { params?: { query?: { boardId?: string | string[]; columnId?: string | string[]; search?: string; watcherId?: string | string[]; priority?: Priority | Priority[]; label?: string; parentId?: string | string[]; seriesId?: string | string[]; entityId?: string | string[]; completed?: boolean; overdue?: boolean; dueFrom?: string; dueTo?: string; private?: boolean; archived?: boolean | "all"; updatedSince?: string; sort?: "created" | "-created" | "due" | "-due" | "position" | "-position" | "title" | "-title" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; userId?: string } } }; answer: BoardTaskPage; code: GeneralCode | 'too_many_requests' };
    /** List tasks with their times */
    '/v1/tasks/board-task/schedules': { request: { params: { query: { from: string; to: string; boardId?: string } } }; answer: ScheduleEntryCursorPage; code: GeneralCode | 'out_of_range' | 'window_too_long' | 'too_many_requests' };
    /** Read a task */
    '/v1/tasks/board-task/{taskId}': { request: { params: { path: { taskId: string } } }; answer: BoardTask; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the next occurrences of a task */
    '/v1/tasks/board-task/{taskId}/recurrence/next': { request: { params: { path: { taskId: string }; query?: { count?: number } } }; answer: OccurrenceCursorPage; code: GeneralCode | 'not_found' | 'out_of_range' | 'not_recurring' | 'too_many_requests' };
    /** List occurrences that have no task */
    '/v1/tasks/board-task/{taskId}/recurrence/pending-schedules': { request: { params: { path: { taskId: string } } }; answer: OccurrenceCursorPage; code: GeneralCode | 'not_found' | 'out_of_range' | 'not_recurring' | 'too_many_requests' };
    /** List forms */
    '/v1/forms': { request: { params?: { query?: { search?: string; updatedSince?: string; sort?: "created" | "-created" | "name" | "-name" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: FormSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read a form with its draft */
    '/v1/forms/{formId}/draft': { request: { params: { path: { formId: string } } }; answer: Form; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a published form */
    '/v1/forms/{formId}': { request: { params: { path: { formId: string }; query?: { prefill?: string } } }; answer: PublicForm; code: GeneralCode | 'not_found' | 'out_of_range' | 'link_refused' | 'too_many_requests' };
    /** List submissions */
    '/v1/forms/{formId}/submissions': { request: { params: { path: { formId: string }; query?: { search?: string; answer?: string | string[]; from?: string; to?: string; sort?: "submitted" | "-submitted"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: FormSubmissionPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a submission */
    '/v1/forms/{formId}/submissions/{submissionId}': { request: { params: { path: { formId: string; submissionId: string } } }; answer: FormSubmissionDetail; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Summarize submissions */
    '/v1/forms/{formId}/summary': { request: { params: { path: { formId: string } } }; answer: FormFigures; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Export submissions */
    '/v1/forms/{formId}/export': { request: { params: { path: { formId: string }; query?: { search?: string; answer?: string | string[]; from?: string; to?: string; sort?: "submitted" | "-submitted"; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List all bookings */
    '/v1/tasks/schedule/reservations': { request: { params?: { query?: { search?: string; state?: "held" | "booked" | "attended" | "no_show" | "waiting" | "canceled" | ("held" | "booked" | "attended" | "no_show" | "waiting" | "canceled")[]; source?: "link" | "staff" | "form" | "chat" | ("link" | "staff" | "form" | "chat")[]; from?: string; to?: string; scheduleId?: string | string[]; contactId?: string | string[]; hostId?: string | string[]; updatedSince?: string; sort?: "starts" | "-starts" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: RegistrationPage; code: GeneralCode | 'too_many_requests' };
    /** Read statistics of bookings */
    '/v1/tasks/schedule/reservations/stats': { request: { params: { query: { from: string; to: string; scheduleId?: string; hostId?: string } } }; answer: Statistics; code: GeneralCode | 'too_many_requests' };
    /** Read statistics of bookings by period */
    '/v1/tasks/schedule/reservations/stats/by-period': { request: { params: { query: { from: string; to: string; scheduleId?: string; hostId?: string; period?: Period; by?: "host" | "schedule" } } }; answer: SchedulesReadStatisticsByPeriodAnswer; code: GeneralCode | 'too_many_requests' };
    /** List the registrations of a schedule */
    '/v1/tasks/schedule/{scheduleId}/registrations': { request: { params: { path: { scheduleId: string }; query?: { search?: string; state?: "held" | "booked" | "attended" | "no_show" | "waiting" | "canceled" | ("held" | "booked" | "attended" | "no_show" | "waiting" | "canceled")[]; source?: "link" | "staff" | "form" | "chat" | ("link" | "staff" | "form" | "chat")[]; from?: string; to?: string; updatedSince?: string; sort?: "starts" | "-starts" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: RegistrationPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a booking page */
    '/v1/tasks/schedule/link/{sharedId}': { request: { params: { path: { sharedId: string }; query?: { from?: string; to?: string; timeZone?: string; date?: string; startTime?: string } } }; answer: BookingPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a booking by its token */
    '/v1/tasks/schedule/booking/{bookingToken}': { request: { params: { path: { bookingToken: string } } }; answer: VisitorBooking; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List outside calendars */
    '/v1/tasks/schedule/calendar': { request: { params?: { query?: { userId?: string | string[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: OutsideCalendarPage; code: GeneralCode | 'too_many_requests' };
    /** List schedules */
    '/v1/tasks/schedule': { request: { params?: { query?: { search?: string; kind?: "event" | "availability" | ("event" | "availability")[]; taskId?: string | string[]; hostId?: string | string[]; canceled?: boolean; updatedSince?: string; sort?: "created" | "-created" | "title" | "-title" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: SchedulePage; code: GeneralCode | 'too_many_requests' };
    /** Read a schedule */
    '/v1/tasks/schedule/{scheduleId}': { request: { params: { path: { scheduleId: string } } }; answer: Schedule; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a calendar */
    '/v1/tasks/schedule/{scheduleId}/ics': { request: { params: { path: { scheduleId: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the bytes of a medium */
    '/v1/chat/media/{channelId}/{mediaId}': { request: { params: { path: { channelId: string; mediaId: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'media_not_fetched' | 'range_not_satisfiable' | 'too_many_requests' };
    /** List what could not be made a message */
    '/v1/chat/unhandled': { request: { params?: { query?: { channelId?: string | string[]; resolved?: boolean; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DropPage; code: GeneralCode | 'too_many_requests' };
    /** List canned answers */
    '/v1/chat/canned-answer': { request: { params?: { query?: { search?: string; updatedSince?: string; sort?: "shortcut" | "-shortcut" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: CannedAnswerPage; code: GeneralCode | 'too_many_requests' };
    /** List blocked senders */
    '/v1/chat/blocked-sender': { request: { params?: { query?: { search?: string; channelId?: string | string[]; conversationId?: string | string[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BlockedSenderPage; code: GeneralCode | 'too_many_requests' };
    /** List what arrived for numbers without a channel */
    '/v1/chat/unrouted': { request: {}; answer: ChatListUnroutedAnswer; code: GeneralCode | 'too_many_requests' };
    /** Confirm the inbound address of a channel */
    '/v1/chat/webhook': { request: { params: { query: { key: string; 'hub.mode'?: string | string[]; 'hub.verify_token'?: string | string[]; 'hub.challenge'?: string | string[] } } }; answer: Response; code: GeneralCode | 'verification_refused' | 'not_found' | 'too_many_requests' };
    /** Confirm the webhook address to the messaging app */
    '/v2/chat/webhook/msgapp': { request: { params?: { query?: { 'hub.mode'?: string | string[]; 'hub.verify_token'?: string | string[]; 'hub.challenge'?: string | string[] } } }; answer: Response; code: GeneralCode | 'verification_refused' | 'too_many_requests' };
    /** List channels */
    '/v1/channel': { request: { params?: { query?: { kind?: ChannelKind | ChannelKind[]; state?: "active" | "paused" | ("active" | "paused")[]; updatedSince?: string; sort?: "created" | "-created" | "name" | "-name" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ChannelPage; code: GeneralCode | 'too_many_requests' };
    /** Read a channel */
    '/v1/channel/{channelId}': { request: { params: { path: { channelId: string } } }; answer: Channel; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Count the messages of a channel */
    '/v1/channel/{channelId}/stats': { request: { params: { path: { channelId: string }; query?: { from?: string; to?: string } } }; answer: ChannelStats; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the settings of a widget */
    '/v1/channel/{channelId}/widget': { request: { params: { path: { channelId: string } } }; answer: WidgetSettings; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Start to connect a number of the messaging app */
    '/v1/channel/msgapp/url': { request: { params?: { query?: { provider?: Provider } } }; answer: SignUp; code: GeneralCode | 'out_of_range' | 'sign_up_unavailable' | 'idempotency_key_reused' | 'too_many_requests' | 'provider_unavailable' };
    /** Return from the sign-up */
    '/v2/channel/msgapp/return': { request: { params: { query: { state: string; code: string } } }; answer: Returned; code: GeneralCode | 'not_found' | 'code_used' | 'reconnect_needed' | 'out_of_range' | 'provider_refused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List the business accounts that the connection opened */
    '/v2/channel/msgapp/accounts': { request: { params?: { query?: { connectionId?: string; code?: string } } }; answer: MsgappAccountCursorPage; code: GeneralCode | 'not_found' | 'code_used' | 'sign_up_needed' | 'reconnect_needed' | 'request_still_running' | 'out_of_range' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Read whether a number is registered */
    '/v2/channel/msgapp/{phoneNumberId}/pin': { request: { params: { path: { phoneNumberId: string } } }; answer: MsgappRegistration; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read what restricts sending */
    '/v2/channel/msgapp/{wabaId}/health': { request: { params: { path: { wabaId: string } } }; answer: MsgappHealth; code: GeneralCode | 'not_found' | 'reconnect_needed' | 'out_of_range' | 'provider_refused' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List the templates of a number */
    '/v1/channel/{channelId}/msgapp/templates': { request: { params: { path: { channelId: string }; query?: { status?: string | string[]; category?: "UTILITY" | "MARKETING" | "AUTHENTICATION" | ("UTILITY" | "MARKETING" | "AUTHENTICATION")[]; language?: string | string[]; name?: string | string[]; updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: MessageTemplatePage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a template */
    '/v1/channel/{channelId}/msgapp/templates/{templateId}': { request: { params: { path: { channelId: string; templateId: string } } }; answer: TemplateHistory; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read what a widget shows */
    '/v1/channel/{channelId}/widget/public': { request: { params: { path: { channelId: string } } }; answer: PublicWidget; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Open the widget */
    '/v1/channel/{channelId}/widget/frame': { request: { params: { path: { channelId: string }; query?: { language?: "es" | "en" } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Try the widget on a page */
    '/v1/channel/{channelId}/widget/preview': { request: { params: { path: { channelId: string } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the messages of a visitor */
    '/v1/channel/{channelId}/widget/feed': { request: { params: { path: { channelId: string }; query?: { after?: string; before?: string } } }; answer: WidgetFeed; code: GeneralCode | 'visitor_refused' | 'not_found' | 'too_many_requests' };
    /** List conversations */
    '/v1/conversation': { request: { params?: { query?: { state?: State | State[]; channelId?: string | string[]; userId?: string | string[]; botId?: string | string[]; unassigned?: boolean; contactId?: string | string[]; category?: string | string[]; label?: string; waiting?: boolean; unread?: boolean; listId?: string; customer?: string; search?: string; updatedSince?: string; sort?: "lastMessage" | "-lastMessage" | "created" | "-created" | "waiting" | "-waiting" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ConversationPage; code: GeneralCode | 'too_many_requests' };
    /** List conversations by cursor */
    '/v2/conversation': { request: { params?: { query?: { state?: State | State[]; channelId?: string | string[]; userId?: string | string[]; botId?: string | string[]; unassigned?: boolean; contactId?: string | string[]; category?: string | string[]; label?: string; waiting?: boolean; unread?: boolean; listId?: string; customer?: string; search?: string; updatedSince?: string; sort?: "lastMessage" | "-lastMessage" | "created" | "-created" | "waiting" | "-waiting" | "updated" | "-updated"; itemsPerPage?: number; cursor?: string } } }; answer: ConversationCursorPage; code: GeneralCode | 'too_many_requests' };
    /** Read conversation statistics */
    '/v1/conversation/stats': { request: { params?: { query?: { from?: string; to?: string; channelId?: string; userId?: string } } }; answer: ConversationStats; code: GeneralCode | 'too_many_requests' };
    /** Read a conversation */
    '/v1/conversation/{id}': { request: { params: { path: { id: string } } }; answer: Conversation; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a conversation by where it came from */
    '/v1/conversation/{channelId}/{sourceId}': { request: { params: { path: { channelId: string; sourceId: string } } }; answer: Conversation; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read everything about a conversation but its messages */
    '/v1/conversation/{channelId}/{sourceId}/meta': { request: { params: { path: { channelId: string; sourceId: string } } }; answer: ConversationMeta; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read the messages and happenings of a conversation */
    '/v1/conversation/{channelId}/{sourceId}/feed': { request: { params: { path: { channelId: string; sourceId: string }; query?: { direction?: "in" | "out" | "note" | "event" | ("in" | "out" | "note" | "event")[]; search?: string; sort?: "seq" | "-seq"; itemsPerPage?: number; cursor?: string } } }; answer: ChatMessageCursorPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Open a link to rate a conversation */
    '/v1/conversation/rating/{ratingKey}': { request: { params: { path: { ratingKey: string } } }; answer: Rating; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the saved lists of conversations */
    '/v1/conversation-list': { request: { params?: { query?: { updatedSince?: string; sort?: "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ConversationListPage; code: GeneralCode | 'too_many_requests' };
    /** Read a saved list */
    '/v1/conversation-list/{id}': { request: { params: { path: { id: string } } }; answer: ConversationList; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List who wants no diffusions */
    '/v1/conversation-diffusion/opt-out': { request: { params?: { query?: { source?: "keyword" | "manual" | "provider" | ("keyword" | "manual" | "provider")[]; address?: string | string[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: OptOutPage; code: GeneralCode | 'too_many_requests' };
    /** List diffusions */
    '/v1/conversation-diffusion': { request: { params?: { query?: { state?: DiffusionState | DiffusionState[]; channelId?: string | string[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DiffusionPage; code: GeneralCode | 'too_many_requests' };
    /** Read a diffusion */
    '/v1/conversation-diffusion/{id}': { request: { params: { path: { id: string } } }; answer: Diffusion; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the recipients with their outcome */
    '/v1/conversation-diffusion/{id}/logs': { request: { params: { path: { id: string }; query?: { state?: "queued" | "sending" | "held" | "sent" | "failed" | "skipped" | "canceled" | ("queued" | "sending" | "held" | "sent" | "failed" | "skipped" | "canceled")[]; reason?: SkipReason | SkipReason[]; status?: "queued" | "sending" | "unconfirmed" | "accepted" | "sent" | "delivered" | "read" | "failed" | ("queued" | "sending" | "unconfirmed" | "accepted" | "sent" | "delivered" | "read" | "failed")[]; failure?: string | string[]; template?: number; replied?: boolean; address?: string; sort?: "number" | "-number"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: RecipientPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Export the log of a diffusion */
    '/v1/conversation-diffusion/{id}/logs/export': { request: { params: { path: { id: string }; query?: { state?: "queued" | "sending" | "held" | "sent" | "failed" | "skipped" | "canceled" | ("queued" | "sending" | "held" | "sent" | "failed" | "skipped" | "canceled")[]; reason?: SkipReason | SkipReason[]; status?: "queued" | "sending" | "unconfirmed" | "accepted" | "sent" | "delivered" | "read" | "failed" | ("queued" | "sending" | "unconfirmed" | "accepted" | "sent" | "delivered" | "read" | "failed")[]; failure?: string | string[]; template?: number; replied?: boolean; address?: string; sort?: "number" | "-number"; format?: "csv" | "xlsx" } } }; answer: Response; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Preview a diffusion */
    '/v1/conversation-diffusion/{id}/preview': { request: { params: { path: { id: string } } }; answer: DiffusionPreview; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the training of a bot */
    '/v1/bot/training/{botId}': { request: { params: { path: { botId: string }; query?: { search?: string; kind?: "question" | "text" | "document" | "page" | "live" | ("question" | "text" | "document" | "page" | "live")[]; approved?: boolean; state?: "pending" | "ready" | "failed" | ("pending" | "ready" | "failed")[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: TrainingPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a training entry */
    '/v1/bot/training/{botId}/{id}': { request: { params: { path: { botId: string; id: string } } }; answer: TrainingDetails; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the turns of a bot */
    '/v1/bot/{botId}/turns': { request: { params: { path: { botId: string }; query?: { state?: TurnState | TurnState[]; conversationId?: string | string[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BotTurnPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Count the questions that bots could not answer */
    '/v1/bot/context-requests/pending-count': { request: {}; answer: BotsCountContextRequestsAnswer; code: GeneralCode | 'too_many_requests' };
    /** List the questions that a bot could not answer */
    '/v1/bot/{botId}/context-requests': { request: { params: { path: { botId: string }; query?: { state?: "open" | "answered" | "dismissed" | ("open" | "answered" | "dismissed")[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ContextRequestPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List bots */
    '/v1/bot': { request: { params?: { query?: { archived?: boolean | "all"; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: BotPage; code: GeneralCode | 'too_many_requests' };
    /** Read a bot */
    '/v1/bot/{botId}': { request: { params: { path: { botId: string } } }; answer: Bot; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List custom tools */
    '/v1/custom-tools': { request: { params?: { query?: { updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: CustomToolPage; code: GeneralCode | 'too_many_requests' };
    /** Read a custom tool */
    '/v1/custom-tools/{id}': { request: { params: { path: { id: string } } }; answer: CustomTool; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the calls of a custom tool */
    '/v1/custom-tools/{id}/calls': { request: { params: { path: { id: string }; query?: { sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: ToolCallPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List releases of apps */
    '/v1/apps/release': { request: { params?: { query?: { appId?: string | string[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AppReleasePage; code: GeneralCode | 'too_many_requests' };
    /** List the apps that can be installed */
    '/v1/apps/available-apps': { request: { params?: { query?: { search?: string; installed?: boolean; sort?: "name" | "-name" | "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AvailableAppPage; code: GeneralCode | 'too_many_requests' };
    /** List and search rows of app data */
    '/v1/apps/data': { request: { params: { query: { appId: string; type: string; search?: string; searchConfigId?: string; filter?: string; sort?: "created" | "-created" | "updated" | "-updated"; updatedSince?: string; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AppRowPage; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'app_not_installed' | 'reference_not_found' | 'too_many_requests' };
    /** Read one row of app data */
    '/v1/apps/data/single': { request: { params?: { query?: { id?: string; appId?: string; type?: string; key?: string } } }; answer: AppRow; code: GeneralCode | 'not_found' | 'out_of_range' | 'app_not_installed' | 'reference_not_found' | 'too_many_requests' };
    /** List the data types of an installed app */
    '/v1/apps/data-types/{appId}': { request: { params: { path: { appId: string } } }; answer: InstalledDataTypeCursorPage; code: GeneralCode | 'not_found' | 'out_of_range' | 'app_not_installed' | 'too_many_requests' };
    /** Look through the rows of an app */
    '/v1/apps/data/explorer/{appId}': { request: { params: { path: { appId: string }; query: { type: string; search?: string; filter?: string; valid?: boolean; sort?: string; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AppRowExplorer; code: GeneralCode | 'not_found' | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'app_not_installed' | 'reference_not_found' | 'too_many_requests' };
    /** List the search configurations of an app */
    '/v1/apps/search-config/{id}': { request: { params: { path: { id: string }; query?: { type?: string | string[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: SearchConfigPage; code: GeneralCode | 'not_found' | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'app_not_installed' | 'too_many_requests' };
    /** Connect a hosted store (storeapp-a) */
    '/v1/apps/storeapp-a/auth': { request: { params: { query: { shop: string } } }; answer: AppsConnectStoreAAnswer; code: GeneralCode | 'out_of_range' | 'app_not_installed' | 'idempotency_key_reused' | 'too_many_requests' | 'provider_unavailable' };
    /** Finish the connection of a hosted store (storeapp-a) */
    '/v1/apps/storeapp-a/auth/callback': { request: { params: { query: { code: string; shop: string; state: string; timestamp: string; hmac: string } } }; answer: Store; code: GeneralCode | 'authorization_invalid' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'not_found' | 'store_taken' | 'request_still_running' | 'out_of_range' | 'app_not_installed' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** List connected stores */
    '/v1/apps/stores': { request: { params?: { query?: { provider?: StoreProvider | StoreProvider[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: StorePage; code: GeneralCode | 'too_many_requests' };
    /** List the messages of stores */
    '/v1/apps/store-deliveries': { request: { params?: { query?: { state?: DeliveryState | DeliveryState[]; storeId?: string | string[]; objectId?: string; sort?: "received" | "-received"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: StoreDeliveryPage; code: GeneralCode | 'too_many_requests' };
    /** Read an app */
    '/v1/apps/{appId}': { request: { params: { path: { appId: string } } }; answer: AppWithInstallation; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a cart */
    '/v1/marketplace/cart/{cartId}': { request: { params: { path: { cartId: string }; query?: { problem?: "cart_changed" | "order_refused" | "cart_full" | "not_for_sale" | "delivery_required" | "not_served" } } }; answer: CartAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List collections */
    '/v1/marketplace/collection': { request: { params?: { query?: { sort?: "place" | "-place"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: CollectionPage; code: GeneralCode | 'too_many_requests' };
    /** Read a collection */
    '/v1/marketplace/collection/{collectionId}': { request: { params: { path: { collectionId: string } } }; answer: PublicCollection; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the products of a collection */
    '/v1/marketplace/collection/{collectionId}/products': { request: { params: { path: { collectionId: string }; query?: { search?: string; category?: string; sellerId?: string | string[]; currency?: string | string[]; priceFrom?: DecimalInput; priceTo?: DecimalInput; inStock?: boolean; sort?: "name" | "-name" | "price" | "-price"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: CollectionProducts; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a product of the marketplace */
    '/v1/marketplace/product/{resourceId}': { request: { params: { path: { resourceId: string } } }; answer: ProductAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List delivery methods */
    '/v1/marketplace/delivery-method': { request: { params?: { query?: { kind?: "pickup" | "delivery" | ("pickup" | "delivery")[]; divisionId?: string | string[]; archived?: boolean | "all"; updatedSince?: string; sort?: "place" | "-place" | "name" | "-name" | "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DeliveryMethodPage; code: GeneralCode | 'too_many_requests' };
    /** Read a delivery method */
    '/v1/marketplace/delivery-method/{deliveryMethodId}': { request: { params: { path: { deliveryMethodId: string } } }; answer: DeliveryMethod; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List products that wait for a review */
    '/v1/marketplace/review': { request: { params?: { query?: { sort?: "requested" | "-requested"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: MarketReviewPage; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'operator_only' | 'too_many_requests' };
    /** Read the website of the organization */
    '/v1/websites/content': { request: {}; answer: WebsitesReadContentAnswer; code: GeneralCode | 'too_many_requests' };
    /** Preview a page of the website */
    '/v1/websites/preview/{pageId}': { request: { params: { path: { pageId: string } } }; answer: PublicPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Open the home page of a website */
    '/v1/websites/site/{site}': { request: { params: { path: { site: string } } }; answer: PublicPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Open a page of a website */
    '/v1/websites/site/{site}/{slug}': { request: { params: { path: { site: string; slug: string } } }; answer: PublicPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Open a collection of products of a website */
    '/v1/websites/site/{site}/collections/{collectionId}': { request: { params: { path: { site: string; collectionId: string }; query?: { search?: string; updatedSince?: string; sort?: "name" | "-name" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; attributes?: string } } }; answer: SiteCollection; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Open a product of a website */
    '/v1/websites/site/{site}/products/{resourceId}': { request: { params: { path: { site: string; resourceId: string } } }; answer: SiteProductAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the domains of the website */
    '/v1/websites/domains': { request: {}; answer: WebsiteDomainCursorPage; code: GeneralCode | 'too_many_requests' };
    /** Ask whether a domain may have a certificate */
    '/v1/websites/certificate': { request: { params: { query: { domain: string } } }; answer: WebsitesMayCertifyAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read a blog */
    '/v1/blog': { request: { params?: { query?: { updatedSince?: string; sort?: "published" | "-published" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string; organization?: string; format?: "json" | "atom" } } }; answer: Blog; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read how much was invoiced through this service */
    '/v1/data/invoiced': { request: {}; answer: BlogAndDataReadInvoicedAnswer; code: GeneralCode | 'too_many_requests' };
    /** List the secrets of automations */
    '/v1/automation/secrets': { request: { params?: { query?: { updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AutomationSecretPage; code: GeneralCode | 'too_many_requests' };
    /** List the automations that can be called */
    '/v1/automation/api': { request: { params?: { query?: { enabled?: boolean; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: CallableAutomationPage; code: GeneralCode | 'too_many_requests' };
    /** List planned runs */
    '/v1/automation/schedule': { request: { params?: { query?: { automationId?: string | string[]; state?: "planned" | "done" | "canceled" | ("planned" | "done" | "canceled")[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AutomationPlanPage; code: GeneralCode | 'too_many_requests' };
    /** Describe the webhook of an automation */
    '/v1/automation/webhook/{automationId}/info': { request: { params: { path: { automationId: string } } }; answer: AutomationsDescribeWebhookAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the threads of an automation */
    '/v1/automation/{id}/threads': { request: { params: { path: { id: string }; query?: { state?: ThreadState | ThreadState[]; eventId?: string | string[]; from?: string; to?: string; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AutomationThreadPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the threads of an automation with their steps */
    '/v1/automation/{id}/threads/detailed': { request: { params: { path: { id: string }; query?: { state?: ThreadState | ThreadState[]; eventId?: string | string[]; from?: string; to?: string; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: DetailedAutomationThreadPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the threads of all automations */
    '/v1/automation/thread': { request: { params?: { query?: { state?: ThreadState | ThreadState[]; eventId?: string | string[]; from?: string; to?: string; automationId?: string | string[]; scheduleId?: string | string[]; source?: ThreadSource | ThreadSource[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AutomationThreadPage; code: GeneralCode | 'too_many_requests' };
    /** Read a thread with its steps */
    '/v1/automation/thread/{threadId}': { request: { params: { path: { threadId: string } } }; answer: DetailedAutomationThread; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Read what happened in a thread */
    '/v1/automation/thread/{threadId}/events': { request: { params: { path: { threadId: string } } }; answer: AutomationHappeningCursorPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List automations */
    '/v1/automation': { request: { params?: { query?: { search?: string; enabled?: boolean; triggerKind?: "event" | "webhook" | "api" | ("event" | "webhook" | "api")[]; updatedSince?: string; sort?: "created" | "-created" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AutomationSummaryPage; code: GeneralCode | 'too_many_requests' };
    /** Read an automation */
    '/v1/automation/{id}': { request: { params: { path: { id: string }; query?: { automationVersion?: number } } }; answer: Automation; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the versions of an automation */
    '/v1/automation/{id}/versions': { request: { params: { path: { id: string }; query?: { sort?: "number" | "-number"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AutomationVersionPage; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the tools of the assistant */
    '/v1/automation/assistant/tools-config': { request: {}; answer: AssistantListToolsAnswer; code: GeneralCode | 'too_many_requests' };
    /** List your conversations with the assistant */
    '/v1/automation/assistant-conversations': { request: { params?: { query?: { updatedSince?: string; sort?: "used" | "-used" | "updated" | "-updated"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: AssistantConversationPage; code: GeneralCode | 'too_many_requests' };
    /** Read a conversation with the assistant */
    '/v1/automation/assistant-conversations/{id}': { request: { params: { path: { id: string } } }; answer: AssistantConversationDetail; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** List the models */
    '/v1/ai/models': { request: {}; answer: ModelsListAnswer; code: GeneralCode | 'too_many_requests' };
    /** List exports of the organization */
    '/v1/organization/export': { request: { params?: { query?: { status?: "running" | "done" | "failed" | "expired" | ("running" | "done" | "failed" | "expired")[]; sort?: "created" | "-created"; page?: number; itemsPerPage?: number; count?: "estimate" | "exact"; cursor?: string } } }; answer: OrganizationExportPage; code: GeneralCode | 'too_many_requests' };
    /** Download an export of the organization */
    '/v1/organization/export/{id}/download': { request: { params: { path: { id: string } } }; answer: Response; code: GeneralCode | 'user_required' | 'owner_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'not_found' | 'organization_export_unavailable' | 'range_not_satisfiable' | 'too_many_requests' };
  };
  POST: {
    /** Sign in with a password */
    '/v1/user/login': { request: { body: PasswordLogin }; answer: SignedIn; code: GeneralCode | 'invalid_credentials' | 'too_many_requests' };
    /** Sign in with a code */
    '/v1/user/login/verifyPin': { request: { body: PinLogin }; answer: SignedIn; code: GeneralCode | 'invalid_credentials' | 'too_many_requests' };
    /** Read my identity, or authenticate again */
    '/v1/user/login/controller': { request: { body: Confirmation }; answer: Identity; code: GeneralCode | 'invalid_credentials' | 'unauthenticated' | 'fresh_authentication_required' | 'user_required' | 'cross_site_request' | 'out_of_range' | 'passkeys_not_offered' | 'dry_run_unsupported' | 'too_many_requests' };
    /** Subscribe to notifications */
    '/v1/user/subscribe': { request: { body: NewSubscription }; answer: Subscription; code: GeneralCode | 'too_many_requests' };
    /** Ask for a new e-mail address of my account */
    '/v1/user/email': { request: { body: UsersRequestEmailChangeBody }; answer: UsersRequestEmailChangeAnswer; code: GeneralCode | 'cross_site_request' | 'user_required' | 'fresh_authentication_required' | 'too_many_requests' };
    /** Start to add a passkey */
    '/v1/passkey/register/start': { request: {}; answer: PasskeyRegistrationStart; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'user_required' | 'out_of_range' | 'passkeys_not_offered' | 'too_many_passkeys' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a passkey */
    '/v1/passkey/register/finish': { request: { body: NewPasskey }; answer: Passkey; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'user_required' | 'passkey_already_registered' | 'request_still_running' | 'out_of_range' | 'passkeys_not_offered' | 'passkey_not_verified' | 'too_many_passkeys' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Start to sign in with a passkey */
    '/v1/passkey/authenticate/start': { request: {}; answer: PasskeyAuthenticationStart; code: GeneralCode | 'out_of_range' | 'passkeys_not_offered' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Sign in with a passkey */
    '/v1/passkey/authenticate/finish': { request: { body: PasskeysAuthenticateFinishBody }; answer: SignedIn; code: GeneralCode | 'invalid_credentials' | 'out_of_range' | 'passkeys_not_offered' | 'dry_run_unsupported' | 'too_many_requests' };
    /** Comment on something */
    '/v1/organization/comment': { request: { body: NewComment }; answer: Comment; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create an organization */
    '/v1/organization': { request: { body: NewOrganization }; answer: MyOrganization; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Switch to another organization */
    '/v1/organization/active': { request: { body: OrganizationsActivateBody }; answer: ActiveOrganization; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Apply to become a partner */
    '/v1/organization/partner': { request: { body: NewPartnerApplication }; answer: PartnerApplication; code: GeneralCode | 'too_many_requests' };
    /** Invite someone */
    '/v1/organization/invite': { request: { body: NewInvitation }; answer: Invitation; code: GeneralCode | 'grant_exceeds_rights' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'out_of_range' | 'already_member' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Accept an invitation without an account */
    '/v1/organization/invite/accept': { request: { body: NewcomerAcceptance }; answer: SignedIn; code: GeneralCode | 'not_found' | 'account_exists' | 'invitation_expired' | 'invitation_settled' | 'too_many_requests' };
    /** Leave the organization */
    '/v1/organization/leave': { request: {}; answer: undefined; code: GeneralCode | 'out_of_range' | 'owner_cannot_leave' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Transfer the ownership */
    '/v1/organization/owner/transfer': { request: { body: MembersTransferOwnershipBody }; answer: ChangedMember; code: GeneralCode | 'user_required' | 'fresh_authentication_required' | 'owner_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create an API key */
    '/v1/organization/api-key': { request: { body: NewApiKey }; answer: ApiKeyWithSecret; code: GeneralCode | 'user_required' | 'grant_exceeds_rights' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'out_of_range' | 'too_many_keys' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Give an API key a new secret */
    '/v1/organization/api-key/rotate': { request: { body: ApiKeysRotateBody }; answer: ApiKeyWithSecret; code: GeneralCode | 'user_required' | 'key_of_another' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'not_found' | 'key_revoked' | 'too_many_requests' };
    /** Report an error of a user interface */
    '/v1/organization/log-error': { request: { body: ErrorReportsCreateBody }; answer: ErrorReportsCreateAnswer; code: GeneralCode | 'too_many_requests' };
    /** Upload files */
    '/v1/files': { request: { body: { name?: string; folderId?: string | null; description?: string; labels?: string[]; entityKind?: string; entityId?: string; content: string } }; answer: FileCursorPage; code: GeneralCode | 'out_of_range' | 'quota_exceeded' | 'reference_not_found' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' };
    /** Upload a file as base64 */
    '/v1/files/base64': { request: { body: { name?: string; folderId?: string | null; description?: string; labels?: string[]; entityKind?: string; entityId?: string; content: string } }; answer: File; code: GeneralCode | 'out_of_range' | 'quota_exceeded' | 'reference_not_found' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' };
    /** Create a folder */
    '/v1/files/folder': { request: { body: NewFolder }; answer: File; code: GeneralCode | 'name_taken' | 'request_still_running' | 'out_of_range' | 'folders_too_deep' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a link to a file */
    '/v1/files/link': { request: { body: FilesCreateLinkBody }; answer: FileLink; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Create a rich-text document */
    '/v1/files/document': { request: { body: NewRichDocument }; answer: RichDocument; code: GeneralCode | 'out_of_range' | 'content_invalid' | 'content_too_large' | 'too_complex' | 'reference_not_found' | 'template_fields_missing' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a webhook */
    '/v1/organization/webhook': { request: { body: NewWebhook }; answer: CreatedWebhook; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'out_of_range' | 'url_not_allowed' | 'too_many_webhooks' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send a test to a webhook */
    '/v1/organization/webhook/test': { request: { body: WebhooksTestBody }; answer: WebhookDelivery; code: GeneralCode | 'not_found' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Retry deliveries */
    '/v1/organization/webhook/retry': { request: { body: WebhooksRetryBody }; answer: WebhooksRetryAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'webhook_is_off' | 'test_not_retried' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send events again since a time */
    '/v1/organization/webhook/replay': { request: { body: WebhooksReplayBody }; answer: WebhooksReplayAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'webhook_is_off' | 'replay_too_old' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Find deliveries by the payload of their event */
    '/v1/organization/webhook/results/by-payload': { request: { body: WebhooksSearchDeliveriesBody }; answer: WebhookDeliveryPage; code: GeneralCode | 'out_of_range' | 'page_too_deep' | 'page_too_large' | 'filter_too_broad' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Receive a notice of the payment processor */
    '/v1/payment/webhook': { request: { body: PaymentProcessorWebhookBody }; answer: undefined; code: GeneralCode | 'invalid_request' | 'webhook_refused' | 'malformed_body' | 'not_found' | 'too_many_requests' };
    /** Send the owner a link to change the payout schedule */
    '/v1/payment/payout-schedule-link': { request: {}; answer: PaymentProcessorSendPayoutScheduleLinkAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'merchant_account_missing' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change how often the processor pays out */
    '/v1/payment/change-payouts-intervar': { request: { body: PayoutScheduleChange }; answer: PayoutSchedule; code: GeneralCode | 'not_found' | 'out_of_range' | 'merchant_account_missing' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Start to save a payment method */
    '/v1/organization/customer/setup-intent': { request: { body: OwnPaymentMethodsCreateSetupIntentBody }; answer: OwnPaymentMethodsCreateSetupIntentAnswer; code: GeneralCode | 'out_of_range' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Receive a notice of the billing provider */
    '/v1/billing/webhook': { request: { body: BillingReceiveNoticeBody }; answer: undefined; code: GeneralCode | 'invalid_request' | 'billing_notice_refused' | 'malformed_body' | 'not_found' | 'too_many_requests' };
    /** Add a contact (customer or supplier) */
    '/v1/beneficiary': { request: { body: NewContact }; answer: ContactDetail; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'contact_datum_invalid' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add and change many contacts */
    '/v1/beneficiary/bulk': { request: { body: NewBeneficiaries }; answer: BeneficiariesAdded; code: GeneralCode | 'out_of_range' | 'bulk_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Import customers and suppliers from a file */
    '/v1/beneficiary/import': { request: { body: ContactsImportBody }; answer: Import; code: GeneralCode | 'import_running' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add contact data */
    '/v1/beneficiary/contact': { request: { body: AddedContactDatum }; answer: ContactDatum; code: GeneralCode | 'contact_datum_exists' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'contact_datum_invalid' | 'too_many_contact_data' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Find or create a contact by contact data */
    '/v2/beneficiary/contact': { request: { body: ContactByDatum }; answer: ContactDataFindOrCreateContactAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'contact_datum_invalid' | 'too_many_contact_data' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Start to save a payment method of a contact */
    '/v1/beneficiary/{beneficiaryId}/payproc/setup-intent': { request: { params: { path: { beneficiaryId: string } }; body: SavedCardsCreateSetupIntentBody }; answer: MethodSetup; code: GeneralCode | 'not_found' | 'out_of_range' | 'merchant_account_missing' | 'merchant_not_ready' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Open the page of the card processor for a contact */
    '/v1/beneficiary/{beneficiaryId}/cardproc/capture-session': { request: { params: { path: { beneficiaryId: string } } }; answer: CaptureSession; code: GeneralCode | 'not_found' | 'out_of_range' | 'cardproc_disabled' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Sync the cards of a contact with the card processor */
    '/v1/beneficiary/{beneficiaryId}/cardproc/sync': { request: { params: { path: { beneficiaryId: string } } }; answer: SavedMethods; code: GeneralCode | 'not_found' | 'out_of_range' | 'cardproc_disabled' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Activate a card of a contact */
    '/v1/beneficiary/{beneficiaryId}/cardproc/activate': { request: { params: { path: { beneficiaryId: string } }; body: CardActivation }; answer: SavedMethod; code: GeneralCode | 'not_found' | 'out_of_range' | 'reference_not_found' | 'cardproc_disabled' | 'activation_code_wrong' | 'payment_method_unknown' | 'payment_method_elsewhere' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Enter a record */
    '/v1/record': { request: { body: NewRecord }; answer: AccountingRecord; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'account_not_postable' | 'currency_mismatch' | 'amount_out_of_range' | 'same_account' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'invalid_rate' | 'taxes_do_not_fit' | 'entry_unbalanced' | 'account_on_both_sides' | 'journal_contact_required' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Post a seller’s commission */
    '/v1/record/commission': { request: { body: NewCommission }; answer: AccountingRecord; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'account_not_postable' | 'currency_mismatch' | 'amount_out_of_range' | 'same_account' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Reverse a journal entry on a later day */
    '/v1/record/{recordId}/reversal': { request: { params: { path: { recordId: string } }; body: NewReversal }; answer: AccountingRecord; code: GeneralCode | 'not_found' | 'record_is_void' | 'record_reversed' | 'request_still_running' | 'out_of_range' | 'record_not_reversible' | 'reversal_too_early' | 'account_not_postable' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Request a payout now */
    '/v1/payment/request-payout': { request: { body: PaymentProcessorRequestPayoutBody }; answer: PaymentProcessorRequestPayoutAnswer; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'payout_in_progress' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'merchant_account_missing' | 'merchant_not_ready' | 'payout_exceeds_balance' | 'provider_refused' | 'not_a_bank_account' | 'account_archived' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'too_many_chart_accounts' | 'parent_not_heading' | 'nothing_to_pay_out' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Create a project */
    '/v1/project': { request: { body: NewProject }; answer: Project; code: GeneralCode | 'out_of_range' | 'ends_before_it_starts' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a division */
    '/v1/division': { request: { body: NewBranch }; answer: Branch; code: GeneralCode | 'division_code_taken' | 'request_still_running' | 'out_of_range' | 'too_many_divisions' | 'conversions_url_not_allowed' | 'conversions_token_missing' | 'conversions_provider_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Choose the active division */
    '/v1/division/active': { request: { body: BranchesActivateBody }; answer: BranchesActivateAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'session_required' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Move money to another division */
    '/v1/division/transfer': { request: { body: NewBranchTransfer }; answer: BranchTransfer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'nothing_to_move' | 'amount_too_small' | 'currencies_differ' | 'division_balance_insufficient' | 'division_archived' | 'division_balance_closed' | 'period_locked' | 'account_not_postable' | 'book_value_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send a test conversion */
    '/v1/division/{divisionId}/capi-test': { request: { params: { path: { divisionId: string } }; body: BranchesTestConversionsBody }; answer: BranchesTestConversionsAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'conversions_not_configured' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Open the point of sale */
    '/v1/division/{divisionId}/pos-open': { request: { params: { path: { divisionId: string } }; body: TillsOpenBody }; answer: TillState; code: GeneralCode | 'not_found' | 'pos_already_open' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'not_a_cash_account' | 'float_not_covered' | 'division_archived' | 'division_balance_closed' | 'division_balance_insufficient' | 'nothing_to_move' | 'amount_too_small' | 'currencies_differ' | 'book_value_unknown' | 'period_locked' | 'account_not_postable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Close the balances */
    '/v1/division/{divisionId}/close-balance': { request: { params: { path: { divisionId: string } }; body: TillsCloseBody }; answer: TillClose; code: GeneralCode | 'not_found' | 'version_conflict' | 'nothing_to_close' | 'count_moment_unclear' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'count_missing' | 'book_value_unknown' | 'period_locked' | 'division_balance_closed' | 'account_not_postable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add an account to the chart */
    '/v1/chart-of-accounts': { request: { body: NewChartAccount }; answer: ChartAccount; code: GeneralCode | 'code_taken' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'kind_required' | 'kind_differs' | 'parent_not_heading' | 'chart_too_deep' | 'too_many_chart_accounts' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add and change many accounts of the chart */
    '/v1/chart-of-accounts/bulk': { request: { body: NewChartAccounts }; answer: ChartAccountsWritten; code: GeneralCode | 'code_taken' | 'request_still_running' | 'out_of_range' | 'bulk_refused' | 'account_in_use' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Import accounts of the chart from a file */
    '/v1/chart-of-accounts/import': { request: { body: ContactsImportBody }; answer: Import; code: GeneralCode | 'import_running' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a budget */
    '/v1/budget': { request: { body: NewBudget }; answer: Budget; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'budget_months_differ' | 'budget_account_unsuitable' | 'budget_span_wrong' | 'amount_out_of_range' | 'too_many_budgets' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a data source */
    '/v1/chart-of-accounts/data-source': { request: { body: NewDataSource }; answer: DataSource; code: GeneralCode | 'source_name_taken' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'selector_empty' | 'too_many_data_sources' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Register an account */
    '/v1/account': { request: { body: NewAccount }; answer: Account; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'rate_unknown' | 'amount_out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'too_many_chart_accounts' | 'parent_not_heading' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Move money between two accounts */
    '/v1/account/transfer': { request: { body: NewAccountTransfer }; answer: AccountTransfer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'transfer_to_itself' | 'account_archived' | 'received_amount_wrong' | 'rate_unknown' | 'amount_out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send money from the payment processor to a bank account */
    '/v1/account/payout-transfer': { request: { body: PayoutsCreateBody }; answer: PaymentProcessorRequestPayoutAnswer; code: GeneralCode | 'payout_in_progress' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'merchant_account_missing' | 'merchant_not_ready' | 'payout_exceeds_balance' | 'provider_refused' | 'not_a_bank_account' | 'account_archived' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'too_many_chart_accounts' | 'parent_not_heading' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Import a statement */
    '/v1/account/{accountId}/statement': { request: { params: { path: { accountId: string } }; body: NewStatement }; answer: StatementImport; code: GeneralCode | 'not_found' | 'out_of_range' | 'statement_unreadable' | 'statement_too_long' | 'statement_other_currency' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Conciliate an account */
    '/v1/account/{accountId}/conciliation': { request: { params: { path: { accountId: string } }; body: NewConciliation }; answer: BookedConciliation; code: GeneralCode | 'not_found' | 'already_conciliated' | 'request_still_running' | 'out_of_range' | 'nothing_to_conciliate' | 'conciliation_too_large' | 'match_differs' | 'payment_refused' | 'statement_balance_differs' | 'invalid_rate' | 'reference_not_found' | 'account_not_postable' | 'currency_mismatch' | 'amount_out_of_range' | 'same_account' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Revalue foreign balances */
    '/v1/currency/revaluation': { request: { body: NewRevaluation }; answer: Revaluation; code: GeneralCode | 'out_of_range' | 'revalued_in_future' | 'nothing_to_revalue' | 'too_many_to_revalue' | 'rate_unknown' | 'amount_out_of_range' | 'account_not_postable' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a tax */
    '/v1/taxes': { request: { body: NewTax }; answer: Tax; code: GeneralCode | 'tax_code_taken' | 'request_still_running' | 'out_of_range' | 'rates_overlap' | 'reference_not_found' | 'account_not_for_taxes' | 'credit_only_of_itbis' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a fiscal sequence (NCF range) */
    '/v1/taxes/numerals': { request: { body: NewFiscalSequence }; answer: FiscalSequence; code: GeneralCode | 'numerals_overlap' | 'request_still_running' | 'out_of_range' | 'numerals_order' | 'numerals_expiry' | 'too_many_numerals' | 'reference_not_found' | 'law_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Void unused numbers */
    '/v1/taxes/numerals/void': { request: { body: NumbersToVoid }; answer: VoidedFiscalNumbers; code: GeneralCode | 'numbers_not_free' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'period_locked' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a resource (product or service) */
    '/v1/resource': { request: { body: NewProduct }; answer: Product; code: GeneralCode | 'resource_code_taken' | 'barcode_taken' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'resource_invalid' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create and change many resources */
    '/v1/resource/bulk': { request: { body: ProductsWriteManyBody }; answer: BulkResult; code: GeneralCode | 'out_of_range' | 'bulk_refused' | 'resource_has_stock' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Generate barcodes */
    '/v1/resource/barcode/generate': { request: { body: ProductsGenerateBarcodesBody }; answer: ProductsGenerateBarcodesAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Export resources to a file */
    '/v1/resource/export': { request: { body: ProductsExportBody }; answer: ProductsExportAnswer; code: GeneralCode | 'too_many_requests' };
    /** Import products and services from a file */
    '/v1/resource/import': { request: { body: ContactsImportBody }; answer: Import; code: GeneralCode | 'import_running' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a price */
    '/v1/resource/price': { request: { body: NewPrice }; answer: Price; code: GeneralCode | 'price_exists' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'price_invalid' | 'too_many_prices' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Set many prices */
    '/v1/resource/price/bulk': { request: { body: PricesWriteManyBody }; answer: BulkResult; code: GeneralCode | 'out_of_range' | 'bulk_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Set many costs */
    '/v1/resource/cost/bulk': { request: { body: PricesWriteCostsBody }; answer: BulkResult; code: GeneralCode | 'out_of_range' | 'bulk_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a tax to a resource */
    '/v1/resource/tax': { request: { body: ProductTax }; answer: ProductTaxes; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'too_many_taxes' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a list of resources */
    '/v1/resource/resource-list': { request: { body: NewProductList }; answer: ProductList; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'list_invalid' | 'too_many_rule_lists' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Rebuild lists by rule */
    '/v1/resource/resource-list/clear-cache': { request: { body: ProductListsClearCacheBody }; answer: ProductListsClearCacheAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Create a discount */
    '/v1/resource/discount-recommendation': { request: { body: NewDiscount }; answer: Discount; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'discount_invalid' | 'too_many_discounts' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a stock movement */
    '/v1/resource/record': { request: { body: NewStockMovement }; answer: StockMovement; code: GeneralCode | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'movement_in_future' | 'same_division' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create many stock movements */
    '/v1/resource/record/bulk': { request: { body: NewStockMovements }; answer: StockMovementsCreateManyAnswer; code: GeneralCode | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'movement_in_future' | 'same_division' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Enter a stock count */
    '/v1/resource/record/bulk-stock': { request: { body: StockCount }; answer: StockCountResult; code: GeneralCode | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'movement_in_future' | 'same_division' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a stock position */
    '/v1/resource/position': { request: { body: StockPositionRules }; answer: StockPosition; code: GeneralCode | 'position_exists' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'stock_not_tracked' | 'units_cannot_be_owed' | 'maximum_below_minimum' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Set the rules of many stock positions */
    '/v1/resource/position/bulk': { request: { body: StockPositionsUpdateManyBody }; answer: StockPositionsUpdateManyAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'stock_not_tracked' | 'units_cannot_be_owed' | 'maximum_below_minimum' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Export serial numbers to a file */
    '/v1/resource/serial-numbers/export': { request: { body: SerialNumbersExportBody }; answer: ProductsExportAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Plan a production */
    '/v1/resource/production': { request: { body: NewProduction }; answer: ProductionDetail; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'stock_not_tracked' | 'stock_out_of_range' | 'recipe_missing' | 'part_of_itself' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Apply a production */
    '/v1/resource/production/{productionId}/apply': { request: { params: { path: { productionId: string } }; body: ProductionApplication }; answer: ProductionDetail; code: GeneralCode | 'not_found' | 'production_state' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'part_not_in_recipe' | 'movement_in_future' | 'reference_not_found' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Copy a document */
    '/v1/record/pending/clone': { request: { body: DocumentsCloneBody }; answer: Document; code: GeneralCode | 'not_found' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Convert a quote or an order */
    '/v1/record/pending/create-from': { request: { body: DocumentsCreateFromBody }; answer: Document; code: GeneralCode | 'not_found' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'not_convertible' | 'nothing_left' | 'more_than_is_left' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a document */
    '/v1/record/pending': { request: { body: NewDocument }; answer: Ticket; code: GeneralCode | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'not_payable' | 'document_in_instalments' | 'nothing_due' | 'paid_before_issued' | 'overpaid' | 'not_for_purchases' | 'change_from_cash' | 'contact_required' | 'gift_card_other_currency' | 'balance_too_low' | 'account_archived' | 'gift_card_unknown' | 'gift_card_mistyped' | 'gift_card_ended' | 'gift_card_too_low' | 'not_recurrent' | 'rule_never_comes' | 'too_many_missed_cycles' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a line */
    '/v1/record/pending/element': { request: { body: AddedDocumentLine }; answer: Document; code: GeneralCode | 'not_found' | 'version_conflict' | 'document_is_void' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'document_settled' | 'fiscally_numbered' | 'document_in_instalments' | 'element_in_use' | 'document_followed' | 'more_than_is_left' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add taxes to a line */
    '/v1/record/pending/element/taxes': { request: { body: DocumentsAddLineTaxesBody }; answer: Document; code: GeneralCode | 'not_found' | 'version_conflict' | 'document_is_void' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'document_settled' | 'fiscally_numbered' | 'document_in_instalments' | 'element_in_use' | 'document_followed' | 'more_than_is_left' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create all due documents */
    '/v1/record/pending/checkRecurrenciesAndCreate': { request: {}; answer: RecurrencyCatchUp; code: GeneralCode | 'too_many_requests' };
    /** Create the document of a cycle */
    '/v1/record/pending/givenRecurrency': { request: { body: RecurringDocumentsCreateCycleBody }; answer: RecurrencyCycle; code: GeneralCode | 'not_found' | 'cycle_made' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'cycle_unknown' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create the next document now */
    '/v1/record/pending/nextRecurrency': { request: { body: RecurringDocumentsCreateNextBody }; answer: RecurrencyCycle; code: GeneralCode | 'not_found' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'no_next_cycle' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send a document by e-mail */
    '/v1/record/pending/{pendingRecordId}/share/email': { request: { params: { path: { pendingRecordId: string } }; body: SharedDocumentsSendByEmailBody }; answer: SharedDocumentsSendByEmailAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'no_address' | 'document_without_contact' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send the account statement of a contact by e-mail */
    '/v1/beneficiary/{beneficiaryId}/statement/email': { request: { params: { path: { beneficiaryId: string } }; body: AccountStatementsSendByEmailBody }; answer: AccountStatementsSendByEmailAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_many_movements' | 'no_address' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Post depreciation */
    '/v1/asset/depreciation': { request: { body: FixedAssetsDepreciateBody }; answer: FixedAssetsDepreciateAnswer; code: GeneralCode | 'out_of_range' | 'month_not_begun' | 'account_not_postable' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Sell or scrap a fixed asset */
    '/v1/asset/{assetId}/disposal': { request: { params: { path: { assetId: string } }; body: NewDisposal }; answer: Asset; code: GeneralCode | 'not_found' | 'asset_disposed' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'disposal_date_out_of_range' | 'proceeds_required' | 'not_a_sale' | 'currency_mismatch' | 'account_archived' | 'account_not_postable' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Register a fixed asset */
    '/v1/asset': { request: { body: NewAsset }; answer: Asset; code: GeneralCode | 'asset_code_taken' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'dates_out_of_order' | 'values_out_of_order' | 'life_required' | 'rate_not_used' | 'account_not_postable' | 'account_kind_differs' | 'not_a_purchase' | 'too_many_assets' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create many documents */
    '/v1/record/pending/bulk': { request: { body: DocumentsCreateManyBody }; answer: DocumentsCreateManyAnswer; code: GeneralCode | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'bulk_refused' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'not_payable' | 'document_in_instalments' | 'nothing_due' | 'paid_before_issued' | 'overpaid' | 'not_for_purchases' | 'change_from_cash' | 'contact_required' | 'gift_card_other_currency' | 'balance_too_low' | 'account_archived' | 'gift_card_unknown' | 'gift_card_mistyped' | 'gift_card_ended' | 'gift_card_too_low' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Charge a saved card for a document */
    '/v1/record/pending/charge': { request: { body: NewDocumentCharge }; answer: DocumentPaymentsChargeAnswer; code: GeneralCode | 'not_found' | 'charge_in_progress' | 'request_still_running' | 'out_of_range' | 'not_payable' | 'document_in_instalments' | 'nothing_due' | 'paid_before_issued' | 'reference_not_found' | 'account_not_postable' | 'overpaid' | 'not_for_purchases' | 'change_from_cash' | 'contact_required' | 'gift_card_other_currency' | 'balance_too_low' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'more_than_due' | 'payment_method_inactive' | 'payment_method_elsewhere' | 'payment_method_unknown' | 'charge_key_reused' | 'provider_key_reused' | 'cardproc_disabled' | 'merchant_account_missing' | 'merchant_not_ready' | 'provider_refused' | 'payment_declined' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Issue a numbered payment receipt */
    '/v1/record/pending/payment/receipt': { request: { body: NewReceipt }; answer: Receipt; code: GeneralCode | 'payment_is_void' | 'payment_has_receipt' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'payments_apart' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send a numbered payment receipt by e-mail */
    '/v1/record/pending/payment/receipt/{receiptId}/email': { request: { params: { path: { receiptId: string } }; body: DocumentPaymentsSendReceiptByEmailBody }; answer: DocumentPaymentsSendReceiptByEmailAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'no_address' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Lend or borrow cash */
    '/v1/record/pending/loan': { request: { body: NewLoan }; answer: Credit; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'date_in_future' | 'plan_dates_wrong' | 'grace_too_long' | 'amount_out_of_range' | 'account_archived' | 'account_not_postable' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Put an invoice in instalments */
    '/v1/record/pending/credit': { request: { body: NewCredit }; answer: Credit; code: GeneralCode | 'refund_in_progress' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'not_creditable' | 'plan_dates_wrong' | 'grace_too_long' | 'amount_out_of_range' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Preview a plan */
    '/v1/record/pending/credit/table': { request: { body: CreditTableRequest }; answer: CreditTable; code: GeneralCode | 'not_found' | 'out_of_range' | 'plan_dates_wrong' | 'grace_too_long' | 'amount_out_of_range' | 'credit_overpaid' | 'credit_in_arrears' | 'credit_event_out_of_order' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pay instalments */
    '/v1/record/pending/credit/makeCreditPayment': { request: { body: NewCreditPayment }; answer: CreditPayment; code: GeneralCode | 'not_found' | 'credit_not_active' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'credit_overpaid' | 'credit_event_out_of_order' | 'date_in_future' | 'not_payable' | 'more_than_due' | 'amount_out_of_range' | 'currency_mismatch' | 'account_archived' | 'account_not_postable' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pay capital ahead */
    '/v1/record/pending/credit/makeCapitalPayment': { request: { body: NewCapitalPayment }; answer: CreditPayment; code: GeneralCode | 'not_found' | 'credit_not_active' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'credit_overpaid' | 'credit_event_out_of_order' | 'date_in_future' | 'not_payable' | 'more_than_due' | 'amount_out_of_range' | 'currency_mismatch' | 'account_archived' | 'account_not_postable' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'credit_in_arrears' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change the rate of a credit */
    '/v1/record/pending/credit/{creditId}/rate': { request: { params: { path: { creditId: string } }; body: CreditRateChange }; answer: Credit; code: GeneralCode | 'not_found' | 'credit_not_active' | 'request_still_running' | 'out_of_range' | 'credit_event_out_of_order' | 'date_in_future' | 'amount_out_of_range' | 'idempotency_key_reused' | 'too_many_requests' };
    /** End a credit */
    '/v1/record/pending/credit/{creditId}/cancel': { request: { params: { path: { creditId: string } }; body: CreditCancellation }; answer: Credit; code: GeneralCode | 'not_found' | 'credit_not_active' | 'request_still_running' | 'out_of_range' | 'credit_has_payments' | 'loan_stays_owed' | 'account_not_postable' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Take money in advance, or pay a supplier in advance */
    '/v1/beneficiary/balance/topup': { request: { body: NewContactBalanceMovement }; answer: ContactBalanceCashMovement; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'account_archived' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Refund the balance of a contact */
    '/v1/beneficiary/balance/refund': { request: { body: NewContactBalanceMovement }; answer: ContactBalanceCashMovement; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'account_archived' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'balance_too_low' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Issue a gift card */
    '/v1/gift-card': { request: { body: NewGiftCard }; answer: GiftCardsCreateAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'amount_out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'account_archived' | 'rate_unknown' | 'expires_in_past' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Redeem a gift card */
    '/v1/gift-card/redeem': { request: { body: GiftCardRedemption }; answer: GiftCardsRedeemAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'amount_out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'gift_card_unknown' | 'gift_card_mistyped' | 'gift_card_ended' | 'gift_card_too_low' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Make a page to see, pay or accept */
    '/v1/shared': { request: { body: NewSharedPage }; answer: SharedPageRecord; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'amount_out_of_range' | 'rate_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Start a payment on a page */
    '/v1/shared/{id}/create-intent': { request: { params: { path: { id: string } }; body: NewIntent }; answer: PageIntent; code: GeneralCode | 'not_found' | 'charge_in_progress' | 'request_still_running' | 'page_expired' | 'out_of_range' | 'nothing_due' | 'amount_not_offered' | 'contact_required' | 'online_payment_unavailable' | 'merchant_account_missing' | 'provider_refused' | 'provider_key_reused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Pay with a saved card on a page */
    '/v1/shared/{id}/pay-with-saved': { request: { params: { path: { id: string } }; body: SavedPayment }; answer: SavedOutcome; code: GeneralCode | 'proof_required' | 'not_found' | 'charge_in_progress' | 'request_still_running' | 'page_expired' | 'out_of_range' | 'online_payment_unavailable' | 'nothing_due' | 'amount_not_offered' | 'payment_declined' | 'more_than_due' | 'document_in_instalments' | 'not_payable' | 'paid_before_issued' | 'reference_not_found' | 'account_not_postable' | 'overpaid' | 'not_for_purchases' | 'change_from_cash' | 'contact_required' | 'gift_card_other_currency' | 'balance_too_low' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'payment_method_inactive' | 'payment_method_elsewhere' | 'payment_method_unknown' | 'charge_key_reused' | 'provider_key_reused' | 'cardproc_disabled' | 'merchant_account_missing' | 'merchant_not_ready' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Start to save a card on a page */
    '/v1/shared/{id}/create-setup-intent': { request: { params: { path: { id: string } }; body: SharedPagesCreateSetupIntentBody }; answer: PageSetup; code: GeneralCode | 'not_found' | 'page_expired' | 'out_of_range' | 'contact_required' | 'provider_refused' | 'merchant_account_missing' | 'merchant_not_ready' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Open the page of the card processor from a page */
    '/v1/shared/{id}/cardproc/capture-session': { request: { params: { path: { id: string } }; body: SharedPagesCreateSetupIntentBody }; answer: CaptureStarted; code: GeneralCode | 'not_found' | 'page_expired' | 'out_of_range' | 'contact_required' | 'provider_refused' | 'cardproc_disabled' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Find the cards that were entered from a page */
    '/v1/shared/{id}/cardproc/sync': { request: { params: { path: { id: string } }; body: SharedPagesCreateSetupIntentBody }; answer: CapturedCards; code: GeneralCode | 'not_found' | 'page_expired' | 'out_of_range' | 'contact_required' | 'provider_refused' | 'cardproc_disabled' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Activate a card that was entered from a page */
    '/v1/shared/{id}/cardproc/activate': { request: { params: { path: { id: string } }; body: CardActivation }; answer: ActivatedCard; code: GeneralCode | 'fresh_authentication_required' | 'not_found' | 'page_expired' | 'out_of_range' | 'contact_required' | 'provider_refused' | 'reference_not_found' | 'cardproc_disabled' | 'activation_code_wrong' | 'payment_method_unknown' | 'payment_method_elsewhere' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Send a code to the contact of a page */
    '/v1/shared/{id}/send-code': { request: { params: { path: { id: string } }; body: SharedPagesSendCodeBody }; answer: CodeSent; code: GeneralCode | 'not_found' | 'page_expired' | 'out_of_range' | 'contact_required' | 'contact_without_address' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Verify the code of a contact */
    '/v1/shared/{id}/verify-code': { request: { params: { path: { id: string } }; body: SharedPagesVerifyCodeBody }; answer: CodeVerified; code: GeneralCode | 'fresh_authentication_required' | 'not_found' | 'page_expired' | 'out_of_range' | 'code_wrong' | 'provider_refused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Charge a contact’s invoices to a saved card when they fall due */
    '/v1/shared/{id}/enable-auto-charge': { request: { params: { path: { id: string } }; body: AutoChargeChange }; answer: AutoCharge; code: GeneralCode | 'proof_required' | 'not_found' | 'page_expired' | 'out_of_range' | 'reference_not_found' | 'payment_method_inactive' | 'dry_run_unsupported' | 'too_many_requests' };
    /** Accept a quote on its page */
    '/v1/shared/{id}/accept': { request: { params: { path: { id: string } }; body: Acceptance }; answer: Accepted; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'page_expired' | 'out_of_range' | 'not_acceptable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Remind a contact of what they owe */
    '/v1/beneficiary/{beneficiaryId}/reminder': { request: { params: { path: { beneficiaryId: string } }; body: PaymentRemindersSendBody }; answer: PaymentReminder; code: GeneralCode | 'not_found' | 'out_of_range' | 'nothing_due' | 'no_address' | 'rate_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a delivery */
    '/v1/resource/delivery': { request: { body: NewDelivery }; answer: Delivery; code: GeneralCode | 'costs_added' | 'request_still_running' | 'out_of_range' | 'delivery_unclear' | 'not_deliverable' | 'more_than_open' | 'nothing_open' | 'same_division' | 'reference_not_found' | 'division_required' | 'account_not_postable' | 'amount_out_of_range' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Resolve delivery mismatches */
    '/v1/resource/delivery/mismatches/fix': { request: { body: DeliveryMismatchFix }; answer: Delivery; code: GeneralCode | 'no_mismatch' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'fix_unsuitable' | 'more_than_open' | 'reference_not_found' | 'division_required' | 'account_not_postable' | 'amount_out_of_range' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a return */
    '/v1/resource/return': { request: { body: NewReturn }; answer: Return; code: GeneralCode | 'credit_note_taken' | 'costs_landed' | 'refund_in_progress' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'not_returnable' | 'returned_before_sold' | 'more_than_sold' | 'nothing_to_return' | 'disposition_unsuitable' | 'serial_number_not_sold' | 'credit_note_unsuitable' | 'not_paid_by_card' | 'processor_account' | 'law_unknown' | 'lot_not_sold' | 'contact_required' | 'division_required' | 'document_in_instalments' | 'account_archived' | 'account_not_postable' | 'currency_mismatch' | 'amount_out_of_range' | 'rate_unknown' | 'refund_exceeds_charge' | 'fiscal_document_unacceptable' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Refund a return to the card again */
    '/v1/resource/return/{returnId}/refund': { request: { params: { path: { returnId: string } } }; answer: Return; code: GeneralCode | 'not_found' | 'return_is_void' | 'no_failed_refund' | 'refund_in_progress' | 'request_still_running' | 'out_of_range' | 'refund_exceeds_charge' | 'balance_too_low' | 'amount_out_of_range' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add landed costs to purchases */
    '/v1/resource/landed-cost': { request: { body: NewLandedCost }; answer: LandedCost; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'not_bought' | 'nothing_arrived' | 'more_than_billed' | 'account_not_postable' | 'amount_out_of_range' | 'currency_mismatch' | 'counter_is_inventory' | 'stock_out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Order what is missing */
    '/v1/resource/replenishment': { request: { body: NewReplenishment }; answer: Replenishment; code: GeneralCode | 'out_of_range' | 'nothing_to_order' | 'supplier_missing' | 'quantity_missing' | 'too_many_suggestions' | 'division_archived' | 'price_missing' | 'resource_archived' | 'rate_unknown' | 'amount_out_of_range' | 'withheld_too_much' | 'reference_not_found' | 'tax_not_in_force' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Record that a report was sent */
    '/v1/taxes/sent-report': { request: { body: NewSentReport }; answer: SentReport; code: GeneralCode | 'out_of_range' | 'period_not_begun' | 'organization_tax_id_missing' | 'law_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pay the ITBIS of a month */
    '/v1/taxes/monthly-payment': { request: { body: TaxPaymentsPayItbisBody }; answer: TaxPayment; code: GeneralCode | 'filing_already_paid' | 'later_filing_paid' | 'request_still_running' | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'account_not_in_currency' | 'reference_not_found' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pay the withholdings of a month (IR-17) */
    '/v1/taxes/ir17/monthly-payment': { request: { body: TaxPaymentsPayIr17Body }; answer: TaxPayment; code: GeneralCode | 'filing_already_paid' | 'later_filing_paid' | 'request_still_running' | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'account_not_in_currency' | 'reference_not_found' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add an employee */
    '/v1/taxes/rrhh/employees': { request: { body: NewEmployee }; answer: Employee; code: GeneralCode | 'employee_known' | 'request_still_running' | 'out_of_range' | 'leaves_before_coming' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pay the payroll of a month */
    '/v1/taxes/rrhh/monthly-payment': { request: { body: PayrollPayBody }; answer: TaxPaymentCursorPage; code: GeneralCode | 'filing_already_paid' | 'credit_not_active' | 'request_still_running' | 'out_of_range' | 'period_not_begun' | 'law_unknown' | 'nobody_on_payroll' | 'payroll_not_posted' | 'pay_below_zero' | 'christmas_in_december' | 'account_not_in_currency' | 'account_not_postable' | 'same_account' | 'credit_overpaid' | 'credit_event_out_of_order' | 'date_in_future' | 'reference_not_found' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add variable pay or a deduction */
    '/v1/taxes/rrhh/entries': { request: { body: NewEntry }; answer: Entry; code: GeneralCode | 'salaries_paid' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'hours_not_of_kind' | 'account_not_for_payroll' | 'credit_not_of_entry' | 'credit_not_owed_here' | 'too_many_payroll_entries' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add variable pay and deductions of many employees */
    '/v1/taxes/rrhh/entries/bulk': { request: { body: PayrollCreateEntriesBody }; answer: EntryCursorPage; code: GeneralCode | 'salaries_paid' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'hours_not_of_kind' | 'account_not_for_payroll' | 'credit_not_of_entry' | 'credit_not_owed_here' | 'too_many_payroll_entries' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Register the company */
    '/v1/einvoice/company': { request: { body: NewEcfCompany }; answer: EcfCompany; code: GeneralCode | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'certificate_required' | 'environment_unavailable' | 'certificate_unreadable' | 'certificate_password_wrong' | 'certificate_expired' | 'certificate_key_missing' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Sign an XML document */
    '/v1/einvoice/sign-document': { request: { body: ElectronicInvoicesSignDocumentBody }; answer: ElectronicInvoicesSignDocumentAnswer; code: GeneralCode | 'out_of_range' | 'company_not_registered' | 'xml_unreadable' | 'xml_already_signed' | 'too_complex' | 'certificate_unreadable' | 'certificate_password_wrong' | 'certificate_expired' | 'certificate_key_missing' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Start a certification run */
    '/v1/einvoice/test-set': { request: { body: ElectronicInvoicesStartTestSetBody }; answer: TestSet; code: GeneralCode | 'test_set_running' | 'request_still_running' | 'out_of_range' | 'company_not_registered' | 'no_tests_in_production' | 'law_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send a document again */
    '/v1/einvoice/document/resend': { request: { body: ElectronicInvoicesResendBody }; answer: ElectronicInvoice; code: GeneralCode | 'not_found' | 'out_of_range' | 'ecf_decided' | 'ecf_number_used' | 'ecf_of_production' | 'ecf_void' | 'law_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Annul numbers that were never sent */
    '/v1/einvoice/annulment': { request: { body: ElectronicInvoicesAnnulBody }; answer: ElectronicInvoicesAnnulAnswer; code: GeneralCode | 'out_of_range' | 'company_not_registered' | 'certificate_expired' | 'numbers_order' | 'numbers_not_unused' | 'provider_refused' | 'too_complex' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Answer a received document */
    '/v1/einvoice/received/approval': { request: { body: ReceivedElectronicInvoicesAnswerBody }; answer: ReceivedElectronicInvoicesAnswerAnswer; code: GeneralCode | 'not_found' | 'approval_given' | 'request_still_running' | 'out_of_range' | 'not_approvable' | 'company_not_registered' | 'certificate_expired' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Exchange a signed seed for a token */
    '/v1/einvoice/receiver/{receiverKey}/fe/autenticacion/api/validacioncertificado': { request: { params: { path: { receiverKey: string } }; body: ElectronicInvoiceReceptionCreateTokenBody }; answer: ElectronicInvoiceReceptionCreateTokenAnswer; code: GeneralCode | 'invalid_request' | 'seed_refused' | 'malformed_body' | 'not_found' | 'out_of_range' | 'xml_unreadable' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Submit an e-CF */
    '/v1/einvoice/receiver/{receiverKey}/fe/recepcion/api/ecf': { request: { params: { path: { receiverKey: string } }; body: ElectronicInvoiceReceptionCreateTokenBody }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'xml_unreadable' | 'company_not_registered' | 'certificate_expired' | 'too_complex' | 'provider_refused' | 'idempotency_key_reused' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Answer a document of this company */
    '/v1/einvoice/receiver/{receiverKey}/fe/aprobacioncomercial/api/ecf': { request: { params: { path: { receiverKey: string } }; body: ElectronicInvoiceReceptionCreateTokenBody }; answer: ElectronicInvoiceReceptionApproveAnswer; code: GeneralCode | 'invalid_request' | 'approval_refused' | 'malformed_body' | 'not_found' | 'out_of_range' | 'xml_unreadable' | 'company_not_registered' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a board */
    '/v1/tasks/board': { request: { body: NewBoard }; answer: Board; code: GeneralCode | 'out_of_range' | 'board_without_admin' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Share a board by link */
    '/v1/tasks/board/{boardId}/share': { request: { params: { path: { boardId: string } }; body: BoardsShareBody }; answer: BoardShare; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Add a column to a board */
    '/v1/tasks/board-column': { request: { body: NewColumn }; answer: BoardColumn; code: GeneralCode | 'neighbour_moved' | 'request_still_running' | 'out_of_range' | 'too_many_columns' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a task */
    '/v1/tasks/board-task': { request: { body: NewTask }; answer: BoardTask; code: GeneralCode | 'neighbour_moved' | 'request_still_running' | 'out_of_range' | 'field_invalid' | 'column_full' | 'due_before_start' | 'dependency_cycle' | 'subtasks_too_deep' | 'rule_without_dates' | 'reference_not_found' | 'subtask_of_itself' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create the task of an occurrence now */
    '/v1/tasks/board-task/{taskId}/recurrence/force-create': { request: { params: { path: { taskId: string } }; body: BoardTasksCreateOccurrenceBody }; answer: BoardTask; code: GeneralCode | 'not_found' | 'occurrence_made' | 'request_still_running' | 'out_of_range' | 'not_recurring' | 'occurrence_unknown' | 'column_full' | 'field_invalid' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Turn a description into a recurrence rule */
    '/v1/tasks/recurrence/generate': { request: { body: RecurrenceGenerateBody }; answer: RecurrenceGenerateAnswer; code: GeneralCode | 'out_of_range' | 'not_understood' | 'rule_without_dates' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a form */
    '/v1/forms': { request: { body: NewForm }; answer: Form; code: GeneralCode | 'out_of_range' | 'form_invalid' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a link that answers questions beforehand */
    '/v1/forms/{formId}/link': { request: { params: { path: { formId: string } }; body: NewFormLink }; answer: FormLink; code: GeneralCode | 'not_found' | 'out_of_range' | 'answers_invalid' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Submit a form */
    '/v1/forms/{formId}/submit': { request: { params: { path: { formId: string } }; body: NewFormSubmission }; answer: FormSubmitted; code: GeneralCode | 'not_found' | 'form_closed' | 'out_of_range' | 'answers_invalid' | 'submission_refused' | 'submission_key_reused' | 'robot_suspected' | 'visitor_unknown' | 'link_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Upload a file for a form */
    '/v1/forms/{formId}/upload': { request: { params: { path: { formId: string }; query: { visitor: string; field: FormKey } }; body: { content: string } }; answer: FormUploadCursorPage; code: GeneralCode | 'not_found' | 'form_closed' | 'out_of_range' | 'file_type_refused' | 'not_a_file_question' | 'too_many_visitor_uploads' | 'quota_exceeded' | 'visitor_unknown' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' };
    /** Register a person */
    '/v1/tasks/schedule/{scheduleId}/register': { request: { params: { path: { scheduleId: string } }; body: NewRegistration }; answer: Registration; code: GeneralCode | 'not_found' | 'slot_taken' | 'schedule_canceled' | 'request_still_running' | 'out_of_range' | 'no_such_start' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create or change a booking link */
    '/v1/tasks/schedule/link': { request: { body: LinkGiven }; answer: ScheduleLink; code: GeneralCode | 'not_found' | 'version_conflict' | 'schedule_canceled' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Book a slot */
    '/v1/tasks/schedule/link/submit': { request: { body: LinkSubmission }; answer: BookingSubmitted; code: GeneralCode | 'not_found' | 'slot_taken' | 'deposit_not_payable' | 'request_still_running' | 'form_closed' | 'out_of_range' | 'booking_form_invalid' | 'answers_invalid' | 'submission_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Cancel or move a booking by its token */
    '/v1/tasks/schedule/booking/{bookingToken}': { request: { params: { path: { bookingToken: string } }; body: VisitorChange }; answer: VisitorBooking; code: GeneralCode | 'not_found' | 'change_not_allowed' | 'slot_taken' | 'schedule_canceled' | 'booking_canceled' | 'request_still_running' | 'out_of_range' | 'no_such_start' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add an outside calendar */
    '/v1/tasks/schedule/calendar': { request: { body: NewOutsideCalendar }; answer: OutsideCalendar; code: GeneralCode | 'out_of_range' | 'calendar_address_refused' | 'too_many_calendars' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a schedule */
    '/v1/tasks/schedule': { request: { body: NewSchedule }; answer: Schedule; code: GeneralCode | 'host_busy' | 'request_still_running' | 'out_of_range' | 'schedule_incomplete' | 'hours_overlap' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send a message */
    '/v1/chat/message': { request: { body: NewMessage }; answer: ChatMessage; code: GeneralCode | 'channel_paused' | 'conversation_taken' | 'sender_blocked' | 'request_still_running' | 'out_of_range' | 'type_unsupported' | 'window_closed' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send a document or a booking into a chat */
    '/v1/chat/document': { request: { body: DocumentMessage }; answer: ChatMessage; code: GeneralCode | 'channel_paused' | 'conversation_taken' | 'sender_blocked' | 'request_still_running' | 'out_of_range' | 'type_unsupported' | 'window_closed' | 'reference_not_found' | 'quota_exceeded' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Send an approved template */
    '/v1/chat/msgapp/template': { request: { body: NewTemplateMessage }; answer: ChatMessage; code: GeneralCode | 'channel_paused' | 'conversation_taken' | 'sender_blocked' | 'request_still_running' | 'out_of_range' | 'type_unsupported' | 'window_closed' | 'reference_not_found' | 'template_not_approved' | 'template_parameters' | 'template_unsupported' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Fetch a medium again */
    '/v1/chat/media/{channelId}/{mediaId}/retry': { request: { params: { path: { channelId: string; mediaId: string } } }; answer: Medium; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Try an unhandled part again */
    '/v1/chat/unhandled/retry': { request: { body: ChatRetryUnhandledBody }; answer: Drop; code: GeneralCode | 'not_found' | 'out_of_range' | 'channel_needed' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a canned answer */
    '/v1/chat/canned-answer': { request: { body: NewCannedAnswer }; answer: CannedAnswer; code: GeneralCode | 'shortcut_taken' | 'request_still_running' | 'too_many_requests' };
    /** Block the sender of a conversation */
    '/v1/chat/blocked-sender': { request: { body: NewBlockedSender }; answer: BlockedSender; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'sender_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Process webhooks of numbers that have a channel now */
    '/v1/chat/unrouted/retry': { request: {}; answer: ChatRetryUnroutedAnswer; code: GeneralCode | 'too_many_requests' };
    /** Receive for a channel */
    '/v1/chat/webhook': { request: { params: { query: { key: string } }; body: ChatReceiveBody }; answer: ChatReceiveAnswer; code: GeneralCode | 'signature_invalid' | 'visitor_refused' | 'identity_refused' | 'not_found' | 'too_many_requests' };
    /** Receive a webhook of the messaging app, first version */
    '/v1/chat/webhook/msgapp': { request: { body: ChatReceiveBody }; answer: ChatReceiveMsgappV1Answer; code: GeneralCode | 'signature_invalid' | 'too_many_requests' };
    /** Receive a webhook of the messaging app */
    '/v2/chat/webhook/msgapp': { request: { body: ChatReceiveBody }; answer: ChatReceiveMsgappV1Answer; code: GeneralCode | 'signature_invalid' | 'too_many_requests' };
    /** Create a channel */
    '/v1/channel': { request: { body: NewChannel }; answer: CreatedChannel; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'address_taken' | 'request_still_running' | 'out_of_range' | 'provider_unknown' | 'reference_not_found' | 'member_may_not_answer' | 'token_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a business account */
    '/v2/channel/msgapp/addWaba': { request: { body: WabaAdded }; answer: MsgappAccount; code: GeneralCode | 'not_found' | 'sign_up_needed' | 'reconnect_needed' | 'request_still_running' | 'out_of_range' | 'account_not_opened' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Subscribe to the webhooks of an account */
    '/v2/channel/msgapp/subscribe': { request: { body: ChannelsSubscribeBody }; answer: MsgappAccount; code: GeneralCode | 'not_found' | 'reconnect_needed' | 'request_still_running' | 'out_of_range' | 'callback_refused' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Register a number with its PIN */
    '/v2/channel/msgapp/{phoneNumberId}/pin': { request: { params: { path: { phoneNumberId: string } }; body: ChannelsRegisterBody }; answer: MsgappRegistration; code: GeneralCode | 'not_found' | 'registration_wait' | 'reconnect_needed' | 'request_still_running' | 'out_of_range' | 'pin_wrong' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'pin_tries_exceeded' | 'provider_unavailable' | 'provider_timeout' };
    /** Make a channel of a number */
    '/v2/channel/msgapp/{phoneNumberId}/link': { request: { params: { path: { phoneNumberId: string } }; body: ChannelsLinkBody }; answer: Channel; code: GeneralCode | 'not_found' | 'step_missing' | 'address_taken' | 'request_still_running' | 'out_of_range' | 'provider_unknown' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a template */
    '/v1/channel/{channelId}/msgapp/templates': { request: { params: { path: { channelId: string } }; body: NewTemplate }; answer: MessageTemplate; code: GeneralCode | 'not_found' | 'reconnect_needed' | 'template_submitting' | 'request_still_running' | 'out_of_range' | 'provider_refused' | 'header_file_unsupported' | 'reference_not_found' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Read the templates of the provider again */
    '/v1/channel/{channelId}/msgapp/templates/sync': { request: { params: { path: { channelId: string } } }; answer: ChannelsSyncTemplatesAnswer; code: GeneralCode | 'not_found' | 'reconnect_needed' | 'request_still_running' | 'out_of_range' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Show a template with the data of a contact */
    '/v1/channel/{channelId}/msgapp/templates/{templateId}/preview': { request: { params: { path: { channelId: string; templateId: string } }; body: PreviewWanted }; answer: Preview; code: GeneralCode | 'not_found' | 'out_of_range' | 'template_parameters' | 'template_unsupported' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Start or continue a visit */
    '/v1/channel/{channelId}/widget/session': { request: { params: { path: { channelId: string } }; body: NewVisit }; answer: VisitSession; code: GeneralCode | 'visitor_refused' | 'identity_refused' | 'not_found' | 'too_many_requests' };
    /** Show what a visitor does */
    '/v1/channel/{channelId}/widget/activity': { request: { params: { path: { channelId: string } }; body: VisitActivity }; answer: undefined; code: GeneralCode | 'visitor_refused' | 'not_found' | 'too_many_requests' };
    /** Send a file as a visitor */
    '/v1/channel/{channelId}/widget/upload': { request: { params: { path: { channelId: string } }; body: { id?: string; content: string } }; answer: WidgetMessageCursorPage; code: GeneralCode | 'visitor_refused' | 'not_found' | 'out_of_range' | 'quota_exceeded' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' };
    /** Start a conversation */
    '/v1/conversation': { request: { body: NewConversation }; answer: Conversation; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'source_unreachable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Categorize a conversation */
    '/v1/conversation/{id}/categorize': { request: { params: { path: { id: string } }; body: ConversationsCategorizeBody }; answer: Conversation; code: GeneralCode | 'not_found' | 'out_of_range' | 'category_unknown' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Create a link to rate a conversation */
    '/v1/conversation/{id}/rating-link': { request: { params: { path: { id: string } } }; answer: ConversationsCreateRatingLinkAnswer; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Rate a conversation */
    '/v1/conversation/rating/{ratingKey}': { request: { params: { path: { ratingKey: string } }; body: RatingGiven }; answer: Rating; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Save a list of conversations */
    '/v1/conversation-list': { request: { body: NewConversationList }; answer: ConversationList; code: GeneralCode | 'list_name_taken' | 'request_still_running' | 'out_of_range' | 'list_has_rule' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Opt a person out of diffusions */
    '/v1/conversation-diffusion/opt-out': { request: { body: NewOptOut }; answer: OptOut; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Draft a diffusion */
    '/v1/conversation-diffusion': { request: { body: NewDiffusion }; answer: Diffusion; code: GeneralCode | 'out_of_range' | 'channel_unsuited' | 'template_parameters' | 'template_unsupported' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Start a diffusion */
    '/v1/conversation-diffusion/{id}/start': { request: { params: { path: { id: string } } }; answer: Diffusion; code: GeneralCode | 'not_found' | 'diffusion_started' | 'diffusion_over' | 'too_many_diffusions' | 'request_still_running' | 'out_of_range' | 'start_in_past' | 'templates_not_ready' | 'audience_empty' | 'audience_too_large' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Train a bot */
    '/v1/bot/training': { request: { body: NewTraining }; answer: Training; code: GeneralCode | 'live_source_taken' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'too_much_training' | 'too_many_passages' | 'page_not_allowed' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Ask a bot without sending anything */
    '/v1/bot/answer': { request: { body: QuestionToBot }; answer: BotAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Let a bot answer again */
    '/v1/bot/retry': { request: { body: BotsRetryBody }; answer: BotTurn; code: GeneralCode | 'nothing_to_retry' | 'conversation_taken' | 'sender_blocked' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Answer a question that a bot could not answer */
    '/v1/bot/context': { request: { body: ContextAnswer }; answer: AnsweredContext; code: GeneralCode | 'not_found' | 'already_answered' | 'request_still_running' | 'out_of_range' | 'too_much_training' | 'too_many_passages' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a bot */
    '/v1/bot': { request: { body: NewBot }; answer: Bot; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'out_of_range' | 'too_many_bots' | 'model_not_allowed' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a custom tool */
    '/v1/custom-tools': { request: { body: GivenTool }; answer: CustomTool; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'tool_name_taken' | 'request_still_running' | 'out_of_range' | 'too_many_tools' | 'tool_not_allowed' | 'invalid_tool_schema' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Try a custom tool */
    '/v1/custom-tools/{id}/test': { request: { params: { path: { id: string } }; body: ToolTrial }; answer: ToolTrialResult; code: GeneralCode | 'not_found' | 'out_of_range' | 'wrong_arguments' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'too_many_calls' | 'provider_unavailable' | 'provider_timeout' };
    /** Publish a release of an app */
    '/v1/apps/release': { request: { body: NewRelease }; answer: AppRelease; code: GeneralCode | 'version_conflict' | 'release_not_newer' | 'request_still_running' | 'out_of_range' | 'invalid_manifest' | 'too_many_apps' | 'too_many_releases' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a row of app data */
    '/v1/apps/data': { request: { body: NewAppRow }; answer: AppRow; code: GeneralCode | 'app_disabled' | 'key_taken' | 'store_taken' | 'request_still_running' | 'out_of_range' | 'app_not_installed' | 'reference_not_found' | 'data_not_valid' | 'too_many_rows' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Import rows of app data */
    '/v1/apps/data/import': { request: { body: AppRowImport }; answer: AppRowImportResult; code: GeneralCode | 'app_disabled' | 'store_taken' | 'request_still_running' | 'out_of_range' | 'app_not_installed' | 'reference_not_found' | 'bulk_refused' | 'too_many_rows' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a search configuration */
    '/v1/apps/search-config': { request: { body: NewSearchConfig }; answer: SearchConfig; code: GeneralCode | 'search_config_name_taken' | 'request_still_running' | 'out_of_range' | 'app_not_installed' | 'reference_not_found' | 'too_many_search_configs' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Receive a message of a hosted store (storeapp-a) */
    '/v1/apps/storeapp-a/webhook/{shop}': { request: { params: { path: { shop: string } }; body: AppsReceiveStoreABody }; answer: Received; code: GeneralCode | 'store_signature_invalid' | 'not_found' | 'too_many_requests' };
    /** Receive a message of a store on its own site (storeapp-b) */
    '/v1/apps/storeapp-b/webhook/{appDataId}': { request: { params: { path: { appDataId: string } }; body: AppsReceiveStoreABody }; answer: Received; code: GeneralCode | 'store_signature_invalid' | 'not_found' | 'too_many_requests' };
    /** Retry a message of a store */
    '/v1/apps/store-deliveries/retry': { request: { body: AppsRetryStoreDeliveryBody }; answer: StoreDelivery; code: GeneralCode | 'not_found' | 'delivery_not_kept' | 'request_still_running' | 'too_many_requests' };
    /** Create a cart */
    '/v1/marketplace/cart': { request: { body: NewCart }; answer: Cart; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'not_for_sale' | 'cart_full' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Send a form of a marketplace page */
    '/v1/marketplace/cart/form': { request: { body: CartForm }; answer: Response; code: GeneralCode | 'not_found' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Add products to a cart */
    '/v1/marketplace/cart/{cartId}/items': { request: { params: { path: { cartId: string } }; body: AddedItems }; answer: Cart; code: GeneralCode | 'not_found' | 'cart_ordered' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'not_for_sale' | 'cart_full' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a collection */
    '/v1/marketplace/collection': { request: { body: NewCollection }; answer: MarketCollection; code: GeneralCode | 'out_of_range' | 'operator_only' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create a delivery method */
    '/v1/marketplace/delivery-method': { request: { body: NewDeliveryMethod }; answer: DeliveryMethod; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'pickup_needs_branch' | 'pickup_has_no_zones' | 'too_many_delivery_methods' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add a domain to the website */
    '/v1/websites/domains': { request: { body: WebsitesAddDomainBody }; answer: WebsiteDomain; code: GeneralCode | 'out_of_range' | 'domain_refused' | 'too_many_domains' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Look up a domain now */
    '/v1/websites/domains/{domain}/verify': { request: { params: { path: { domain: string } } }; answer: VerifiedDomain; code: GeneralCode | 'not_found' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Save a secret for automations */
    '/v1/automation/secrets': { request: { body: GivenAutomationSecret }; answer: AutomationSecret; code: GeneralCode | 'secret_name_taken' | 'request_still_running' | 'out_of_range' | 'too_many_secrets' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Start an automation */
    '/v1/automation/api': { request: { body: AutomationCall }; answer: AutomationThread; code: GeneralCode | 'automation_disabled' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'not_callable' | 'wrong_input' | 'idempotency_key_reused' | 'too_many_requests' | 'too_many_threads' };
    /** Plan runs of an automation */
    '/v1/automation/schedule': { request: { body: NewAutomationPlan }; answer: AutomationPlan; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'not_callable' | 'wrong_input' | 'never_due' | 'too_many_schedules' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Find, move or cancel planned runs by their payload */
    '/v1/automation/schedule/by-payload': { request: { body: AutomationPlanSearch }; answer: AutomationPlanCursorPage; code: GeneralCode | 'out_of_range' | 'never_due' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Start an automation by its webhook */
    '/v1/automation/webhook/{automationId}': { request: { params: { path: { automationId: string } }; body: unknown }; answer: AutomationsReceiveWebhookAnswer; code: GeneralCode | 'webhook_not_authenticated' | 'not_found' | 'automation_disabled' | 'request_still_running' | 'too_many_requests' | 'too_many_threads' };
    /** Try an automation */
    '/v1/automation/{id}/test': { request: { params: { path: { id: string } }; body: AutomationTest }; answer: AutomationTestResult; code: GeneralCode | 'not_found' | 'out_of_range' | 'too_complex' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Approve or refuse what a thread asks */
    '/v1/automation/thread/{threadId}/decision': { request: { params: { path: { threadId: string } }; body: ThreadDecision }; answer: AutomationThread; code: GeneralCode | 'not_found' | 'thread_state' | 'decision_taken' | 'shown_differs' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create an automation */
    '/v1/automation': { request: { body: NewAutomation }; answer: Automation; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'out_of_range' | 'invalid_automation' | 'invalid_tool_schema' | 'too_complex' | 'too_many_automations' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Ask the assistant */
    '/v1/automation/assistant': { request: { body: NewAssistantTurn }; answer: AssistantTurn; code: GeneralCode | 'not_found' | 'turn_in_progress' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'conversation_full' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'assistant_limit_reached' | 'provider_unavailable' | 'provider_timeout' };
    /** Approve or refuse a call of the assistant */
    '/v1/automation/assistant/tool-approval': { request: { body: ToolDecision }; answer: AssistantTurn; code: GeneralCode | 'not_found' | 'already_decided' | 'turn_in_progress' | 'request_still_running' | 'approval_expired' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Begin a conversation with the assistant */
    '/v1/automation/assistant-conversations': { request: { body: NewAssistantConversation }; answer: AssistantConversation; code: GeneralCode | 'too_many_requests' };
    /** Read a draft document */
    '/v1/automation/invoice-assistant': { request: { body: InvoiceToRead }; answer: DocumentDraftProposal; code: GeneralCode | 'out_of_range' | 'source_unreadable' | 'reference_not_found' | 'too_complex' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'assistant_limit_reached' | 'provider_unavailable' | 'provider_timeout' };
    /** Read a draft payment */
    '/v1/automation/payment-assistant': { request: { body: PaymentToRead }; answer: PaymentDraftProposal; code: GeneralCode | 'out_of_range' | 'source_unreadable' | 'reference_not_found' | 'too_complex' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'assistant_limit_reached' | 'provider_unavailable' | 'provider_timeout' };
    /** Export the whole organization */
    '/v1/organization/export': { request: {}; answer: OrganizationExport; code: GeneralCode | 'user_required' | 'owner_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'organization_export_running' | 'request_still_running' | 'too_many_requests' };
    /** Close the organization */
    '/v1/organization/close': { request: { body: ClosingCloseBody }; answer: MyOrganization; code: GeneralCode | 'user_required' | 'owner_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'out_of_range' | 'another_name' | 'plan_not_canceled' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Reopen the organization */
    '/v1/organization/reopen': { request: {}; answer: MyOrganization; code: GeneralCode | 'user_required' | 'owner_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'too_many_requests' };
  };
  PUT: {
    /** Set rates by hand */
    '/v1/currency/rates': { request: { body: ExchangeRatesReplaceBody }; answer: ExchangeRatesListAnswer; code: GeneralCode | 'out_of_range' | 'rate_of_own_currency' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Replace the lines of a draft return */
    '/v1/resource/return/{returnId}': { request: { params: { path: { returnId: string } }; body: ReplacedReturn }; answer: Return; code: GeneralCode | 'not_found' | 'version_conflict' | 'return_is_void' | 'return_is_issued' | 'credit_note_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'not_returnable' | 'returned_before_sold' | 'more_than_sold' | 'nothing_to_return' | 'disposition_unsuitable' | 'serial_number_not_sold' | 'credit_note_unsuitable' | 'not_paid_by_card' | 'processor_account' | 'law_unknown' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Replace a custom tool */
    '/v1/custom-tools/{id}': { request: { params: { path: { id: string } }; body: GivenTool }; answer: CustomTool; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'not_found' | 'tool_name_taken' | 'request_still_running' | 'out_of_range' | 'tool_not_allowed' | 'invalid_tool_schema' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Publish a page or post of the website */
    '/v1/websites/pages/{documentId}': { request: { params: { path: { documentId: string } }; body: PageChange }; answer: WebsitePage; code: GeneralCode | 'not_found' | 'version_conflict' | 'slug_taken' | 'request_still_running' | 'out_of_range' | 'not_a_page' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Replace a secret of automations */
    '/v1/automation/secrets/{id}': { request: { params: { path: { id: string } }; body: GivenAutomationSecret }; answer: AutomationSecret; code: GeneralCode | 'not_found' | 'secret_name_taken' | 'secret_in_use' | 'request_still_running' | 'too_many_requests' };
    /** Retry, continue, cancel or restart a thread */
    '/v1/automation/thread/{threadId}': { request: { params: { path: { threadId: string } }; body: ThreadChange }; answer: AutomationThread; code: GeneralCode | 'not_found' | 'thread_state' | 'automation_disabled' | 'request_still_running' | 'too_many_requests' | 'too_many_threads' };
    /** Replace an automation */
    '/v1/automation/{id}': { request: { params: { path: { id: string } }; body: AutomationChange }; answer: Automation; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'invalid_automation' | 'invalid_tool_schema' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Restore an earlier version of an automation */
    '/v1/automation/{id}/restore': { request: { params: { path: { id: string } }; body: VersionRestored }; answer: Automation; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'invalid_automation' | 'invalid_tool_schema' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Enable an automation */
    '/v1/automation/{id}/enable': { request: { params: { path: { id: string } } }; answer: Automation; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'not_found' | 'out_of_range' | 'invalid_automation' | 'invalid_tool_schema' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Disable an automation */
    '/v1/automation/{id}/disable': { request: { params: { path: { id: string } } }; answer: Automation; code: GeneralCode | 'not_found' | 'too_many_requests' };
  };
  PATCH: {
    /** Confirm the new e-mail address of my account */
    '/v1/user/email': { request: { body: UsersChangeEmailBody }; answer: Identity; code: GeneralCode | 'invalid_credentials' | 'unauthenticated' | 'address_taken' | 'too_many_requests' };
    /** Rename a passkey */
    '/v1/passkey': { request: { body: PasskeysUpdateBody }; answer: Passkey; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Mark my notifications */
    '/v1/organization/user/notifications': { request: { body: NotificationsRead }; answer: NotificationsUpdateAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change the organization */
    '/v1/organization': { request: { body: OrganizationChange }; answer: ChangedOrganization; code: GeneralCode | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'currency_in_use' | 'too_complex' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Accept, decline or change an invitation */
    '/v1/organization/invite': { request: { body: InvitationUpdate }; answer: Invitation; code: GeneralCode | 'user_required' | 'organization_required' | 'forbidden' | 'grant_exceeds_rights' | 'cross_site_request' | 'not_found' | 'invitation_expired' | 'invitation_settled' | 'out_of_range' | 'invitation_for_another_address' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Deactivate or activate a member, or change their role */
    '/v1/organization/user/toggle': { request: { body: MemberChange }; answer: ChangedMember; code: GeneralCode | 'grant_exceeds_rights' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'not_found' | 'out_of_range' | 'owner_untouchable' | 'own_membership' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change an API key */
    '/v1/organization/api-key': { request: { body: ApiKeyChange }; answer: ApiKey; code: GeneralCode | 'user_required' | 'key_of_another' | 'grant_exceeds_rights' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'not_found' | 'key_revoked' | 'too_many_requests' };
    /** Change a section of the settings */
    '/v1/organization/settings': { request: { body: SettingsUpdateBody }; answer: SettingsUpdateAnswer; code: GeneralCode | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change one member’s settings */
    '/v1/organization/settings/user': { request: { body: SettingsUpdateUserBody }; answer: SettingsUpdateUserAnswer; code: GeneralCode | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Colour a label */
    '/v1/label': { request: { body: LabelsUpdateBody }; answer: Label; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Rename, move or attach a file or folder */
    '/v1/files': { request: { body: FileChange }; answer: File; code: GeneralCode | 'not_found' | 'version_conflict' | 'name_taken' | 'request_still_running' | 'out_of_range' | 'folder_inside_itself' | 'folders_too_deep' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Save a rich-text document */
    '/v1/files/document': { request: { body: RichDocumentChange }; answer: RichDocument; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'content_invalid' | 'content_too_large' | 'too_complex' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a webhook */
    '/v1/organization/webhook': { request: { body: WebhookChange }; answer: ChangedWebhook; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'url_not_allowed' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change the settings of the card processor */
    '/v1/organization/cardproc': { request: { body: CardProcessorChange }; answer: CardProcessor; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'cardproc_keys_missing' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a contact */
    '/v1/beneficiary': { request: { body: ContactChange }; answer: ContactDetail; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Archive many contacts */
    '/v1/beneficiary/bulk/archive': { request: { body: BeneficiariesArchived }; answer: ContactsArchiveManyAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Merge contacts */
    '/v1/beneficiary/merge': { request: { body: ContactMerge }; answer: ContactDetail; code: GeneralCode | 'not_found' | 'version_conflict' | 'already_merged' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'merge_into_itself' | 'merge_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change contact data */
    '/v1/beneficiary/contact': { request: { body: ContactDatumChange }; answer: ContactDatum; code: GeneralCode | 'not_found' | 'contact_datum_exists' | 'request_still_running' | 'out_of_range' | 'contact_datum_invalid' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a record */
    '/v1/record': { request: { body: RecordChange }; answer: AccountingRecord; code: GeneralCode | 'not_found' | 'version_conflict' | 'record_is_void' | 'record_reversed' | 'request_still_running' | 'out_of_range' | 'record_made_elsewhere' | 'field_not_of_kind' | 'reversal_too_early' | 'reference_not_found' | 'account_not_postable' | 'currency_mismatch' | 'amount_out_of_range' | 'same_account' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'invalid_rate' | 'taxes_do_not_fit' | 'entry_unbalanced' | 'account_on_both_sides' | 'journal_contact_required' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or archive a project */
    '/v1/project': { request: { body: ProjectChange }; answer: Project; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'ends_before_it_starts' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or archive a division */
    '/v1/division': { request: { body: BranchChange }; answer: Branch; code: GeneralCode | 'not_found' | 'version_conflict' | 'division_code_taken' | 'request_still_running' | 'out_of_range' | 'last_division' | 'division_in_use' | 'conversions_url_not_allowed' | 'conversions_token_missing' | 'conversions_provider_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change an account of the chart */
    '/v1/chart-of-accounts': { request: { body: ChartAccountChange }; answer: ChartAccount; code: GeneralCode | 'not_found' | 'version_conflict' | 'code_taken' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'kind_differs' | 'parent_not_heading' | 'chart_cycle' | 'chart_too_deep' | 'account_in_use' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Point operations at other accounts */
    '/v1/chart-of-accounts/posting-rules': { request: { body: ChartOfAccountsUpdatePostingRulesBody }; answer: ChartOfAccountsUpdatePostingRulesAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'account_not_postable' | 'account_unsuitable' | 'posting_rule_in_use' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a budget */
    '/v1/budget': { request: { body: BudgetChange }; answer: Budget; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'budget_months_differ' | 'budget_account_unsuitable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a data source */
    '/v1/chart-of-accounts/data-source': { request: { body: DataSourceChange }; answer: DataSource; code: GeneralCode | 'not_found' | 'version_conflict' | 'source_name_taken' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'selector_empty' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change an account */
    '/v1/account': { request: { body: AccountChange }; answer: Account; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'account_has_balance' | 'account_in_use' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a tax */
    '/v1/taxes': { request: { body: TaxChange }; answer: Tax; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'rates_overlap' | 'tax_without_rate' | 'reference_not_found' | 'account_not_for_taxes' | 'credit_only_of_itbis' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a fiscal sequence */
    '/v1/taxes/numerals/{id}': { request: { params: { path: { id: string } }; body: FiscalSequenceChange }; answer: FiscalSequence; code: GeneralCode | 'not_found' | 'version_conflict' | 'numerals_overlap' | 'request_still_running' | 'out_of_range' | 'numerals_order' | 'numerals_used' | 'numerals_expiry' | 'reference_not_found' | 'law_unknown' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a resource */
    '/v1/resource': { request: { body: ProductChange }; answer: Product; code: GeneralCode | 'not_found' | 'version_conflict' | 'resource_code_taken' | 'barcode_taken' | 'request_still_running' | 'out_of_range' | 'resource_has_stock' | 'reference_not_found' | 'resource_invalid' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Archive many resources */
    '/v1/resource/bulk/archive': { request: { body: ProductsArchiveManyBody }; answer: ProductsArchiveManyAnswer; code: GeneralCode | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Make the same change to many resources */
    '/v2/resource/bulk': { request: { body: ProductsUpdateManyBody }; answer: BulkResult; code: GeneralCode | 'out_of_range' | 'bulk_refused' | 'resource_has_stock' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Request a marketplace review */
    '/v1/resource/{resourceId}/request-marketplace-review': { request: { params: { path: { resourceId: string } }; body: ProductsRequestMarketplaceReviewBody }; answer: Product; code: GeneralCode | 'not_found' | 'review_pending' | 'request_still_running' | 'too_many_requests' };
    /** Change a price */
    '/v1/resource/price': { request: { body: PriceChange }; answer: Price; code: GeneralCode | 'not_found' | 'version_conflict' | 'price_exists' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'price_invalid' | 'too_many_prices' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change the taxes of many resources */
    '/v1/resource/tax/bulk': { request: { body: ProductTaxesChange }; answer: BulkResult; code: GeneralCode | 'out_of_range' | 'bulk_refused' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a list of resources */
    '/v1/resource/resource-list': { request: { body: ProductListChange }; answer: ProductList; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'list_invalid' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a discount */
    '/v1/resource/discount-recommendation': { request: { body: DiscountChange }; answer: Discount; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'discount_invalid' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Correct a stock movement */
    '/v1/resource/record': { request: { body: StockMovementChange }; answer: StockMovement; code: GeneralCode | 'not_found' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'movement_taken_back' | 'reference_not_found' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a stock position */
    '/v1/resource/position': { request: { body: StockPositionChange }; answer: StockPosition; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'stock_not_tracked' | 'units_cannot_be_owed' | 'maximum_below_minimum' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or scrap a unit */
    '/v1/resource/serial-numbers/{resourceId}/{serialNumber}': { request: { params: { path: { resourceId: string; serialNumber: string } }; body: SerialNumberChange }; answer: SerialNumberHistory; code: GeneralCode | 'not_found' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'movement_in_future' | 'same_division' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or block a lot */
    '/v1/resource/lots/{lotId}': { request: { params: { path: { lotId: string } }; body: LotChange }; answer: Lot; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'too_many_requests' };
    /** Change, start, cancel or reverse a production */
    '/v1/resource/production/{productionId}': { request: { params: { path: { productionId: string } }; body: ProductionChange }; answer: ProductionDetail; code: GeneralCode | 'not_found' | 'version_conflict' | 'production_state' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Tie a document to others */
    '/v1/record/pending/link': { request: { body: DocumentsLinkBody }; answer: DocumentsLinkAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'reference_not_found' | 'link_to_itself' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Add costs to a sale */
    '/v1/record/pending/linkCost': { request: { body: DocumentsLinkCostsBody }; answer: DocumentMargin; code: GeneralCode | 'not_found' | 'out_of_range' | 'reference_not_found' | 'only_sales_have_costs' | 'not_a_cost' | 'cost_too_large' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Remove costs from a sale */
    '/v1/record/pending/unlinkCost': { request: { body: DocumentsUnlinkCostsBody }; answer: DocumentMargin; code: GeneralCode | 'not_found' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a document */
    '/v1/record/pending': { request: { body: DocumentChange }; answer: Document; code: GeneralCode | 'not_found' | 'version_conflict' | 'document_is_void' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'document_settled' | 'fiscally_numbered' | 'document_in_instalments' | 'element_in_use' | 'document_followed' | 'more_than_is_left' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'days_do_not_fit' | 'recurrency_document_unsuited' | 'not_recurrent' | 'recurrency_ended' | 'rule_never_comes' | 'too_many_missed_cycles' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a line */
    '/v1/record/pending/element': { request: { body: DocumentLineChange }; answer: Document; code: GeneralCode | 'not_found' | 'version_conflict' | 'document_is_void' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'document_settled' | 'fiscally_numbered' | 'document_in_instalments' | 'element_in_use' | 'document_followed' | 'more_than_is_left' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Create or change a print template */
    '/v1/record/pending/template': { request: { body: PrintTemplateChange }; answer: PrintTemplate; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'too_many_templates' | 'template_incomplete' | 'default_archived' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a fixed asset */
    '/v1/asset': { request: { body: AssetChange }; answer: Asset; code: GeneralCode | 'not_found' | 'version_conflict' | 'asset_code_taken' | 'asset_depreciated' | 'asset_disposed' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'dates_out_of_order' | 'values_out_of_order' | 'life_required' | 'rate_not_used' | 'account_not_postable' | 'account_kind_differs' | 'not_a_purchase' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pay a document */
    '/v1/record/pending/pay': { request: { body: NewPayment }; answer: DocumentPaymentsPayAnswer; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'not_payable' | 'document_in_instalments' | 'nothing_due' | 'paid_before_issued' | 'reference_not_found' | 'account_not_postable' | 'overpaid' | 'not_for_purchases' | 'change_from_cash' | 'contact_required' | 'gift_card_other_currency' | 'balance_too_low' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_archived' | 'gift_card_unknown' | 'gift_card_mistyped' | 'gift_card_ended' | 'gift_card_too_low' | 'payments_apart' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pay a document with the balance of its contact */
    '/v1/record/pending/pay-with-balance': { request: { body: NewBalancePayment }; answer: DocumentPaymentsPayAnswer; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'not_payable' | 'document_in_instalments' | 'nothing_due' | 'paid_before_issued' | 'reference_not_found' | 'account_not_postable' | 'overpaid' | 'not_for_purchases' | 'change_from_cash' | 'contact_required' | 'gift_card_other_currency' | 'balance_too_low' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pay many documents of a contact */
    '/v1/record/pending/pay/bulk': { request: { body: NewPayments }; answer: DocumentPaymentsPayManyAnswer; code: GeneralCode | 'out_of_range' | 'not_payable' | 'document_in_instalments' | 'nothing_due' | 'paid_before_issued' | 'reference_not_found' | 'account_not_postable' | 'overpaid' | 'not_for_purchases' | 'change_from_cash' | 'contact_required' | 'gift_card_other_currency' | 'balance_too_low' | 'amount_out_of_range' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_archived' | 'not_of_contact' | 'payments_apart' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Confirm or cancel a delivery */
    '/v1/resource/delivery': { request: { body: DeliveryChange }; answer: Delivery; code: GeneralCode | 'not_found' | 'version_conflict' | 'delivery_canceled' | 'delivery_received' | 'line_received' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'document_followed' | 'unit_not_sent' | 'units_unsaid' | 'nothing_to_cancel' | 'reference_not_found' | 'division_required' | 'account_not_postable' | 'amount_out_of_range' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Issue, cancel or change a return */
    '/v1/resource/return': { request: { body: ReturnChange }; answer: Return; code: GeneralCode | 'not_found' | 'version_conflict' | 'return_is_void' | 'return_is_issued' | 'refunded_to_card' | 'credit_note_taken' | 'costs_landed' | 'refund_in_progress' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'balance_too_low' | 'fiscal_receipt_sent' | 'reference_not_found' | 'not_returnable' | 'returned_before_sold' | 'more_than_sold' | 'nothing_to_return' | 'disposition_unsuitable' | 'serial_number_not_sold' | 'credit_note_unsuitable' | 'not_paid_by_card' | 'processor_account' | 'law_unknown' | 'lot_not_sold' | 'contact_required' | 'division_required' | 'document_in_instalments' | 'account_archived' | 'account_not_postable' | 'currency_mismatch' | 'amount_out_of_range' | 'rate_unknown' | 'refund_exceeds_charge' | 'fiscal_document_unacceptable' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change an employee */
    '/v1/taxes/rrhh/employees': { request: { body: EmployeeChange }; answer: Employee; code: GeneralCode | 'not_found' | 'version_conflict' | 'employee_known' | 'request_still_running' | 'out_of_range' | 'leaves_before_coming' | 'salary_from_too_early' | 'salary_changed_too_often' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change variable pay or a deduction */
    '/v1/taxes/rrhh/entries': { request: { body: EntryChange }; answer: Entry; code: GeneralCode | 'not_found' | 'version_conflict' | 'salaries_paid' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'hours_not_of_kind' | 'account_not_for_payroll' | 'credit_not_of_entry' | 'credit_not_owed_here' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or archive a board */
    '/v1/tasks/board': { request: { body: BoardChange }; answer: Board; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'board_without_admin' | 'field_type_changed' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a column */
    '/v1/tasks/board-column': { request: { body: ColumnChange }; answer: BoardColumn; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'column_full' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Move a column */
    '/v1/tasks/board-column/move': { request: { body: ColumnMove }; answer: BoardColumn; code: GeneralCode | 'not_found' | 'version_conflict' | 'neighbour_moved' | 'request_still_running' | 'too_many_requests' };
    /** Change, complete or archive a task */
    '/v1/tasks/board-task': { request: { body: TaskChange }; answer: BoardTask; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'field_invalid' | 'column_full' | 'due_before_start' | 'dependency_cycle' | 'subtasks_too_deep' | 'rule_without_dates' | 'reference_not_found' | 'subtask_of_itself' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Move a task */
    '/v1/tasks/board-task/move': { request: { body: TaskMove }; answer: BoardTask; code: GeneralCode | 'not_found' | 'version_conflict' | 'neighbour_moved' | 'request_still_running' | 'out_of_range' | 'column_full' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or publish a form */
    '/v1/forms/{formId}': { request: { params: { path: { formId: string } }; body: FormChange }; answer: Form; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'form_invalid' | 'reference_not_found' | 'too_many_submissions' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a registration */
    '/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}': { request: { params: { path: { scheduleId: string; registrationId: string } }; body: RegistrationChange }; answer: Registration; code: GeneralCode | 'not_found' | 'version_conflict' | 'slot_taken' | 'schedule_canceled' | 'booking_canceled' | 'booking_waits' | 'request_still_running' | 'out_of_range' | 'no_such_start' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a schedule */
    '/v1/tasks/schedule/{scheduleId}': { request: { params: { path: { scheduleId: string } }; body: ScheduleChange }; answer: Schedule; code: GeneralCode | 'not_found' | 'version_conflict' | 'host_busy' | 'too_many_bookings' | 'request_still_running' | 'out_of_range' | 'schedule_incomplete' | 'hours_overlap' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a canned answer */
    '/v1/chat/canned-answer': { request: { body: CannedAnswerChange }; answer: CannedAnswer; code: GeneralCode | 'not_found' | 'version_conflict' | 'shortcut_taken' | 'request_still_running' | 'too_many_requests' };
    /** Change a channel */
    '/v1/channel': { request: { body: ChannelChange }; answer: Channel; code: GeneralCode | 'not_found' | 'version_conflict' | 'address_taken' | 'request_still_running' | 'out_of_range' | 'provider_unknown' | 'reference_not_found' | 'member_may_not_answer' | 'token_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Pause or resume a channel */
    '/v1/channel/{channelId}/toggle-state': { request: { params: { path: { channelId: string } }; body: ChannelsToggleStateBody }; answer: Channel; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Change the settings of a widget */
    '/v1/channel/{channelId}/widget': { request: { params: { path: { channelId: string } }; body: WidgetChange }; answer: WidgetSettings; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Change a conversation */
    '/v1/conversation': { request: { body: ConversationChange }; answer: Conversation; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'snooze_in_past' | 'snooze_needs_time' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Assign a conversation */
    '/v1/conversation/{id}/assign': { request: { params: { path: { id: string } }; body: AssignedTo }; answer: Conversation; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'member_may_not_answer' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Mark a conversation as seen */
    '/v1/conversation/{channelId}/{sourceId}/seen': { request: { params: { path: { channelId: string; sourceId: string }; query?: { typing?: boolean } } }; answer: Conversation; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Change a saved list */
    '/v1/conversation-list': { request: { body: ConversationListChange }; answer: ConversationList; code: GeneralCode | 'not_found' | 'version_conflict' | 'list_name_taken' | 'request_still_running' | 'out_of_range' | 'list_has_rule' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change, pause, resume or cancel a diffusion */
    '/v1/conversation-diffusion': { request: { body: DiffusionChange }; answer: Diffusion; code: GeneralCode | 'not_found' | 'version_conflict' | 'diffusion_started' | 'diffusion_over' | 'diffusion_not_running' | 'request_still_running' | 'out_of_range' | 'channel_unsuited' | 'template_parameters' | 'template_unsupported' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or approve a training entry */
    '/v1/bot/training': { request: { body: TrainingChange }; answer: Training; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'change_not_possible' | 'nothing_to_approve' | 'too_many_passages' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a bot */
    '/v1/bot/{botId}': { request: { params: { path: { botId: string } }; body: BotChange }; answer: Bot; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'forbidden' | 'organization_required' | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'too_many_bots' | 'model_not_allowed' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a row of app data */
    '/v1/apps/data': { request: { body: AppRowChange }; answer: AppRow; code: GeneralCode | 'not_found' | 'version_conflict' | 'app_disabled' | 'key_taken' | 'request_still_running' | 'out_of_range' | 'app_not_installed' | 'reference_not_found' | 'data_not_valid' | 'store_keys_required' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change a search configuration */
    '/v1/apps/search-config/{id}': { request: { params: { path: { id: string } }; body: SearchConfigChange }; answer: SearchConfig; code: GeneralCode | 'not_found' | 'version_conflict' | 'search_config_name_taken' | 'request_still_running' | 'out_of_range' | 'app_not_installed' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Install, configure, turn on or off, or remove an app */
    '/v1/apps/{appId}': { request: { params: { path: { appId: string } }; body: AppChange }; answer: AppWithInstallation; code: GeneralCode | 'cross_site_request' | 'forbidden' | 'organization_required' | 'fresh_authentication_required' | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'app_not_installed' | 'permissions_not_accepted' | 'configuration_not_valid' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change quantities in a cart */
    '/v1/marketplace/cart/{cartId}/items': { request: { params: { path: { cartId: string } }; body: ChangedItems }; answer: Cart; code: GeneralCode | 'not_found' | 'cart_ordered' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or order a cart */
    '/v1/marketplace/cart/{cartId}': { request: { params: { path: { cartId: string } }; body: CartChange }; answer: Cart; code: GeneralCode | 'not_found' | 'version_conflict' | 'cart_ordered' | 'cart_changed' | 'request_still_running' | 'out_of_range' | 'cart_empty' | 'buyer_required' | 'order_refused' | 'reference_not_found' | 'one_method_per_seller' | 'not_served' | 'delivery_required' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Change a collection */
    '/v1/marketplace/collection/{collectionId}': { request: { params: { path: { collectionId: string } }; body: CollectionChange }; answer: MarketCollection; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'operator_only' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Change or archive a delivery method */
    '/v1/marketplace/delivery-method/{deliveryMethodId}': { request: { params: { path: { deliveryMethodId: string } }; body: DeliveryMethodChange }; answer: DeliveryMethod; code: GeneralCode | 'not_found' | 'version_conflict' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'division_archived' | 'pickup_needs_branch' | 'pickup_has_no_zones' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Approve or reject a product */
    '/v1/marketplace/review/{resourceId}': { request: { params: { path: { resourceId: string } }; body: MarketplaceDecideReviewBody }; answer: MarketplaceDecideReviewAnswer; code: GeneralCode | 'not_found' | 'out_of_range' | 'operator_only' | 'idempotency_key_reused' | 'too_many_requests' };
  };
  DELETE: {
    /** Sign out */
    '/v1/user/logout': { request: { params?: { query?: { everywhere?: boolean } }; body?: UsersLogoutBody }; answer: undefined; code: GeneralCode | 'too_many_requests' };
    /** Close my account */
    '/v1/user': { request: {}; answer: undefined; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'user_required' | 'out_of_range' | 'owner_of_shared_organization' | 'idempotency_key_reused' | 'too_many_requests' };
    /** End one of my sessions */
    '/v1/user/session': { request: { params?: { query?: { id?: string } }; body?: UsersDeleteSessionBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Remove a passkey */
    '/v1/passkey': { request: { params?: { query?: { id?: string } }; body?: PasskeysDeleteBody }; answer: undefined; code: GeneralCode | 'fresh_authentication_required' | 'cross_site_request' | 'user_required' | 'not_found' | 'too_many_requests' };
    /** Revoke an invitation */
    '/v1/organization/invite': { request: { params?: { query?: { id?: string } }; body?: InvitationsDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'invitation_settled' | 'too_many_requests' };
    /** Revoke an API key */
    '/v1/organization/api-key': { request: { params?: { query?: { id?: string } }; body?: ApiKeysDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a label */
    '/v1/label/{labelId}': { request: { params: { path: { labelId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a file or folder */
    '/v1/files': { request: { params?: { query?: { id?: string } }; body?: FilesDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'file_in_use' | 'folder_has_hidden_files' | 'request_still_running' | 'too_many_requests' };
    /** Delete a rich-text document */
    '/v1/files/document': { request: { params?: { query?: { id?: string } }; body?: FilesDeleteDocumentBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Remove a webhook */
    '/v1/organization/webhook': { request: { params?: { query?: { id?: string } }; body?: WebhooksDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete one of its own payment methods */
    '/v1/organization/customer/payment-methods/{paymentMethodId}': { request: { params: { path: { paymentMethodId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Remove contact data */
    '/v1/beneficiary/contact/{contactDataId}': { request: { params: { path: { contactDataId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a card of a contact */
    '/v1/beneficiary/{beneficiaryId}/cardproc/payment-profile/{profileId}': { request: { params: { path: { beneficiaryId: string; profileId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'payment_method_elsewhere' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Void a record */
    '/v1/record': { request: { params?: { query?: { id?: string } }; body?: RecordsDeleteBody }; answer: AccountingRecord; code: GeneralCode | 'not_found' | 'record_is_void' | 'record_reversed' | 'request_still_running' | 'out_of_range' | 'record_made_elsewhere' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Cancel the last close */
    '/v1/division/{divisionId}/close-balance': { request: { params: { path: { divisionId: string }; query?: { id?: string } }; body?: TillsCancelCloseBody }; answer: TillClose; code: GeneralCode | 'not_found' | 'no_close_to_cancel' | 'not_the_last_close' | 'record_is_void' | 'request_still_running' | 'out_of_range' | 'period_locked' | 'account_not_postable' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete an account of the chart */
    '/v1/chart-of-accounts/{accountId}': { request: { params: { path: { accountId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'account_in_use' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete a budget */
    '/v1/budget/{budgetId}': { request: { params: { path: { budgetId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a data source */
    '/v1/chart-of-accounts/data-source/{id}': { request: { params: { path: { id: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Undo the import of a statement */
    '/v1/account/{accountId}/statement': { request: { params: { path: { accountId: string }; query?: { importId?: string } }; body?: ConciliationsUndoImportBody }; answer: undefined; code: GeneralCode | 'not_found' | 'statement_conciliated' | 'request_still_running' | 'too_many_requests' };
    /** Cancel the last conciliation */
    '/v1/account/{accountId}/conciliation': { request: { params: { path: { accountId: string }; query?: { id?: string } }; body?: ConciliationsCancelLastBody }; answer: Conciliation; code: GeneralCode | 'not_found' | 'nothing_to_cancel' | 'not_last_conciliation' | 'request_still_running' | 'too_many_requests' };
    /** Undo a revaluation */
    '/v1/currency/revaluation/{revaluationId}': { request: { params: { path: { revaluationId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete a price */
    '/v1/resource/price': { request: { params?: { query?: { id?: string } }; body?: PricesDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete many prices */
    '/v1/resource/price/bulk': { request: { params?: { query?: { ids?: string[]; validRowsOnly?: boolean } }; body?: PricesDeleteManyBody }; answer: BulkResult; code: GeneralCode | 'out_of_range' | 'bulk_refused' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Remove a tax from a resource */
    '/v1/resource/tax': { request: { params?: { query?: { resourceId?: string; taxId?: string } }; body?: ProductTax }; answer: ProductTaxes; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a list of resources */
    '/v1/resource/resource-list': { request: { params?: { query?: { id?: string } }; body?: ProductListsDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'list_in_use' | 'request_still_running' | 'too_many_requests' };
    /** Delete a discount */
    '/v1/resource/discount-recommendation': { request: { params?: { query?: { id?: string } }; body?: DiscountsDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a stock position */
    '/v1/resource/position': { request: { params?: { query?: { resourceId?: string; divisionId?: string } }; body?: StockPositionKey }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'position_not_empty' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Void a document */
    '/v1/record/pending': { request: { params?: { query?: { id?: string; version?: number; reason?: "10" | "01" | "02" | "03" | "04" | "05" | "06" | "07" | "08" | "09" } }; body?: DocumentsVoidBody }; answer: Document; code: GeneralCode | 'not_found' | 'version_conflict' | 'document_is_void' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'document_settled' | 'fiscally_numbered' | 'document_in_instalments' | 'element_in_use' | 'document_followed' | 'more_than_is_left' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'fiscal_receipt_sent' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Remove a line */
    '/v1/record/pending/element': { request: { params?: { query?: { id?: string; version?: number } }; body?: DocumentsDeleteLineBody }; answer: Document; code: GeneralCode | 'not_found' | 'version_conflict' | 'document_is_void' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'document_settled' | 'fiscally_numbered' | 'document_in_instalments' | 'element_in_use' | 'document_followed' | 'more_than_is_left' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Remove taxes from a line */
    '/v1/record/pending/element/taxes': { request: { params?: { query?: { elementId?: string; taxIds?: string[]; shareId?: string } }; body?: DocumentsDeleteLineTaxesBody }; answer: DocumentsDeleteLineTaxesAnswer; code: GeneralCode | 'not_found' | 'version_conflict' | 'document_is_void' | 'fiscal_number_taken' | 'costs_added' | 'request_still_running' | 'out_of_range' | 'document_settled' | 'fiscally_numbered' | 'document_in_instalments' | 'element_in_use' | 'document_followed' | 'more_than_is_left' | 'reference_not_found' | 'field_not_of_direction' | 'supplier_required' | 'due_before_date' | 'discount_too_large' | 'withheld_too_much' | 'price_missing' | 'pack_taxes_differ' | 'list_not_sold_as_one' | 'discount_offer_not_usable' | 'discount_used_up' | 'resource_archived' | 'document_empty' | 'credit_limit_exceeded' | 'fiscal_type_unsuitable' | 'buyer_tax_id_required' | 'fiscal_document_unacceptable' | 'law_unknown' | 'rate_unknown' | 'invalid_rate' | 'amount_out_of_range' | 'currency_mismatch' | 'same_account' | 'account_not_postable' | 'division_required' | 'division_archived' | 'stock_insufficient' | 'stock_not_tracked' | 'stock_out_of_range' | 'serial_numbers_required' | 'serial_numbers_not_tracked' | 'serial_number_in_stock' | 'serial_number_not_in_stock' | 'lots_invalid' | 'lot_insufficient' | 'lots_unusable' | 'counter_is_inventory' | 'tax_not_in_force' | 'numerals_missing' | 'numerals_exhausted' | 'numerals_expired' | 'numerals_not_authorized' | 'period_locked' | 'division_balance_closed' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Revoke the link of a document */
    '/v1/record/pending/{pendingRecordId}/share': { request: { params: { path: { pendingRecordId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Undo the disposal of a fixed asset */
    '/v1/asset/{assetId}/disposal': { request: { params: { path: { assetId: string } } }; answer: Asset; code: GeneralCode | 'not_found' | 'asset_not_disposed' | 'request_still_running' | 'out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete a fixed asset */
    '/v1/asset/{assetId}': { request: { params: { path: { assetId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'asset_depreciated' | 'asset_disposed' | 'request_still_running' | 'too_many_requests' };
    /** Undo a payment */
    '/v1/record/pending/payment': { request: { params?: { query?: { id?: string } }; body?: DocumentPaymentsDeleteBody }; answer: DocumentPaymentsDeleteAnswer; code: GeneralCode | 'not_found' | 'payment_is_void' | 'request_still_running' | 'out_of_range' | 'payment_elsewhere' | 'document_in_instalments' | 'balance_too_low' | 'gift_card_ended' | 'reference_not_found' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'amount_out_of_range' | 'rate_unknown' | 'charge_elsewhere' | 'refund_exceeds_charge' | 'refund_failed' | 'payment_returned' | 'write_off_returned' | 'provider_refused' | 'provider_key_reused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Undo the payments of a receipt */
    '/v1/record/pending/payment/receipt': { request: { params?: { query?: { id?: string } }; body?: DocumentPaymentsVoidReceiptBody }; answer: Receipt; code: GeneralCode | 'not_found' | 'payment_is_void' | 'request_still_running' | 'out_of_range' | 'payment_elsewhere' | 'document_in_instalments' | 'balance_too_low' | 'gift_card_ended' | 'reference_not_found' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'amount_out_of_range' | 'rate_unknown' | 'charge_elsewhere' | 'refund_exceeds_charge' | 'refund_failed' | 'payment_returned' | 'write_off_returned' | 'provider_refused' | 'provider_key_reused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Undo the last event of a credit */
    '/v1/record/pending/credit/payment': { request: { params?: { query?: { creditId?: string } }; body?: CreditsUndoLastBody }; answer: Credit; code: GeneralCode | 'not_found' | 'credit_not_active' | 'nothing_to_take_back' | 'request_still_running' | 'out_of_range' | 'write_off_returned' | 'amount_out_of_range' | 'contact_required' | 'account_archived' | 'account_not_postable' | 'rate_unknown' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Cancel a gift card */
    '/v1/gift-card/{giftCardId}': { request: { params: { path: { giftCardId: string }; query?: { refundAccountId?: string; reason?: string } }; body?: GiftCardCancellation }; answer: GiftCardsCancelAnswer; code: GeneralCode | 'not_found' | 'gift_card_already_ended' | 'request_still_running' | 'out_of_range' | 'reference_not_found' | 'amount_out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'account_not_postable' | 'account_archived' | 'rate_unknown' | 'gift_card_not_sold' | 'refund_other_currency' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Revoke a page */
    '/v1/shared': { request: { params?: { query?: { id?: string } }; body?: SharedPagesRevokeBody }; answer: SharedPageRecord; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Void a landed cost */
    '/v1/resource/landed-cost/{landedCostId}': { request: { params: { path: { landedCostId: string } } }; answer: LandedCost; code: GeneralCode | 'not_found' | 'landed_cost_is_void' | 'request_still_running' | 'out_of_range' | 'account_not_postable' | 'amount_out_of_range' | 'currency_mismatch' | 'counter_is_inventory' | 'stock_out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete the record of a sent report */
    '/v1/taxes/sent-report': { request: { params?: { query?: { id?: string } }; body?: TaxReportsDeleteSentBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Void a tax payment */
    '/v1/taxes/monthly-payment': { request: { params?: { query?: { id?: string } }; body?: TaxPaymentsDeleteBody }; answer: TaxPayment; code: GeneralCode | 'not_found' | 'filing_is_void' | 'later_filing_paid' | 'credit_changed_since' | 'credit_not_active' | 'request_still_running' | 'out_of_range' | 'period_locked' | 'division_balance_closed' | 'division_archived' | 'division_transfer_fixed' | 'account_of_other_division' | 'record_conciliated' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete variable pay or a deduction */
    '/v1/taxes/rrhh/entries': { request: { params?: { query?: { id?: string } }; body?: PayrollDeleteEntryBody }; answer: undefined; code: GeneralCode | 'not_found' | 'salaries_paid' | 'request_still_running' | 'too_many_requests' };
    /** Delete a board */
    '/v1/tasks/board/{boardId}': { request: { params: { path: { boardId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'task_in_use' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Revoke the link of a board */
    '/v1/tasks/board/{boardId}/share': { request: { params: { path: { boardId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a column */
    '/v1/tasks/board-column/{columnId}': { request: { params: { path: { columnId: string }; query?: { moveTasksTo?: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'column_not_empty' | 'column_full' | 'last_column' | 'reference_not_found' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete a task */
    '/v1/tasks/board-task/{taskId}': { request: { params: { path: { taskId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'task_in_use' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete a form */
    '/v1/forms/{formId}': { request: { params: { path: { formId: string }; query?: { submissions?: boolean } }; body?: FormsDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'form_has_submissions' | 'too_many_uploads' | 'request_still_running' | 'too_many_requests' };
    /** Delete a submission */
    '/v1/forms/{formId}/submissions/{submissionId}': { request: { params: { path: { formId: string; submissionId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete an uploaded file */
    '/v1/forms/{formId}/upload': { request: { params: { path: { formId: string }; query?: { id?: string; visitor?: string } }; body?: FormsDeleteUploadBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Cancel a registration */
    '/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}': { request: { params: { path: { scheduleId: string; registrationId: string }; query?: { reason?: string; refundDeposit?: boolean } } }; answer: Registration; code: GeneralCode | 'not_found' | 'booking_canceled' | 'request_still_running' | 'too_many_requests' };
    /** Remove an outside calendar */
    '/v1/tasks/schedule/calendar': { request: { params?: { query?: { id?: string } }; body?: SchedulesRemoveCalendarBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Cancel a schedule */
    '/v1/tasks/schedule/{scheduleId}': { request: { params: { path: { scheduleId: string }; query?: { reason?: string } } }; answer: Schedule; code: GeneralCode | 'not_found' | 'too_many_bookings' | 'request_still_running' | 'too_many_requests' };
    /** Delete a canned answer */
    '/v1/chat/canned-answer': { request: { params?: { query?: { id?: string } }; body?: ChatDeleteCannedAnswerBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Unblock a sender */
    '/v1/chat/blocked-sender': { request: { params?: { query?: { id?: string } }; body?: ChatUnblockSenderBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a template */
    '/v1/channel/{channelId}/msgapp/templates/{templateId}': { request: { params: { path: { channelId: string; templateId: string } } }; answer: MessageTemplate; code: GeneralCode | 'not_found' | 'reconnect_needed' | 'template_submitting' | 'request_still_running' | 'out_of_range' | 'provider_refused' | 'idempotency_key_reused' | 'dry_run_unsupported' | 'too_many_requests' | 'provider_unavailable' | 'provider_timeout' };
    /** Delete a saved list */
    '/v1/conversation-list': { request: { params?: { query?: { id?: string } }; body?: ConversationListsDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Opt a person in to diffusions again */
    '/v1/conversation-diffusion/opt-out': { request: { params?: { query?: { id?: string } }; body?: DiffusionsDeleteOptOutBody }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a diffusion */
    '/v1/conversation-diffusion': { request: { params?: { query?: { id?: string } }; body?: DiffusionsDeleteBody }; answer: undefined; code: GeneralCode | 'not_found' | 'diffusion_active' | 'request_still_running' | 'too_many_requests' };
    /** Delete a training entry */
    '/v1/bot/training/{botId}/{id}': { request: { params: { path: { botId: string; id: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a custom tool */
    '/v1/custom-tools/{id}': { request: { params: { path: { id: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a row of app data */
    '/v1/apps/data': { request: { params?: { query?: { id?: string } }; body?: AppsDeleteRowBody }; answer: undefined; code: GeneralCode | 'not_found' | 'app_disabled' | 'request_still_running' | 'out_of_range' | 'app_not_installed' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete a search configuration */
    '/v1/apps/search-config/{id}': { request: { params: { path: { id: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a cart */
    '/v1/marketplace/cart/{cartId}': { request: { params: { path: { cartId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'cart_ordered' | 'request_still_running' | 'too_many_requests' };
    /** Delete a collection */
    '/v1/marketplace/collection/{collectionId}': { request: { params: { path: { collectionId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'out_of_range' | 'operator_only' | 'idempotency_key_reused' | 'too_many_requests' };
    /** Delete a delivery method */
    '/v1/marketplace/delivery-method/{deliveryMethodId}': { request: { params: { path: { deliveryMethodId: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Remove a domain from the website */
    '/v1/websites/domains/{domain}': { request: { params: { path: { domain: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a secret of automations */
    '/v1/automation/secrets/{id}': { request: { params: { path: { id: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'secret_in_use' | 'request_still_running' | 'too_many_requests' };
    /** Cancel a planned run */
    '/v1/automation/schedule/{id}': { request: { params: { path: { id: string } } }; answer: AutomationPlan; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete an automation */
    '/v1/automation/{id}': { request: { params: { path: { id: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
    /** Delete a conversation with the assistant */
    '/v1/automation/assistant-conversations/{id}': { request: { params: { path: { id: string } } }; answer: undefined; code: GeneralCode | 'not_found' | 'too_many_requests' };
  };
}

export interface EventPayloads {
  'comment:created': { userId: string; message: string; invoiceId?: string; divisionId?: string; beneficiaryId?: string; recurrencyId?: string; resourceId?: string; taskId?: string; productionId?: string; recordId?: string; accountId?: string };
  'settings:organization:updated': { section: string; old: Record<string, unknown>; new: Record<string, unknown>; userId?: string };
  'settings:user:updated': { targetUserId: string; section: string; old: Record<string, unknown>; new: Record<string, unknown>; userId?: string };
  'error': { component: string; error: { name?: string; message: string; stack?: string } };
  'beneficiary:created': { beneficiaryId: string; userId: string };
  'contact:date': { contactDataId: string; beneficiaryId: string; contactType: string; date: string; day: number; month: number };
  'record:created': { recordId: string; editorId: string };
  'record:updated': { recordId: string; editorId?: string; old: Record<string, unknown>; new: Record<string, unknown> };
  'division:balance-closed': { divisionId: string; userId?: string; details?: string; balances: { accountId: string; balance: string; in: string; out: string; transfered: string }[]; lastRecordRegisteredId?: string };
  'division:balance-close-canceled': { divisionId: string; userId?: string; details?: string; balances: { accountId: string; balance: string; in: string; out: string; transfered: string }[]; lastRecordRegisteredId?: string };
  'account:created': { accountId: string; userId?: string };
  'chart-account:created': { chartAccountId: string; userId?: string };
  'account:conciliated': { accountId: string; userId?: string; details?: string; transactions: ({ recordId: string; amount: string; date: string; description: string; paymentMethod: string | null })[]; totalIn: string; totalOut: string; lastConciliationDate?: string; lastRecordRegisteredId?: string };
  'account:conciliation-canceled': { accountId: string; userId?: string; details?: string; transactions: ({ recordId: string; amount: string; date: string; description: string; paymentMethod: string | null })[]; totalIn: string; totalOut: string; lastConciliationDate?: string; lastRecordRegisteredId?: string };
  'numerals:created': { numeralsId: string; type: string; start: number; end: number; userId?: string };
  'numerals:updated': { numeralsId: string; type: string; start: number; end: number; userId?: string };
  'resource:created': { resourceId: string; userId?: string };
  'resource:updated': { resourceId: string; editorId?: string; old: Record<string, unknown>; new: Record<string, unknown> };
  'resource-list:created': { resourceListId: string; name: string; type: string; userId?: string };
  'resource-list:updated': { resourceListId: string; userId?: string; old: Record<string, unknown>; new: Record<string, unknown> };
  'resource-list:deleted': { resourceListId: string; name: string; type: string };
  'resource:stock-alert': { divisionId: string; resourceId: string; quantity: string; minStockAlert: string };
  'resource:record-created': { resourceId: string; resourceRecordId: string; userId?: string; serialNumbers?: string[]; type?: "IN" | "OUT" | "TRANSFER"; divisionId?: string };
  'resource:record-updated': { resourceId: string; resourceRecordId: string; userId?: string; serialNumbers?: string[]; type?: "IN" | "OUT" | "TRANSFER"; divisionId?: string; old?: { serialNumbers: string[] }; new?: { serialNumbers: string[] } };
  'invoice:created': { invoiceId: string; userId?: string };
  'invoice:updated': { invoiceId: string; editorId?: string; old: Record<string, unknown>; new: Record<string, unknown> };
  'invoice:paid': { invoiceId: string };
  'invoice:past-due': { invoiceId: string };
  'recurrency:invoice-created': { recurrencyId: string; invoiceId: string };
  'recurrency:past-due': { recurrencyId: string };
  'recurrency:failed-to-create-invoice': { recurrencyId: string; message: string; correspondingDate: string };
  'recurrency:updated': { recurrencyId: string; editorId?: string; old: Record<string, unknown>; new: Record<string, unknown> };
  'invoice:voucher-printed': { invoiceId: string };
  'invoice:shared-via-email': { invoiceId: string; userId?: string; beneficiaryId: string; beneficiaryEmail: string; beneficiaryName: string; emailsSent: string[]; emailCount: number };
  'return:voucher-printed': { returnId: string };
  'task:created': { taskId: string; creatorId?: string; columnId?: string };
  'task:updated': { taskId: string; editorId?: string; columnId?: string; old: Record<string, unknown>; new: Record<string, unknown> };
  'form:submitted': { formId: string; formSubmissionId: string; userId: string };
  'task-schedule:proximity-alert': { scheduleId: string; taskId: string | null; interval: "1_day" | "3_hours" | "1_hour" | "30_minutes"; scheduledStart: string; title?: string; description?: string; location?: string; url?: string };
  'conversation:assigned': { conversationId: string; userId?: string; botId?: string };
  'conversation:open': { conversationId: string; userId?: string; bySystem?: boolean; byAiAgent?: boolean; agentResolveReason?: string };
  'conversation:closed': { conversationId: string; userId?: string; bySystem?: boolean; byAiAgent?: boolean; agentResolveReason?: string };
  'conversation:social-comment': { conversationId: string; userId?: string };
  'conversation:seen': { conversationId: string; userId: string };
  'conversation:message-deleted': { conversationId: string; channelMessageId: string; deletedByUserId?: string };
  'conversation:bot-failed-to-answer': { conversationId: string; botId: string; details?: string };
  'conversation:bot-failed-to-send': { conversationId: string; botId: string; details?: string };
  'conversation:function-call': { conversationId: string; botId: string; type: string; toolCallId: string; args?: Record<string, unknown>; result?: unknown; submited?: boolean };
  'automation:run': { automationId: string; automationThreadId: string; eventId: string | null; scheduleId: string | null };
  'automation:failed': { automationId: string; automationThreadId: string; eventId: string | null; error: string };
  'automation:condition-failed': { automationId: string; automationThreadId: string; eventId: string | null; conditions: Record<string, unknown>[]; conditionObject: Record<string, unknown> };
}

/** Writes that take no idempotency key. */
export const withoutKey = ["POST /v1/user/login","POST /v1/user/login/verifyPin","POST /v1/user/login/controller","POST /v1/user/email","PATCH /v1/user/email","POST /v1/passkey/authenticate/finish","POST /v1/organization/invite/accept","POST /v1/payment/webhook","POST /v1/billing/webhook","POST /v1/shared/{id}/verify-code","POST /v1/shared/{id}/enable-auto-charge","POST /v1/chat/webhook/msgapp","POST /v2/chat/webhook/msgapp","POST /v1/apps/storeapp-a/webhook/{shop}","POST /v1/apps/storeapp-b/webhook/{appDataId}"];

