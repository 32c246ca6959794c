import { type Probe } from './probe.ts'

export const alertsProbes: Readonly<Record<string, Probe>> = {
  alerts_attempt_id_fkey: { sql: insertAlerts(`(9000000001, 'attempt:99999999')`) },
  alerts_open: { sql: insertAlerts(`(9000000001, 'other'), (9000000002, 'other')`) },
  alerts_pkey: { sql: insertAlerts(`(9000000001, 'other'), (9000000001, 'another')`) },
}

function insertAlerts(idsAndSubjects: string): string {
  return `insert into alerts (id, kind, subject, created_at) overriding system value
    select id, 'test', subject, now() from (values ${idsAndSubjects}) v(id, subject)`
}
