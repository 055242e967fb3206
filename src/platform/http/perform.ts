import { type Caller, type CallerOrganization, system } from '../auth/actor.ts';
import { type Authenticator, requireFreshSession } from '../auth/authenticate.ts';
import { allows, Forbidden, OrganizationClosed, OrganizationRequired, UserRequired } from '../auth/permission.ts';
import type { RememberedCaller } from '../auth/recent-callers.ts';
import type { CallerContext, PerformOptions, Steps, TenantContext, TenantSteps, WorkContext } from '../context.ts';
import { answering } from '../date.ts';
import type { FirstStatement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Engine, UnitOptions } from '../engine.ts';
import type { AnnouncedEvent } from '../events/event.ts';
import { Late } from '../late.ts';
import { DryRunUnsupported, InvalidRequest, NotFound, Refusal } from '../refusal.ts';
import { readOnly } from '../storage/storage.ts';
import { asCaller, enterNamed } from '../tenant-context.ts';
import { mapInTurns } from '../turns.ts';
import { Answers } from './answer.ts';
import { ReceivedUpload } from './bytes/upload.ts';
import { type Answer, IdempotentRequest } from './idempotency.ts';
import { type IncomingRequest, type Input, parseInput } from './input.ts';
import type { OperationRequest } from './operation.ts';
import { cursorRefused } from './page.ts';
import { canDryRun, isWrite, type LaterAnswer, mustBeOurs, RawAnswer, type Route } from './route.ts';
import { hasField } from './route-refusals.ts';
import { type Call, confirmAll, RunAlone, runAlone, SharedUnits } from './shared-unit.ts';
import { validate } from './validate.ts';

const IDEMPOTENCY_KEY_LENGTH_MAX = 255;

/** Handles a request after the transport: identifies the caller, checks the permission, validates, runs one unit of work. */
export class Performer {
  readonly #engine: Engine;
  readonly #authenticator: Authenticator;
  readonly #answers: Answers;
  readonly #shared = new SharedUnits((calls, onCommit) => this.#runTogether(calls, onCommit));

  constructor(engine: Engine, authenticator: Authenticator, answers = new Answers()) {
    this.#engine = engine;
    this.#authenticator = authenticator;
    this.#answers = answers;
  }

  /** Identifies the caller, as far as the route needs it. */
  async identify(route: Route, request: IncomingRequest): Promise<Caller | null> {
    const credentials = { ...request.credentials, changes: mustBeOurs(route) };
    const given = credentials.authorization || credentials.sessionCookie;
    if (route.access === 'public') {
      // A stale credential must not close a public route.
      return given ? this.#authenticator.authenticate(credentials).catch(nobodyIfRefused) : null;
    }
    const caller = admit(route, await this.#authenticator.authenticate(credentials));
    if (route.needsFreshAuthentication) requireFreshSession(caller.actor);
    return caller;
  }

  /** Decides whether a large body is read at all, and answers who is accountable for its bytes. */
  async admitBody(route: Route, request: IncomingRequest): Promise<string> {
    const { log, facts } = request;
    if (route.access === 'public') {
      const params = validate(route.params, request.params, 'params');
      await this.#engine.run({ readOnly: true, log, request: facts }, async (ctx) =>
        route.opens?.(ctx as never, params as never, request.query as never),
      );
      return facts.network;
    }
    const caller = admit(
      route,
      await this.#authenticator.expect({ ...request.credentials, changes: mustBeOurs(route) }),
    );
    return caller.organization?.id ?? facts.network;
  }

  /** The caller as it was found lately, for a route whose one transaction can confirm it. */
  remember(route: Route, request: IncomingRequest): RememberedCaller | null {
    const isOneTransaction = !route.reachesProvider && !route.downloads && !route.prepare;
    if (typeof route.access !== 'object' || !isOneTransaction || route.needsFreshAuthentication) return null;
    const remembered = this.#authenticator.remember({ ...request.credentials, changes: mustBeOurs(route) });
    if (remembered) admit(route, remembered.caller);
    return remembered;
  }

  /** Requires the same caller, still allowed and still in the same organization. */
  async #identifyAgain(route: Route, request: IncomingRequest, caller: Caller): Promise<Caller> {
    const credentials = { ...request.credentials, changes: mustBeOurs(route) };
    const again = admit(route, await this.#authenticator.recheck(caller, credentials));
    if (again.organization?.id !== caller.organization?.id)
      throw Forbidden('The session is in another organization now.');
    return again;
  }

  /** `first` confirms a remembered caller in the transaction of the request. */
  async perform(
    route: Route,
    request: IncomingRequest,
    caller: Caller | null,
    first?: FirstStatement,
  ): Promise<Answer | RawAnswer> {
    const parsed = await parseInput(route, request);
    if (request.dryRun && !canDryRun(route)) throw DryRunUnsupported();
    const input = await this.#prepare(route, request, caller, parsed);
    const options = { ...this.#unitOptions(route, request, caller), first: first && [first] };
    if (request.dryRun) return this.#dryRun(route, options, input);
    const { prepared } = input as { prepared?: unknown };
    if (!(prepared instanceof ReceivedUpload)) return this.#carryOut(route, request, caller, options, input);
    let isKept = false;
    try {
      const identified = { ...request, body: prepared.fingerprint() };
      const answer = await this.#carryOut(route, identified, caller, options, input);
      isKept = !('replayed' in answer && answer.replayed);
      return answer;
    } finally {
      if (!isKept) await prepared.discard();
    }
  }

  /** Performs an operation for a part of the service itself. `book` joins its transaction. */
  readonly performInside = async (
    route: Route,
    caller: Caller,
    { params, query, body }: OperationRequest,
    { dryRun = false, book }: PerformOptions,
  ): Promise<Answer> => {
    admit(route, caller);
    const request = { ...insideRequest, params, query, body: body === undefined ? NO_BYTES : asJson(body) };
    const input = await parseInput(route, request as IncomingRequest);
    const options: UnitOptions = {
      organization: tenantOf(route, caller),
      caller,
      readOnly: !isWrite(route) && !book,
      byKey: findsByKey(route),
    };
    if (dryRun && isWrite(route)) return this.#dryRun(route, options, input);
    const { result } = await this.#engine.run(options, async (ctx) => {
      const answer = await atOnce(this.#call(route, contextFor(route, ctx), input));
      const { status, body: value } = 'body' in answer && !(answer instanceof RawAnswer) ? answer : NO_JSON;
      await book?.(ctx as TenantContext, { status, body: value });
      return { status, body: value };
    });
    return result;
  };

  async #carryOut(
    route: Route,
    request: IncomingRequest,
    caller: Caller | null,
    options: UnitOptions,
    input: Input,
  ): Promise<Answer | RawAnswer> {
    const idempotent = isWrite(route) ? this.#idempotencyOf(route, request, caller) : null;
    if (route.reachesProvider) {
      const work = async () =>
        (await this.#call(route, this.#stepsOf(route, request, caller), input)) as Answer | RawAnswer;
      return idempotent ? idempotent.around(this.#transaction, work) : work();
    }
    if (route.downloads)
      return (await this.#call(route, this.checkedSteps(route, request, caller!), input)) as RawAnswer;
    const call = { route, options, input, idempotent };
    return this.#shared.run(
      { ...call, alone: (onCommit) => this.#runAlone({ ...call, options: { ...options, onCommit } }, request) },
      request.body.length,
    );
  }

  async #runAlone(
    { route, options, input, idempotent }: Omit<Call, 'alone'>,
    request: IncomingRequest,
  ): Promise<Answer | RawAnswer> {
    const { result } = await this.#engine.run(options, (ctx) => {
      const work = () => this.#call(route, contextFor(route, ctx), input);
      return idempotent ? idempotent.inside(ctx.tx, () => atOnce(work())) : work();
    });
    if (result instanceof Late) return result.value;
    if (typeof result !== 'function') return result;
    const draw = () => result(this.visitorSteps(request));
    return idempotent ? idempotent.afterwards(this.#transaction, draw) : draw();
  }

  readonly #runTogether = async (calls: Call[], onCommit: () => void): Promise<Answer[]> => {
    const { route, options } = calls[0]!;
    const { result } = await this.#engine.run({ ...options, first: confirmAll(calls), onCommit }, async (ctx) => {
      const replays = await Promise.all(calls.map(({ idempotent }) => idempotent?.claim(ctx.tx))).catch(runAlone);
      if (replays.some((replay) => replay)) throw new RunAlone();
      const requests = calls.map((call) => ({ ctx: asCaller(ctx as TenantContext, call.options), input: call.input }));
      const values = await route.together!(requests as never).catch(runAlone);
      return mapInTurns(calls, async ({ idempotent }, place) => {
        const answer = values[place]!.map((body) => this.#answerOf(route, body));
        if (!idempotent) return answer;
        const known = await answer.now();
        idempotent.keep(ctx.tx, known);
        return known;
      });
    });
    return result.map((answer) => (answer instanceof Late ? answer.value : answer));
  };

  readonly #transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    (await this.#engine.run({}, (ctx) => work(ctx.tx))).result;

  async #prepare(route: Route, request: IncomingRequest, caller: Caller | null, input: Input): Promise<Input> {
    if (!route.prepare) return input;
    const steps = this.#stepsOf(route, request, caller);
    const ctx = request.dryRun ? { ...steps, storage: readOnly(steps.storage) } : steps;
    const upload = request.upload && { source: request.upload, contentType: request.contentType };
    return { ...input, prepared: await route.prepare(ctx as never, { ...input, upload, caller } as Input) } as Input;
  }

  async #dryRun(route: Route, options: UnitOptions, input: Input): Promise<Answer> {
    const { result, events } = await this.#engine.run({ ...options, dryRun: true }, (ctx) =>
      atOnce(this.#call(route, contextFor(route, ctx), input)),
    );
    const status = typeof result === 'function' ? route.status : result.status;
    const body = typeof result === 'function' || result instanceof RawAnswer ? null : result.body;
    return { status: 200, body: { dryRun: true, status, body, events: events.map(describeEvent) } };
  }

  #stepsOf(route: Route, request: IncomingRequest, caller: Caller | null): Steps | TenantSteps {
    if (typeof route.access !== 'object') return this.visitorSteps(request, caller);
    return this.#tenantSteps(request, caller!, () => this.#unitOptions(route, request, caller));
  }

  /** A visitor enters the organization that the request names; one that does not exist is `NotFound`. */
  visitorSteps({ log, facts }: IncomingRequest, caller: Caller | null = null): Steps {
    const engine = this.#engine;
    return {
      ...engine.services,
      storage: engine.storage,
      compute: (declared, input) => engine.threads.run(facts.address, declared, input),
      log,
      request: facts,
      transaction: async (work) => (await engine.run({ log, request: facts, caller }, work)).result,
      enter: (organizationId) =>
        engine.tenantSteps({ organizationId, actor: system, log, request: facts }, async (work) => {
          const { result } = await engine.run({ log, request: facts }, async (unit) => {
            const tenant = await enterNamed(unit, organizationId);
            if (!tenant) throw NotFound();
            return work(tenant);
          });
          return result;
        }),
    };
  }

  /** For a long answer: each step checks again that the caller still has access. */
  checkedSteps(route: Route, request: IncomingRequest, caller: Caller): TenantSteps {
    return this.#tenantSteps(request, caller, async () =>
      this.#unitOptions(route, request, await this.#identifyAgain(route, request, caller)),
    );
  }

  #tenantSteps(
    { log, facts }: IncomingRequest,
    { organization, actor }: Caller,
    optionsOfStep: () => UnitOptions | Promise<UnitOptions>,
  ): TenantSteps {
    return this.#engine.tenantSteps(
      { organizationId: organization!.id, actor, log, request: facts },
      async (work) => (await this.#engine.run(await optionsOfStep(), (unit) => work(unit as TenantContext))).result,
    );
  }

  async #call(route: Route, ctx: unknown, input: Input): Promise<Answer | Late<Answer> | RawAnswer | LaterAnswer> {
    const value = await route.handler(ctx as never, input).catch((error: unknown) => {
      throw isPlainCursor(error)
        ? cursorRefused(hasField(route.query, 'cursor') ? 'query.cursor' : 'body.cursor')
        : error;
    });
    if (value instanceof RawAnswer || typeof value === 'function') return value as RawAnswer | LaterAnswer;
    return value instanceof Late ? value.map((body) => this.#answerOf(route, body)) : this.#answerOf(route, value);
  }

  #answerOf(route: Route, body: unknown): Answer {
    return { status: route.status, body: answering(() => this.#answers.bodyOf(route, body)) };
  }

  #unitOptions(route: Route, request: IncomingRequest, caller: Caller | null): UnitOptions {
    return {
      organization: tenantOf(route, caller),
      caller,
      request: request.facts,
      log: request.log,
      readOnly: !isWrite(route),
      byKey: findsByKey(route),
    };
  }

  #idempotencyOf(route: Route, request: IncomingRequest, caller: Caller | null): IdempotentRequest | null {
    const key = request.idempotencyKey;
    // A replayed sign-in would give its session to anyone who repeats the request.
    if (key === undefined || route.provesIdentity) return null;
    if (key.length === 0 || key.length > IDEMPOTENCY_KEY_LENGTH_MAX) {
      const message = `Idempotency-Key has 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters.`;
      const code = key.length === 0 ? 'too_small' : 'too_big';
      throw InvalidRequest(message, { errors: [{ path: 'headers.idempotency-key', code, message }] });
    }
    const credential = caller
      ? caller.actor.kind === 'apiKey'
        ? caller.actor.keyId
        : caller.actor.userId
      : request.facts.network;
    // Not the session's own organization: founding one moves the session, and its retry must still be the same request.
    const organizationId = tenantOf(route, caller)?.id ?? request.credentials.organizationId ?? '';
    const scope = [organizationId, credential, route.method, route.path, key];
    return new IdempotentRequest(this.#engine.services.secrets, scope, {
      target: request.credentials.target,
      body: request.body,
      beforeReplay: () => {
        if (route.showsSecret && caller) requireFreshSession(caller.actor);
      },
    });
  }
}

const NO_BYTES = new Uint8Array();
const NO_JSON: Answer = { status: 200, body: null };
const asJson = (body: unknown): Uint8Array => Buffer.from(JSON.stringify(body));
/** The parts of a request that an operation inside the service does not have. */
const insideRequest = {
  contentType: 'application/json',
  contentEncoding: '',
  upload: null,
  ifMatch: undefined,
  idempotencyKey: undefined,
};

const isPlainCursor = (error: unknown): boolean => error instanceof Refusal && error.errors?.[0]?.path === 'cursor';

/** An answer that is stored or shown before COMMIT cannot wait for it. */
async function atOnce<T>(answer: Promise<T | Late<Answer>>): Promise<T | Answer> {
  const value = await answer;
  return value instanceof Late ? value.now() : value;
}

/** Whether this caller may use the route. */
function admit(route: Route, caller: Caller): Caller {
  if (route.access === 'public' || route.access === 'caller') return caller;
  if (route.access === 'user') {
    if (caller.actor.kind !== 'user') throw UserRequired();
    return caller;
  }
  if (!caller.organization) throw OrganizationRequired();
  if (!allows(caller.organization.permissions, route.access.permission)) {
    throw Forbidden(`This needs the permission ${route.access.permission}.`);
  }
  if (caller.organization.closedAt !== null && isWrite(route) && !route.whileClosed) throw OrganizationClosed();
  return caller;
}

function nobodyIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

/** Only a route with a permission enters the organization of the request; the others enter one themselves. */
const tenantOf = (route: Route, caller: Caller | null): CallerOrganization | null =>
  typeof route.access === 'object' ? (caller?.organization ?? null) : null;

const contextFor = (route: Route, ctx: WorkContext): WorkContext | CallerContext =>
  route.access === 'caller' || route.access === 'user' ? ({ ...ctx, actor: ctx.caller!.actor } as CallerContext) : ctx;

/** Only the optional filters of a query need plans of their own. */
const findsByKey = (route: Route): boolean => isWrite(route) || route.query === undefined;

const describeEvent = (event: AnnouncedEvent) => ({ type: event.type.type, payload: event.payload });
