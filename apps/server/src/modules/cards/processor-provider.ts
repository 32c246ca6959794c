import { getProcessor, processors as allProcessors } from '@tradefront/processors/registry'
import type { ChargeStatus, Processor, Upstream } from '@tradefront/processors/processor'
import type { ProviderRequest } from '@tradefront/processors/protocol'
import { cleanJsonObject } from '@tradefront/processors/shared/clean-text'
import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import type { PaymentProvider } from '../deposits/service.ts'
import { deriveResultFromStatus } from './derive-attempt-result.ts'

type ProviderDeps = { readonly gateway: ProcessorGateway; readonly method: Processor['kind'] }

/** Creates the provider of card processors or of wallets. */
export function createProcessorProvider({ gateway, method }: ProviderDeps): PaymentProvider {
  const processors = allProcessors.filter(({ kind }) => kind === method)
  const requestStatus = async (upstream: Upstream, request: ProviderRequest): Promise<ChargeStatus | null> => {
    const response = await gateway.sendRequest(upstream, request)
    return response.ok ? upstream.parseChargeStatus(response.json, response.status) : null
  }

  return {
    async fetchStatus(attempt) {
      const processor = getProcessor(attempt.processor)
      const { upstream } = processor
      const charge = await requestStatus(upstream, upstream.buildStatusRequest(attempt))
      if (charge?.status === 'not_found') return 'not_found'
      return charge === null ? null : deriveResultFromStatus('inquiry', processor, charge)
    },

    async cancelCharge(attempt) {
      const processor = getProcessor(attempt.processor)
      const { upstream } = processor
      const charge = await requestStatus(upstream, upstream.buildCancelRequest(attempt))
      return charge === null ? null : deriveResultFromStatus('cancel', processor, charge)
    },

    async refundCharge({ processor, amount, ...refund }) {
      const { upstream } = getProcessor(processor)
      const request = upstream.buildRefundRequest({ ...refund, amountMinor: amount })
      const response = await gateway.sendRequest(upstream, request)
      const status = response.ok ? upstream.parseRefundStatus(response.json, response.status)?.status : undefined
      return status === 'refunded' || status === 'refused' ? status : null
    },

    statements: processors.flatMap(({ name, canCharge, upstream }) =>
      canCharge && upstream.statement !== undefined ? [createProcessorStatement(gateway, name, upstream)] : [],
    ),

    parseWebhook(slug, received) {
      const processor = processors.find(({ upstream }) => upstream.slug === slug)
      if (processor === undefined) return null
      const event = processor.upstream.parseWebhook(cleanJsonObject(received))
      if (event === null || event === 'irrelevant') return event
      const result = deriveResultFromStatus('webhook', processor, event.charge)
      return {
        method,
        processorSlug: slug,
        eventId: event.eventId,
        reference: event.reference,
        body: event.body,
        result: result && { ...result, reportedBy: processor.name },
      }
    },
  }
}

function createProcessorStatement(
  gateway: ProcessorGateway,
  processor: ProcessorName,
  upstream: Upstream,
): PaymentProvider['statements'][number] {
  return {
    processor,
    isConnected: () => gateway.isConnected(upstream),
    async fetchPage(from, to, offset) {
      const { statement } = upstream
      if (statement === undefined) return null
      const response = await gateway.sendRequest(upstream, statement.buildRequest(from, to, offset))
      const page = response.ok ? statement.parsePage(response.json, response.status) : null
      if (page === null) return null
      const rows = page.rows.map(({ amountMinor, createdAt, reference, refundReference, ...row }, index) => ({
        ...row,
        line: offset + index + 1,
        processor,
        reference: reference.toLowerCase(),
        refundReference: refundReference.toLowerCase(),
        amount: amountMinor,
        createdAt: new Date(createdAt),
      }))
      return { rows, nextOffset: page.nextOffset }
    },
  }
}
