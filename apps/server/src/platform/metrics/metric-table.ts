// Everything that is measured. `npm run generate` writes from it the table of docs/run.md, the rules of Prometheus and the dashboard of Grafana.

/** Rule of Prometheus. */
export type MetricAlert = {
  /** E.g. `ChargesInDoubt`. */
  readonly name: string
  readonly expression: string
  /** How long the expression must be true. */
  readonly forMinutes: number
  /** `page`: a person is woken. `ticket`: it can wait for the day. */
  readonly severity: 'page' | 'ticket'
  /** One sentence; `{{ $labels.x }}` and `{{ $value }}` are filled in by Prometheus. */
  readonly meaning: string
  readonly whatToDo: string
}

export type MetricDefinition = {
  readonly kind: 'gauge' | 'counter' | 'histogram'
  /** What one sample is. */
  readonly help: string
  readonly unit: 'seconds' | 'ratio' | 'minor units' | 'bytes' | 'count'
  readonly labels: readonly string[]
  /** Upper bounds, for a histogram. */
  readonly buckets?: readonly number[]
  /** Expression of its picture. Servers measure the same database, so a value of it is the largest one of all servers. */
  readonly picture: string
  readonly alert?: MetricAlert
}

const largest = (name: string, label: string) => `max by (${label}) (${name})`
const ofServer = (name: string) => `max by (instance) (${name})`

/** Names in full, because they are searched for. No label has data of a trader. */
export const metricTable = {
  tradefront_approval_ratio: {
    kind: 'gauge',
    help: 'Approved part of the charges that were started in the last hour and are decided.',
    unit: 'ratio',
    labels: ['processor'],
    picture: largest('tradefront_approval_ratio', 'processor'),
    alert: {
      name: 'ApprovalLow',
      expression:
        'max by (processor) (tradefront_approval_ratio) < 0.5 and max by (processor) (tradefront_charges_decided) >= 20',
      forMinutes: 15,
      severity: 'ticket',
      meaning:
        '{{ $labels.processor }} has approved {{ $value | humanizePercentage }} of the charges of the last hour.',
      whatToDo: 'Ask its support; until then put it later in the cascade, or switch it off.',
    },
  },
  tradefront_charges_decided: {
    kind: 'gauge',
    help: 'Charges that were started in the last hour, and that the processor has approved or declined.',
    unit: 'count',
    labels: ['processor'],
    picture: largest('tradefront_charges_decided', 'processor'),
  },
  tradefront_provider_call_seconds: {
    kind: 'histogram',
    help: 'Time of a call to a processor, wallet or payout provider, by how it ended.',
    unit: 'seconds',
    labels: ['provider', 'outcome'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    picture: 'histogram_quantile(0.95, sum by (le, provider) (rate(tradefront_provider_call_seconds_bucket[10m])))',
    alert: {
      name: 'ProviderSlow',
      expression:
        'histogram_quantile(0.95, sum by (le, provider) (rate(tradefront_provider_call_seconds_bucket[10m]))) > 10',
      forMinutes: 10,
      severity: 'ticket',
      meaning: 'One call in twenty to {{ $labels.provider }} takes longer than {{ $value | humanizeDuration }}.',
      whatToDo: 'Look at its status page. Payments go on; calls that end without an answer are inquired about.',
    },
  },
  tradefront_charges_in_doubt: {
    kind: 'gauge',
    help: 'Charges whose result the processor has not said: in doubt, or waiting for an operator.',
    unit: 'count',
    labels: ['processor'],
    picture: largest('tradefront_charges_in_doubt', 'processor'),
  },
  tradefront_oldest_in_doubt_seconds: {
    kind: 'gauge',
    help: 'How long the oldest charge in doubt has waited.',
    unit: 'seconds',
    labels: ['processor'],
    picture: largest('tradefront_oldest_in_doubt_seconds', 'processor'),
    alert: {
      name: 'ChargeInDoubt',
      expression: 'max by (processor) (tradefront_oldest_in_doubt_seconds) > 3600',
      forMinutes: 5,
      severity: 'ticket',
      meaning: 'A charge at {{ $labels.processor }} has been in doubt for {{ $value | humanizeDuration }}.',
      whatToDo: 'Ask the processor about it. It is inquired about for a week; then an operator must decide.',
    },
  },
  tradefront_suspense_minor_units: {
    kind: 'gauge',
    help: 'Money that was taken and belongs to nobody yet, by currency.',
    unit: 'minor units',
    labels: ['currency'],
    picture: largest('tradefront_suspense_minor_units', 'currency'),
    alert: {
      name: 'MoneyInSuspense',
      expression: 'max by (currency) (tradefront_suspense_minor_units) > 0',
      forMinutes: 60,
      severity: 'ticket',
      meaning: 'Money in {{ $labels.currency }} has been in suspense for an hour.',
      whatToDo: 'Credit it or send it back at the desk.',
    },
  },
  tradefront_payouts_due: {
    kind: 'gauge',
    help: 'Parts of withdrawals that are being sent or asked about, by way.',
    unit: 'count',
    labels: ['method'],
    picture: largest('tradefront_payouts_due', 'method'),
  },
  tradefront_oldest_payout_seconds: {
    kind: 'gauge',
    help: 'How long the oldest of these parts has been due without being looked at.',
    unit: 'seconds',
    labels: ['method'],
    picture: largest('tradefront_oldest_payout_seconds', 'method'),
    alert: {
      name: 'PayoutsLate',
      expression: 'max by (method) (tradefront_oldest_payout_seconds) > 900',
      forMinutes: 5,
      severity: 'page',
      meaning:
        'A payout by {{ $labels.method }} has been due for {{ $value | humanizeDuration }}, and no server sends it.',
      whatToDo: 'Look for the job withdrawal.send_payouts in the log, and whether a server runs at all.',
    },
  },
  tradefront_ledger_imbalance_minor_units: {
    kind: 'gauge',
    help: 'Sum of the lines of the newest 2,000 entries of the ledger, by currency. It is 0.',
    unit: 'minor units',
    labels: ['currency'],
    picture: largest('tradefront_ledger_imbalance_minor_units', 'currency'),
    alert: {
      name: 'LedgerUnbalanced',
      expression: 'max by (currency) (abs(tradefront_ledger_imbalance_minor_units)) > 0',
      forMinutes: 0,
      severity: 'page',
      meaning: 'Entries of the ledger in {{ $labels.currency }} do not balance.',
      whatToDo: 'Stop payouts at the desk, and find who has written to the database besides the servers.',
    },
  },
  tradefront_alerts_open: {
    kind: 'gauge',
    help: 'Open alerts of the product, by kind.',
    unit: 'count',
    labels: ['kind'],
    picture: largest('tradefront_alerts_open', 'kind'),
    alert: {
      name: 'AlertOpen',
      expression: 'max by (kind) (tradefront_alerts_open) > 0',
      forMinutes: 5,
      severity: 'ticket',
      meaning: 'Open alerts of the kind {{ $labels.kind }}: {{ $value }}.',
      whatToDo: 'Look at the desk; what to do is in docs/money-incidents.md.',
    },
  },
  tradefront_queue_length: {
    kind: 'gauge',
    help: 'What waits for the servers, or for operators, by queue.',
    unit: 'count',
    labels: ['queue'],
    picture: largest('tradefront_queue_length', 'queue'),
  },
  tradefront_queue_oldest_seconds: {
    kind: 'gauge',
    help: 'How long the first of the queue has been due.',
    unit: 'seconds',
    labels: ['queue'],
    picture: largest('tradefront_queue_oldest_seconds', 'queue'),
    alert: {
      name: 'QueueStuck',
      expression:
        'max by (queue) (tradefront_queue_oldest_seconds{queue=~"mails|inquiries|refunds|webhooks|commands"}) > 600',
      forMinutes: 10,
      severity: 'page',
      meaning: 'The first of the queue {{ $labels.queue }} has been waiting for {{ $value | humanizeDuration }}.',
      whatToDo: 'Look for the job of that queue in the log, with "background".',
    },
  },
  tradefront_rate_age_seconds: {
    kind: 'gauge',
    help: 'Age of the latest rate of a coin or currency.',
    unit: 'seconds',
    labels: ['code'],
    picture: largest('tradefront_rate_age_seconds', 'code'),
  },
  tradefront_quarantine: {
    kind: 'gauge',
    help: 'Whether no money moves, because the database can be a copy of the past: 1 or 0.',
    unit: 'count',
    labels: ['cause'],
    picture: largest('tradefront_quarantine', 'cause'),
    alert: {
      name: 'Quarantine',
      expression: 'max by (cause) (tradefront_quarantine) > 0',
      forMinutes: 1,
      severity: 'page',
      meaning: 'No money moves: the database is in quarantine ({{ $labels.cause }}).',
      whatToDo: 'Recovery at the desk says why, and what to compare before two operators end the quarantine.',
    },
  },
  tradefront_backup_age_seconds: {
    kind: 'gauge',
    help: 'Age of the newest backup that npm run ops -- backup has made. Without one there is no value.',
    unit: 'seconds',
    labels: [],
    picture: 'max(tradefront_backup_age_seconds)',
    alert: {
      name: 'BackupOld',
      expression: 'max(tradefront_backup_age_seconds) > 93600',
      forMinutes: 10,
      severity: 'ticket',
      meaning: 'The newest backup is {{ $value | humanizeDuration }} old.',
      whatToDo: 'Look why the nightly backup has failed, and make one now.',
    },
  },
  tradefront_measured_seconds_ago: {
    kind: 'gauge',
    help: 'Age of the values that this server has read from the database.',
    unit: 'seconds',
    labels: [],
    picture: ofServer('tradefront_measured_seconds_ago'),
    alert: {
      name: 'MeasuresOld',
      expression: 'tradefront_measured_seconds_ago > 120',
      forMinutes: 5,
      severity: 'page',
      meaning: '{{ $labels.instance }} has not read its values from the database for {{ $value | humanizeDuration }}.',
      whatToDo: 'Look whether the server reaches the database: the other alerts see old values.',
    },
  },
  tradefront_live_sockets: {
    kind: 'gauge',
    help: 'Open sockets of browsers at this server.',
    unit: 'count',
    labels: [],
    picture: ofServer('tradefront_live_sockets'),
  },
  tradefront_event_loop_delay_seconds: {
    kind: 'gauge',
    help: 'How late the event loop was in one of a hundred rounds, since it was last asked.',
    unit: 'seconds',
    labels: [],
    picture: ofServer('tradefront_event_loop_delay_seconds'),
    alert: {
      name: 'EventLoopSlow',
      expression: 'tradefront_event_loop_delay_seconds > 0.5',
      forMinutes: 5,
      severity: 'ticket',
      meaning: '{{ $labels.instance }} answers {{ $value | humanizeDuration }} late.',
      whatToDo: 'Start another server, or give this one more CPU.',
    },
  },
  tradefront_memory_bytes: {
    kind: 'gauge',
    help: 'Memory of the server (resident set).',
    unit: 'bytes',
    labels: [],
    picture: ofServer('tradefront_memory_bytes'),
  },
  tradefront_database_waiting: {
    kind: 'gauge',
    help: 'Requests of this server that wait for a connection to the database.',
    unit: 'count',
    labels: [],
    picture: ofServer('tradefront_database_waiting'),
    alert: {
      name: 'DatabaseBusy',
      expression: 'tradefront_database_waiting > 0',
      forMinutes: 5,
      severity: 'ticket',
      meaning: '{{ $value }} requests of {{ $labels.instance }} wait for a connection.',
      whatToDo: 'Look for slow statements in pg_stat_activity.',
    },
  },
  tradefront_http_request_seconds: {
    kind: 'histogram',
    help: 'Time of a request to this server, by the class of its status.',
    unit: 'seconds',
    labels: ['status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    picture: 'histogram_quantile(0.95, sum by (le) (rate(tradefront_http_request_seconds_bucket[5m])))',
    alert: {
      name: 'RequestsFail',
      expression:
        'sum(rate(tradefront_http_request_seconds_count{status="5xx"}[5m])) / sum(rate(tradefront_http_request_seconds_count[5m])) > 0.01',
      forMinutes: 5,
      severity: 'page',
      meaning: '{{ $value | humanizePercentage }} of the requests fail by a fault of the servers.',
      whatToDo: 'Look for "fault" in the log: each line has the reference that the trader sees.',
    },
  },
  tradefront_background_failures_total: {
    kind: 'counter',
    help: 'Failures of background work of this server, by job.',
    unit: 'count',
    labels: ['job'],
    picture: 'sum by (job) (increase(tradefront_background_failures_total[15m]))',
    alert: {
      name: 'BackgroundFails',
      expression: 'sum by (job) (increase(tradefront_background_failures_total[15m])) > 3',
      forMinutes: 0,
      severity: 'ticket',
      meaning: '{{ $labels.job }} has failed {{ $value | humanize }} times in 15 min.',
      whatToDo: 'Look for "background" and the name of the job in the log; docs/run.md says what stops while it fails.',
    },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>

export type MetricName = keyof typeof metricTable

/** Alerts about what no server can say. */
export const outsideAlerts: readonly MetricAlert[] = [
  {
    name: 'ServerDown',
    expression: 'up{job="tradefront"} == 0',
    forMinutes: 2,
    severity: 'page',
    meaning: '{{ $labels.instance }} does not answer Prometheus.',
    whatToDo: 'Look whether the server runs: its output says why it has ended.',
  },
]
