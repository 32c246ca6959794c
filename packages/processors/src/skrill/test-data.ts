import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const skrillTestData: ProcessorTestData = {
  name: 'SKRILL',
  specCalls: ['POST /api/card/fast/skrill', 'POST /api/card/listen/skrill'],
  additionalCalls: [],
  chargeFlows: ['page'],
}
