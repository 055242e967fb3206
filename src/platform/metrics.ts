import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics for operators, in the Prometheus format. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'colmado_http_request_seconds',
    help: 'Duration of requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #jobs = new Counter({
    name: 'colmado_jobs_total',
    help: 'Jobs run, by name and outcome.',
    labelNames: ['job', 'outcome'],
    registers: [this.#registry],
  });
  readonly #queueDepth = new Gauge({
    name: 'colmado_queue_jobs',
    help: 'Jobs in the queue by state.',
    labelNames: ['queue', 'state'],
    registers: [this.#registry],
  });

  readonly #stalled = new Gauge({
    name: 'colmado_stalled_work',
    help: 'Ticks and subscribers that fail: retrying, or dead until an operator gives them back.',
    labelNames: ['state'],
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status }, seconds);
  }

  /** Counts a job by its outcome. */
  async countJob(job: string, running: Promise<void>): Promise<void> {
    await running.then(
      () => this.#jobs.inc({ job, outcome: 'done' }),
      (error: unknown) => {
        this.#jobs.inc({ job, outcome: 'failed' });
        throw error;
      },
    );
  }

  async render(
    depths: { queue: string; ready: number; active: number; failed: number }[],
    stalled: { retrying: number; dead: number } | null,
  ): Promise<string> {
    for (const { queue, ready, active, failed } of depths) {
      this.#queueDepth.set({ queue, state: 'ready' }, ready);
      this.#queueDepth.set({ queue, state: 'active' }, active);
      this.#queueDepth.set({ queue, state: 'failed' }, failed);
    }
    for (const [state, count] of Object.entries(stalled ?? {})) this.#stalled.set({ state }, count);
    return this.#registry.metrics();
  }
}
