import { afterAll, expect, test } from 'vitest'

import { createMetrics, type Sample } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'

const metrics = await createMetrics()
const errors: unknown[] = []
let samples: readonly Sample[] = []
const readSamples = async () => {
  if (samples.length === 0) throw new Error('no samples')
  return samples
}
const at = { address: '127.0.0.1', port: 0 }
const server = await startMetricsServer(metrics, readSamples, at, (error) => errors.push(error))
afterAll(() => server.close())

const read = async (path = '/metrics', init: RequestInit = {}) => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init)
  return { status: response.status, text: await response.text() }
}

test('gauges are those of now: what is no longer there is not shown', async () => {
  const labels = { processor: 'ORANGE' }
  samples = [{ name: 'tradefront_charges_in_doubt', labels, value: 2 }]
  expect((await read()).text).toContain('tradefront_charges_in_doubt{processor="ORANGE"} 2')
  samples = [{ name: 'tradefront_live_sockets', value: 5 }]
  const { status, text } = await read()
  expect(status).toBe(200)
  expect(text).toMatch(/^tradefront_live_sockets 5$/m)
  expect(text).not.toContain('ORANGE')
  expect(text).toMatch(/^tradefront_memory_bytes \d{7,}$/m)
  expect(text).toMatch(/^tradefront_event_loop_delay_seconds [\d.e-]+$/m)
})

test('what the server counts and times stays', async () => {
  samples = [{ name: 'tradefront_live_sockets', value: 5 }]
  metrics.count('tradefront_background_failures_total', { job: 'mail.deliver' })
  metrics.count('tradefront_background_failures_total', { job: 'mail.deliver' })
  metrics.observe('tradefront_provider_call_seconds', { provider: 'orange', outcome: 'answered' }, 0.3)
  for (let count = 0; count < 2; count += 1) {
    const { text } = await read()
    expect(text).toContain('tradefront_background_failures_total{job="mail.deliver"} 2')
    expect(text).toMatch(/provider_call_seconds_bucket\{le="0.25",provider="orange",outcome="answered"\} 0/)
    expect(text).toMatch(/provider_call_seconds_bucket\{le="0.5",provider="orange",outcome="answered"\} 1/)
  }
})

test('other addresses and methods are not found, and a failure is reported', async () => {
  expect((await read('/')).status).toBe(404)
  expect((await read('/metrics', { method: 'POST' })).status).toBe(404)
  samples = []
  expect((await read()).status).toBe(500)
  expect(errors).toEqual([new Error('no samples')])
})

test('a port in use ends the start with one sentence', async () => {
  const start = startMetricsServer(metrics, readSamples, { address: '127.0.0.1', port: server.port }, () => undefined)
  await expect(start).rejects.toThrow(/^The address 127\.0\.0\.1:\d+ for metrics cannot be used \(EADDRINUSE\): .*\.$/)
})
