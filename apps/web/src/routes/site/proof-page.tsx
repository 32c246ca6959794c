import { QueryClientProvider } from '@tanstack/react-query'

import { LogProof } from '../../features/log/log-proof.tsx'
import { queryClient } from '../../platform/api/query-client.ts'

export function ProofPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="max-w-3xl pt-4 pb-16 sm:pt-8">
        <LogProof />
      </div>
    </QueryClientProvider>
  )
}
