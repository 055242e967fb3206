-- Few are put away: what a search finds is counted without reading the resources, and these taken off.
CREATE INDEX resources_archived ON resources (organization_id, id) WHERE archived_at IS NOT NULL;
