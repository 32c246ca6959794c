import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const universeTestData: ProcessorTestData = {
  name: 'UNIVERSE',
  // The specification names UNIVERSE in the cascade, but has no calls for it.
  specCalls: [],
  additionalCalls: ['POST /api/card/fast/universe', 'POST /api/card/listen/universe'],
  chargeFlows: ['charge', 'charge', 'page'],
}
