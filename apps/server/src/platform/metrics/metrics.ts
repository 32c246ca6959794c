import { monitorEventLoopDelay } from 'node:perf_hooks'

import { type MetricName, metricTable } from './metric-table.ts'

export type Labels = Readonly<Record<string, string>>

/** One value of a gauge. */
export type Sample = { readonly name: MetricName; readonly labels?: Labels; readonly value: number }

/** What a server notes while it works. */
export type Metrics = {
  readonly count: (name: MetricName, labels: Labels) => void
  readonly observe: (name: MetricName, labels: Labels, seconds: number) => void
}

/** For servers without METRICS_PORT, and for the operator's command. */
export const noMetrics: Metrics = { count: () => undefined, observe: () => undefined }

export type MetricsRegistry = Metrics & {
  /** The text that Prometheus reads. @param samples gauges; those that are not among them are not shown */
  readonly render: (samples: readonly Sample[]) => Promise<string>
  readonly contentType: string
  readonly close: () => void
}

const nanosecondsPerSecond = 1_000_000_000

export async function createMetrics(): Promise<MetricsRegistry> {
  // Loaded on demand: a server without METRICS_PORT does not need it.
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const gauges = new Map<string, InstanceType<typeof Gauge>>()
  const counters = new Map<string, InstanceType<typeof Counter>>()
  const histograms = new Map<string, InstanceType<typeof Histogram>>()
  for (const [name, { kind, help, labels, ...definition }] of Object.entries(metricTable)) {
    const settings = { name, help, labelNames: [...labels], registers: [registry] }
    if (kind === 'gauge') gauges.set(name, new Gauge(settings))
    else if (kind === 'counter') counters.set(name, new Counter(settings))
    else
      histograms.set(
        name,
        new Histogram({ ...settings, buckets: 'buckets' in definition ? [...definition.buckets] : [] }),
      )
  }
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const readProcess = (): Sample[] => {
    // Without a round since the last call it is no number.
    const seconds = delay.percentile(99) / nanosecondsPerSecond
    delay.reset()
    return [
      { name: 'tradefront_event_loop_delay_seconds', value: Number.isFinite(seconds) ? seconds : 0 },
      { name: 'tradefront_memory_bytes', value: process.memoryUsage.rss() },
    ]
  }
  return {
    contentType: registry.contentType,
    count: (name, labels) => counters.get(name)?.inc(labels),
    observe: (name, labels, seconds) => histograms.get(name)?.observe(labels, seconds),
    render: async (samples) => {
      // What is no longer there, e.g. a processor without charges in doubt, must not stay.
      for (const gauge of gauges.values()) gauge.reset()
      for (const { name, labels = {}, value } of [...samples, ...readProcess()]) gauges.get(name)?.set(labels, value)
      return registry.metrics()
    },
    close: () => delay.disable(),
  }
}
