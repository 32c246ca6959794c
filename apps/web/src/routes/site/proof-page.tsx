import { QueryClientProvider } from '@tanstack/react-query'

import { LogProof } from '../../features/log/log-proof.tsx'
import { RefusedPurchases } from '../../features/log/refused-purchases.tsx'
import { queryClient } from '../../platform/api/query-client.ts'

export function ProofPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto flex max-w-3xl flex-col gap-8 pt-4 pb-16 sm:pt-8">
        <LogProof />
        <RefusedPurchases />
      </div>
    </QueryClientProvider>
  )
}
