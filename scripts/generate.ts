// Writes what is derived: database types, openapi.json, the client's types, the event catalogue. `npm run generate`.
import { writeGenerated } from './generated.ts';
import { withScratchDatabase } from './scratch-database.ts';

await withScratchDatabase((server) => writeGenerated(server.ownerUrl()));
