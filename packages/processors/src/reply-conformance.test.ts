import { processorNames } from '@tradefront/contract/processor-names'
import { expect, test } from 'vitest'

import { getProcessor, processors } from './registry.ts'
import { simulators } from './simulators.ts'
import { processorTestData } from './test-data.ts'
import { describeReplies } from './testing/reply-conformance.ts'

for (const data of processorTestData) describeReplies(getProcessor(data.name), data)

test('every processor is registered under its name, and the upstream folders differ', () => {
  expect(processors.map(({ name }) => name)).toEqual([...processorNames])
  for (const name of processorNames) expect(getProcessor(name).name).toBe(name)
  expect(new Set(processors.map(({ upstream }) => upstream.slug)).size).toBe(processors.length)
})

test.each(processors.map((processor) => [processor.name, processor] as const))(
  '%s has a simulator with the same slug, and test data',
  (name, processor) => {
    const found = simulators.filter((simulator) => simulator.name === name)
    expect(found.map(({ slug }) => slug)).toEqual([processor.upstream.slug])
    expect(found[0]?.chargesAt === 'never').toBe(!processor.canCharge)
    expect(processorTestData.find((data) => data.name === name)?.chargeFlows).not.toHaveLength(0)
  },
)
