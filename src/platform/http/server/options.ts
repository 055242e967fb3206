import type { Database } from '../../db/database.ts';
import type { Wake } from '../../db/wake.ts';
import type { Engine } from '../../engine.ts';
import type { Log } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import type { Refusal } from '../../refusal.ts';
import type { Performer } from '../perform.ts';
import type { Route } from '../route.ts';

export interface ServerOptions {
  routes: Route[];
  engine: Engine;
  database: Database;
  performer: Performer;
  wake: Wake;
  metrics: Metrics;
  log: Log;
  /** Aborted when the service begins to stop. */
  closing: AbortSignal;
  /** Called with every refusal of a route: the tests compare it with what the route declares. */
  onRefusal?: ((route: Route, refused: Refusal) => void) | undefined;
  /** Called with every JSON answer of a route: the tests record examples for the reference. */
  onAnswer?: ((route: Route, body: unknown) => void) | undefined;
}
