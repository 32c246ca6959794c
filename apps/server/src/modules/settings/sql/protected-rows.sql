-- Settings say who gets money, and how much: no server empties them.

create trigger settings_no_truncate after truncate on settings
  for each statement execute function refuse_server();
