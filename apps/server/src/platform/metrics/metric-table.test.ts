import { expect, test } from 'vitest'

import { type MetricDefinition, metricTable, outsideAlerts } from './metric-table.ts'

const metrics: [string, MetricDefinition][] = Object.entries(metricTable)
const alerts = [...outsideAlerts, ...metrics.flatMap(([, { alert }]) => alert ?? [])]

/** Names that a histogram has in expressions. */
const withSuffixes = (name: string, kind: string) =>
  kind === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name]

test.for(metrics)(
  'the name of %s says its unit, and its help is a sentence',
  ([name, { kind, unit, help, buckets }]) => {
    expect(name).toMatch(/^tradefront(_[a-z]+)+$/)
    const suffix = {
      seconds: /_seconds(_ago)?$/,
      ratio: /_ratio$/,
      'minor units': /_minor_units$/,
      bytes: /_bytes$/,
      count: /./,
    }
    expect(name).toMatch(suffix[unit])
    expect(name.endsWith('_total')).toBe(kind === 'counter')
    expect(buckets === undefined).toBe(kind !== 'histogram')
    expect(help).toMatch(/^[A-Z].*\.$/)
  },
)

test('expressions name metrics and labels that there are', () => {
  const known = metrics.flatMap(([name, { kind }]) => withSuffixes(name, kind))
  const labels = new Set(['instance', 'le', 'job', ...metrics.flatMap(([, definition]) => definition.labels)])
  const expressions = [...alerts.map(({ expression }) => expression), ...metrics.map(([, { picture }]) => picture)]
  for (const expression of expressions) {
    for (const [name] of expression.matchAll(/tradefront_\w+/g)) expect(known).toContain(name)
    const named = [...expression.matchAll(/by \(([\w, ]+)\)|\{(\w+)=/g)].flatMap(([, by, one]) =>
      (by ?? one ?? '').split(', '),
    )
    for (const label of named) expect([...labels], expression).toContain(label)
  }
  for (const { meaning } of alerts)
    for (const [, label = ''] of meaning.matchAll(/\$labels\.(\w+)/g)) expect([...labels]).toContain(label)
})

test('each alert has a name of its own, and says in sentences what is so and what to do', () => {
  expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length)
  for (const { name, meaning, whatToDo } of alerts) {
    expect(name).toMatch(/^([A-Z][a-z]+)+$/)
    expect(meaning).toMatch(/\.$/)
    expect(whatToDo).toMatch(/^[A-Z].*\.$/)
  }
})
