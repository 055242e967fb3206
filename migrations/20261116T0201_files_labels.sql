-- Labels are found by the search words of their organization. This index read those of all organizations.
DROP INDEX files_labels;
