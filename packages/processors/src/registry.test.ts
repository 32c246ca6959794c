import { processorNames } from '@tradefront/contract/processor-names'
import { defaultCascade, pfsCascade } from '@tradefront/rules/cards/usual-cascades'
import { expect, test } from 'vitest'

import { getProcessor } from './registry.ts'

test('the cascades of the specification name registered processors', () => {
  for (const name of [...defaultCascade, ...pfsCascade]) {
    expect(processorNames).toContain(name)
    expect(getProcessor(name).name).toBe(name)
  }
})
