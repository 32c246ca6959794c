import type { ProcessorTestData } from '../testing/processor-test-data.ts'
import { walletPayRequest } from '../testing/wallet-requests.ts'

export const perfectTestData: ProcessorTestData = {
  name: 'PERFECT',
  specCalls: ['POST /api/pay/:method'],
  additionalCalls: [],
  chargeFlows: ['page'],
  requests: { start: walletPayRequest },
}
