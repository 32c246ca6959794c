-- Settings say who gets money, and how much: no server changes them by itself.

create trigger settings_by_operators after insert or update or delete or truncate on settings
  for each statement execute function refuse_server();
