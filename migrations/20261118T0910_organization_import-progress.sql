-- Imports of files run in the background: how far they are, and what they leave out.
ALTER TABLE imports
  ADD COLUMN dry_run boolean NOT NULL DEFAULT false,
  ADD COLUMN row_count integer,
  ADD COLUMN unchanged_count integer NOT NULL DEFAULT 0,
  ADD COLUMN ignored_columns text[] NOT NULL DEFAULT '{}';

-- Two files at once could both create what neither finds. The lines of a statement are known by their own index.
CREATE UNIQUE INDEX imports_running ON imports (organization_id, kind) WHERE status = 'running' AND kind <> 'statement';
