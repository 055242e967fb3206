-- The XML of rejected and failed documents moves to the file storage as well.
CREATE INDEX ecf_documents_unstored_settled ON ecf_documents (organization_id, signed_at)
  WHERE xml_key IS NULL AND state IN ('accepted', 'accepted-conditionally', 'rejected', 'failed');
DROP INDEX ecf_documents_unstored;
