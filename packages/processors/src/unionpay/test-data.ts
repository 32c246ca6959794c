import type { ProcessorTestData } from '../testing/processor-test-data.ts'
import { walletPayRequest } from '../testing/wallet-requests.ts'
export const unionpayTestData: ProcessorTestData = {
  name: 'UNIONPAY',
  specCalls: ['POST /api/pay/:method', 'POST /api/unionpay/listen'],
  additionalCalls: [],
  chargeFlows: ['page'],
  requests: { start: walletPayRequest, listen: { transaction_id: 't' } },
}
