-- No server creates an operator, makes one older or promotes one by itself.
create trigger operators_by_operators after insert or update on operators for each statement execute function refuse_server();
-- A server stores an answer, and cannot change the request or its key.
create trigger sealed_reads_fixed before update of id, session_hash, kind, subjects, public_key on sealed_reads
  for each statement execute function refuse_fixed();
-- It takes what was uploaded, and makes up nothing.
create trigger sealed_uploads_asked after insert or update on sealed_uploads for each statement execute function refuse_server();
create trigger sealed_reads_asked after insert on sealed_reads for each statement execute function refuse_server();
