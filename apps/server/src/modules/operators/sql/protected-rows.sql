-- No server makes, ages or promotes an operator by itself.
create trigger operators_by_operators after insert or update on operators for each statement execute function refuse_server();
